import type { Description } from '#main/cli/commands'

export const SKILLS_COMMANDS: Readonly<Record<string, Description>> = {
  'skills trust NAME': {
    summary: 'shows what an installed skill does and what changed in it, and trusts it',
    about: [
      'Asks on a terminal; elsewhere it needs --yes, else exit 4. What runs then is a read-only copy of what was shown.',
      'One changed byte in its folder, and its tools are withdrawn until it is trusted again.',
    ].join('\n'),
    options: ['yes'],
    example: ['skillet skills trust my-notes', 'my-notes is trusted: 3f2a91c04b7e'],
    load: async () => (await import('./skills-change.ts')).trustCommand,
  },
  'skills add-server TEXT': {
    summary: 'makes a skill from an MCP server; nothing starts before you review it',
    about:
      'TEXT is a command line, an address, or the JSON that other programs take. Review it, then list its tools: skillet skills connect NAME.',
    example: ['skillet skills add-server https://mcp.example.org/mcp', 'example.org waits for your review'],
    load: async () => (await import('./skills-change.ts')).addServerCommand,
  },
  'skills connect NAME': {
    summary: 'starts the servers of a trusted skill, lists what they offer and stops them',
    about:
      'What they offer is a file of the skill from then on, and is reviewed like every other change: skillet skills trust NAME.',
    endsItself: true,
    example: ['skillet skills connect my-notes', 'my-notes: 9 tools to review'],
    load: async () => (await import('./skills-change.ts')).connectCommand,
  },
  'skills remove NAME': {
    summary: 'removes an installed skill',
    about: 'Its folder is moved aside, not deleted; decisions about it are forgotten.',
    example: [
      'skillet skills remove my-notes',
      'my-notes is removed; its folder is now …/removed/my-notes-2026-03-05…',
    ],
    load: async () => (await import('./skills-change.ts')).removeCommand,
  },
  'skills enable NAME': {
    summary: 'lets the tools of a skill be used again',
    about: 'It does not make a skill trusted.',
    example: ['skillet skills enable docker', 'docker is enabled'],
    load: async () => (await import('./skills-change.ts')).enableCommand,
  },
  'skills disable NAME': {
    summary: 'withdraws the tools of a skill, which stays as it is',
    about: 'Also for the skills that come with Skillet.',
    example: ['skillet skills disable docker', 'docker is disabled'],
    load: async () => (await import('./skills-change.ts')).disableCommand,
  },
  'skills scripts NAME on|off': {
    summary: 'allows or forbids the scripts of a skill',
    about:
      'Turning them on shows them all and asks; elsewhere than on a terminal it needs --yes. It applies to exactly these scripts.',
    options: ['yes'],
    example: ['skillet skills scripts my-notes on', 'my-notes: its scripts may run'],
    load: async () => (await import('./skills-change.ts')).scriptsCommand,
  },
  'skills access NAME WHAT on|off': {
    summary: 'gives the commands of a skill something outside the open folders, or takes it away',
    about:
      '"skills --json" lists every WHAT: a path that its SKILL.md asks for, such as "read ~/.config/x", a variable such as "env TOKEN", a sign-in such as ssh-agent, or home (to read all of it). Asks on a terminal; elsewhere it needs --yes.',
    options: ['yes'],
    example: ['skillet skills access my-git ssh-agent on', 'my-git: ssh-agent is on'],
    load: async () => (await import('./skills-change.ts')).accessCommand,
  },
  'skills export NAME [DIR]': {
    summary: 'writes any skill as a folder that other agents read',
    about: 'Its page says how each tool is run by hand. Nothing that is in DIR is overwritten.',
    example: ['skillet skills export git ~/.claude/skills', 'git is in …/.claude/skills/git'],
    load: async () => (await import('./skills-change.ts')).exportCommand,
  },
}

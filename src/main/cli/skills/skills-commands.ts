import type { Command } from '#main/cli/commands'

/** The commands that decide about skills. */
export const SKILLS_COMMANDS: readonly Command[] = [
  {
    name: 'skills trust',
    operands: 'NAME',
    least: 1,
    most: 1,
    summary: 'shows what an installed skill does and what changed in it, and trusts it',
    about: [
      'Asks on a terminal; elsewhere it needs --yes, else exit 4. What runs then is a read-only copy of what was shown.',
      'One changed byte in its folder, and its tools are withdrawn until it is trusted again.',
    ].join('\n'),
    options: ['yes'],
    example: ['skillet skills trust my-notes', 'my-notes is trusted: 3f2a91c04b7e'],
    load: async () => (await import('./skills-change.ts')).trustCommand,
  },
  {
    name: 'skills remove',
    operands: 'NAME',
    least: 1,
    most: 1,
    summary: 'takes an installed skill away',
    about: 'Its folder is put aside and not deleted; what was decided about it is forgotten.',
    options: [],
    example: [
      'skillet skills remove my-notes',
      'my-notes is removed; its folder is now …/removed/my-notes-2026-03-05…',
    ],
    load: async () => (await import('./skills-change.ts')).removeCommand,
  },
  {
    name: 'skills enable',
    operands: 'NAME',
    least: 1,
    most: 1,
    summary: 'lets the tools of a skill be used again',
    about: 'It does not make a skill trusted.',
    options: [],
    example: ['skillet skills enable docker', 'docker is enabled'],
    load: async () => (await import('./skills-change.ts')).enableCommand,
  },
  {
    name: 'skills disable',
    operands: 'NAME',
    least: 1,
    most: 1,
    summary: 'withdraws the tools of a skill, which stays as it is',
    about: 'Also for the skills that come with Skillet.',
    options: [],
    example: ['skillet skills disable docker', 'docker is disabled'],
    load: async () => (await import('./skills-change.ts')).disableCommand,
  },
  {
    name: 'skills scripts',
    operands: 'NAME on|off',
    least: 2,
    most: 2,
    summary: 'lets the scripts of a skill run, or not any more',
    about:
      'Turning them on shows them all and asks; elsewhere than on a terminal it needs --yes. Holds for these very scripts.',
    options: ['yes'],
    example: ['skillet skills scripts my-notes on', 'my-notes: its scripts may run'],
    load: async () => (await import('./skills-change.ts')).scriptsCommand,
  },
]

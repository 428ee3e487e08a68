import { MCP_COMMANDS } from '#main/cli/programs/mcp-commands'
import { SECRETS_COMMANDS } from '#main/cli/secrets/secrets-commands'
import { SKILLS_COMMANDS } from '#main/cli/skills/skills-commands'
import type { ExitCode } from './exits.ts'
import type { Invocation, Output } from './invocation.ts'
import type { OptionName } from './options.ts'

/** A number from a command that prints as it goes. */
type Run = (invocation: Invocation) => Promise<Output | ExitCode>

export interface Description {
  summary: string
  /** Help prints this below the usage. */
  about: string
  options?: readonly OptionName[]
  /** A line to type and what it does. */
  example: readonly [line: string, result: string]
  /** It stops and records what it started before the process may exit; with this option only. */
  endsItself?: true | OptionName
  load(): Promise<Run>
}

const CALL_OPTIONS = ['args', 'allow-scripts'] as const

/** By usage: one or two words, then what follows them. `[X]` may be left out, `X…` may be repeated. */
const DESCRIPTIONS: Readonly<Record<string, Description>> = {
  'check DIR…': {
    summary: 'checks skills and says how to repair them',
    about:
      'Each DIR is a skill folder, or a folder of them. Runs nothing but, with --examples, the examples of their tools. Exit 1 when there is an error.',
    options: ['examples', 'yes'],
    example: ['skillet check skills/git', '1 skill, 14 tools: no errors, no warnings'],
    endsItself: 'examples',
    load: async () => (await import('#main/cli/skills/check')).check,
  },
  skills: {
    summary: 'lists the skills, whether they can be used here, and their tools',
    about: 'A skill whose programs are not installed is shown as unavailable, with the missing programs.',
    example: ['skillet skills --skills ./my-skill', 'my-skill  trusted  1 tool  named'],
    load: async () => (await import('#main/cli/skills/skills')).skills,
  },
  ...SKILLS_COMMANDS,
  background: {
    summary: 'lists the tools that ask to run by themselves, and when',
    about:
      'They run only while the window is open, and only if a person switched them on there. The command line starts none.',
    example: ['skillet background', 'check_feed  off  of feeds'],
    load: async () => (await import('#main/cli/skills/background')).background,
  },
  'background stop NAME': {
    summary: 'stops a tool that runs by itself, and keeps it from starting again',
    about:
      'NAME is the name of a tool, or SKILL/TOOL. What of it runs in the open app is stopped. Only the window can switch it on again.',
    example: ['skillet background stop check_feed', 'check_feed of feeds is off'],
    load: async () => (await import('#main/cli/skills/background')).backgroundStop,
  },
  'skills install SRC': {
    summary: 'copies skills from a folder, a .zip or a git repository; nothing of them runs yet',
    about: [
      'SRC is a folder, a .zip, an https URL of a git repository, or file:// and the path of one.',
      'Each skill in it is installed, unless --only names some. None runs before it is reviewed and trusted.',
    ].join('\n'),
    options: ['only', 'replace'],
    example: ['skillet skills install ./my-notes.zip', 'my-notes  quarantined  2 tools'],
    endsItself: true,
    load: async () => (await import('#main/cli/skills/skills-install')).skillsInstall,
  },
  tools: {
    summary: 'lists the tools as the model sees them',
    about: 'With --json: exactly the definitions that are sent to Ollama.',
    example: ['skillet tools --json', '{"tools":[{"type":"function","function":{"name":"git_log",…}}]}'],
    load: async () => (await import('#main/cli/skills/skills')).tools,
  },
  'plan [TOOL]': {
    summary: 'shows exactly what a call would run, without running it',
    about: [
      'Starts nothing, unless --resolve lets the resolvers of this call run.',
      'With --batch, TOOL is left out: each line of FILE is {"id", "skills", "tool", "args", "allowScripts"?, "resolve"?}',
      'and is answered by one line, in the same order. "skills" is a path, or a list of paths.',
    ].join('\n'),
    options: [...CALL_OPTIONS, 'folder', 'resolve', 'batch', 'timeout'],
    example: ['skillet plan files_list --args \'{"path": "."}\'', '$ ls -1Ap .'],
    endsItself: true,
    load: async () => (await import('#main/cli/calls/plan')).plan,
  },
  'run TOOL': {
    summary: 'plans a call, asks if needed, runs it and records it',
    about: [
      'What must be approved is asked about on a terminal; elsewhere it needs --yes, else exit 4.',
      'Ctrl-C ends the command with everything it started.',
    ].join('\n'),
    options: [...CALL_OPTIONS, 'folder', 'yes', 'timeout'],
    example: ["skillet run dates_now --args '{}'", 'Thursday 2026-03-05 …'],
    endsItself: true,
    load: async () => (await import('#main/cli/calls/run')).run,
  },
  ...MCP_COMMANDS,
  ...SECRETS_COMMANDS,
  'sign FILE': {
    summary: 'signs the file of a Rye tool with a key of your own',
    about: 'The key is created the first time, in the data folder. An older signature is replaced.',
    example: ['skillet sign .ai/tools/hello.py', 'hello.py is signed with the key 3f2a91c0d4e5b6a7'],
    load: async () => (await import('#main/cli/keys/keys')).signFile,
  },
  keys: {
    summary: 'lists the keys whose signatures on tools you trust',
    about: 'A fingerprint is the first half of the hash of a key.',
    example: ['skillet keys', '3f2a91c0d4e5b6a7'],
    load: async () => (await import('#main/cli/keys/keys')).listKeys,
  },
  'keys add FILE': {
    options: ['yes'],
    summary: 'trusts a public key',
    about: 'FILE contains an Ed25519 key in PEM, alone or within TOML.',
    example: ['skillet keys add theirs.pem', '3f2a91c0d4e5b6a7 is trusted'],
    load: async () => (await import('#main/cli/keys/keys')).addKey,
  },
  'keys remove FINGERPRINT': {
    summary: 'does not trust a key any more',
    about: 'The key is named by its fingerprint.',
    example: ['skillet keys remove 3f2a91c0d4e5b6a7', '3f2a91c0d4e5b6a7 is not trusted any more'],
    load: async () => (await import('#main/cli/keys/keys')).removeKey,
  },
  log: {
    summary: 'shows the record, oldest first',
    about: 'With --json: one fact per line. It only reads, so you can use it while Skillet runs.',
    options: ['chat', 'tool', 'since', 'search'],
    example: [
      'skillet log --since 2h --tool files_list',
      '12  2026-03-05 14:03:07  run.finished  3f2a91c0  exit 0, 4 ms',
    ],
    load: async () => (await import('#main/cli/log/log')).log,
  },
  'log show RUN': {
    summary: 'shows one run whole: the call, who allowed it, the command and its output',
    about: 'RUN is the id of a run or of a call, or how one begins (4 characters or more).',
    example: ['skillet log show 3f2a', '$ ls -1Ap .'],
    load: async () => (await import('#main/cli/log/runs')).logShow,
  },
  'log search TEXT…': {
    summary: 'shows the facts with words beginning with TEXT',
    about: 'Every word must begin a word of the fact. The same as log --search TEXT.',
    options: ['chat', 'tool', 'since'],
    example: ['skillet log search README', '12  2026-03-05 14:03:07  run.started  3f2a91c0  $ ls README.md'],
    load: async () => (await import('#main/cli/log/log')).logSearch,
  },
  'log diff RUN RUN': {
    summary: 'compares two runs: the command, the environment, how they ended and what they printed',
    about: 'RUN is the id of a run or of a call, or how one begins (4 characters or more).',
    example: ['skillet log diff 3f2a 9c01', 'differs:'],
    load: async () => (await import('#main/cli/log/runs')).logDiff,
  },
  'log verify': {
    summary: 'checks that nobody changed, removed or added a fact',
    about: 'Exit 1 when the chain is broken; the first fact that does not fit is named.',
    example: ['skillet log verify', '214 facts: the chain is whole'],
    load: async () => (await import('#main/cli/log/log')).logVerify,
  },
  'log export FILE': {
    summary: 'writes the whole record to a file, one fact per line, with the output of every run',
    about: 'An existing file is not overwritten.',
    example: ['skillet log export record.jsonl', '214 facts in record.jsonl'],
    endsItself: true,
    load: async () => (await import('#main/cli/log/log')).logExport,
  },
  'log replay RUN': {
    summary: 'plans the call of a run again and says what differs today',
    about: 'Runs it only with --yes, as a new call with a record of its own.',
    options: ['folder', 'allow-scripts', 'yes', 'timeout'],
    example: ['skillet log replay 3f2a', 'nothing differs'],
    endsItself: true,
    load: async () => (await import('#main/cli/log/runs')).logReplay,
  },
  'chat [MESSAGE]': {
    summary: 'asks a model, which may use the tools; without MESSAGE, a conversation on the terminal',
    about: [
      'MESSAGE - reads standard input. With --json: every fact of the turn, one per line; the last is turn.finished.',
      'What must be approved is asked about on a terminal; elsewhere it needs --yes, else it is not run and exit is 4.',
      'Ctrl-C stops the turn with everything it started.',
    ].join('\n'),
    options: ['model', 'host', 'think', 'allow-scripts', 'yes'],
    example: ['skillet chat --model qwen3:4b "What changed here today?"', '$ git log --since midnight …'],
    endsItself: true,
    load: async () => (await import('#main/cli/chat/chat')).chat,
  },
  models: {
    summary: 'lists the models Ollama has, what each can, and which one is loaded',
    about: 'If Ollama does not answer, it says what to do and exits with 5.',
    options: ['host', 'yes'],
    example: ['skillet models', 'qwen3:4b  2.5 GB  4.0B Q4_K_M  context 40960  completion, tools, thinking'],
    load: async () => (await import('#main/cli/models/models')).models,
  },
  'models show M': {
    summary: 'shows one model and what it can do',
    about: 'Capabilities, context length, size and quantisation, as Ollama reports them.',
    options: ['host', 'yes'],
    example: ['skillet models show qwen3:4b', 'capabilities  completion, tools, thinking'],
    load: async () => (await import('#main/cli/models/models')).modelsShow,
  },
  'models pull M': {
    summary: 'downloads a model; if it was interrupted, it resumes',
    about: 'Ctrl-C stops it. With --json: its progress, one object per line.',
    options: ['host', 'yes'],
    example: ['skillet models pull qwen3:4b', 'qwen3:4b is here'],
    endsItself: true,
    load: async () => (await import('#main/cli/models/models')).modelsPull,
  },
  'models remove M': {
    summary: 'removes a model from this Ollama',
    about: 'You can download it again.',
    options: ['host', 'yes'],
    example: ['skillet models remove qwen3:4b', 'qwen3:4b is removed'],
    load: async () => (await import('#main/cli/models/models')).modelsRemove,
  },
  doctor: {
    summary: 'checks this computer and says how to get missing parts',
    about: 'Exit 1 when something is missing that Skillet cannot work without.',
    example: ['skillet doctor', 'ok  Ollama  0.17.4 at http://127.0.0.1:11434'],
    load: async () => (await import('#main/cli/doctor/doctor')).doctor,
  },
  'new NAME': {
    summary: 'writes the folder of a new skill that works at once',
    about: [
      'The folder is created in the current one. An existing folder is left unchanged.',
      'With --format rye: a project with one tool in Python. With --format tool-code: one file of TypeScript.',
      'With --format function or prompt: a function, or a text that the model follows.',
    ].join('\n'),
    options: ['binary', 'format'],
    example: [
      'skillet new my-notes --binary notesmd-cli',
      'my-notes is in /home/you/my-notes: SKILL.md and tools.json',
    ],
    load: async () => (await import('#main/cli/skills/new-skill')).newSkill,
  },
}

export interface Command extends Description {
  name: string
  operands: string
}

export const COMMANDS: readonly Command[] = Object.entries(DESCRIPTIONS).map(([usage, description]) => {
  const [name = ''] = /^[a-z]+(?: [a-z-]+)?/.exec(usage) ?? []
  return { ...description, name, operands: usage.slice(name.length + 1) }
})

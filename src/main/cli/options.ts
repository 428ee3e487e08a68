import { parseArgs } from 'node:util'
import { nearestWord } from '#main/formats/nearest-word'

interface OptionKind {
  type: 'string' | 'boolean'
  /** The name of its value in help. */
  value?: string
  multiple?: boolean
  about: string
}

/** Every option of every command, so that each is understood anywhere on the line. */
export const OPTIONS = {
  home: { type: 'string', value: 'DIR', about: "where Skillet's data is (or SKILLET_HOME)" },
  skills: { type: 'string', value: 'DIR', multiple: true, about: 'a skill folder, or a folder of them; repeatable' },
  'no-bundled': { type: 'boolean', about: 'leave out the skills that come with Skillet' },
  json: { type: 'boolean', about: 'only JSON on standard output' },
  help: { type: 'boolean', about: 'how a command is used, with an example' },
  version: { type: 'boolean', about: 'the version of Skillet' },
  folder: { type: 'string', value: 'DIR', about: 'the folder commands work in (default: the one you are in)' },
  args: { type: 'string', value: 'JSON', about: "the tool's arguments, as an object" },
  'allow-scripts': { type: 'boolean', about: "let the skill's own scripts turn values into others, for this call" },
  resolve: { type: 'boolean', about: 'run the resolvers this call needs, and record them' },
  batch: { type: 'string', value: 'FILE', about: 'one call per line as JSON; - reads standard input' },
  yes: { type: 'boolean', about: 'approve everything that would be asked about; refused calls stay refused' },
  timeout: { type: 'string', value: 'MS', about: 'end the command after so many milliseconds' },
  model: { type: 'string', value: 'M', about: 'the model to talk to, such as qwen3:4b' },
  host: { type: 'string', value: 'URL', about: 'where Ollama answers (or OLLAMA_HOST)' },
  think: { type: 'string', value: 'on|off', about: 'whether the model thinks aloud, where it can' },
  http: { type: 'boolean', about: 'listen at an address of this computer instead of standard input' },
  port: { type: 'string', value: 'N', about: 'the port of that address (default: 47113; 0: any)' },
  chat: { type: 'string', value: 'ID', about: 'only facts of this chat' },
  tool: { type: 'string', value: 'TOOL', about: 'only facts about calls of this tool' },
  since: { type: 'string', value: 'D', about: 'since this date (2026-03-05), or this long ago (90m, 12h, 7d)' },
  search: { type: 'string', value: 'TEXT', about: 'facts with words beginning with these' },
  only: { type: 'string', value: 'NAME', multiple: true, about: 'install only the skill with this name; repeatable' },
  replace: { type: 'boolean', about: 'replace an installed skill of the same name' },
  examples: { type: 'boolean', about: "run the tools' own examples, and show what differs" },
  format: { type: 'string', value: 'FORMAT', about: 'tools-json (the usual one), rye, tool-code, function or prompt' },
  binary: { type: 'string', value: 'B', about: 'the program its first tool runs (default: echo)' },
} as const satisfies Record<string, OptionKind>

export type OptionName = keyof typeof OPTIONS
type OptionToken = Extract<NonNullable<ReturnType<typeof parseArgs>['tokens']>[number], { kind: 'option' }>
type ValueOf<K> = K extends { multiple: true } ? string[] : K extends { type: 'string' } ? string : true
export type Options = { [N in OptionName]?: ValueOf<(typeof OPTIONS)[N]> }

export const GLOBAL: readonly OptionName[] = ['home', 'skills', 'no-bundled', 'json', 'help', 'version']

/** Splits the line into words and options, with the first problem. The command decides which options it takes. */
export function readLine(args: readonly string[]) {
  const { tokens, values, positionals } = parseArgs({
    args: [...args],
    options: { ...OPTIONS, help: { type: 'boolean', short: 'h' } },
    strict: false,
    allowPositionals: true,
    tokens: true,
  })
  const problem = tokens.flatMap((token) => (token.kind === 'option' ? (findProblem(token) ?? []) : []))[0]
  return { words: positionals, options: values as Options, ...(problem !== undefined && { problem }) }
}

function findProblem({ name, rawName, value, inlineValue }: OptionToken): string | null {
  if (!Object.hasOwn(OPTIONS, name)) {
    const nearest = nearestWord(name, Object.keys(OPTIONS))
    return `there is no option ${rawName}.${nearest === null ? '' : ` Did you mean --${nearest}?`}`
  }
  const kind: OptionKind = OPTIONS[name as OptionName]
  if (kind.type === 'boolean') return inlineValue ? `${rawName} takes no value.` : null
  if (value === undefined || value === '') return `${rawName} needs a value: ${rawName} ${kind.value}.`
  if (!inlineValue && value.startsWith('--'))
    return `${rawName} needs a value; for one that begins with a dash write ${rawName}=${value}.`
  return null
}

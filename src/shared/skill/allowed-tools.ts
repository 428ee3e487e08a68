import { toText } from '#shared/json'
import { executionsOf, type Tool } from './tool.ts'

/** One entry of an `allowed-tools` field: `name`, `name(key=value)`, `name($deny)`, or `Bash(git status:*)`. */
export interface ToolSpec {
  text: string
  name: string
  /** All of them must match. */
  conditions: readonly { key: string; value: string }[]
  denies: boolean
  /** The words that a declared command line must start with, as Agent Skills write them; empty for plain `Bash`. */
  command?: readonly string[]
  /** It cannot be read, so it allows nothing. */
  isBroken?: true
}

/** A tool that is about to be called, by all of its names. */
export interface CalledTool {
  names: readonly string[]
  /** The command lines it would start, each as `program subcommand`. */
  commands: readonly string[]
}

export function toCalled(tool: Pick<Tool, 'id' | 'name' | 'modelName' | 'runtime'>): CalledTool {
  const { runtime } = tool
  const lines =
    runtime.kind === 'code'
      ? [`${runtime.launcher} ${runtime.entry.file}`]
      : executionsOf(tool).map(({ binary, subcommand }) => `${binary} ${subcommand}`.trimEnd())
  return { names: [...new Set([tool.id, tool.name, tool.modelName])], commands: lines }
}

const NAME = /^[\p{L}\p{N}\-_.:/*?]+$/u
const SPEC = /([^\s(),]+)(?:\(((?:"(?:[^"\\]|\\.)*"|[^()"])*)\))?(?=[\s,]|$)/y
const ITEM = /\s*(?:(\$deny)|([^\s=,"]+)=("(?:[^"\\]|\\.)*"|[^,\s"\\]+)|((?:[^,"]|"(?:[^"\\]|\\.)*")*))\s*(?:,|$)/y

/** Never throws. An unreadable entry allows nothing, and still denies if it was meant to. */
export function parseAllowedTools(text: string): ToolSpec[] {
  const specs: ToolSpec[] = []
  for (let at = skipSpace(text, 0); at < text.length; at = skipSpace(text, at)) {
    SPEC.lastIndex = at
    const match = SPEC.exec(text)
    const end = match ? SPEC.lastIndex : endOfBroken(text, at)
    specs.push(readSpec(text.slice(at, end), match))
    at = end
  }
  return specs
}

function readSpec(text: string, match: RegExpExecArray | null): ToolSpec {
  const [, name = text.replace(/\(.*/s, ''), items] = match ?? []
  const broken = { text, name, conditions: [], denies: text.includes('$deny'), isBroken: true } as const
  if (!match || !NAME.test(name)) return broken
  const conditions: { key: string; value: string }[] = []
  let denies = false
  for (ITEM.lastIndex = 0; items !== undefined && ITEM.lastIndex < items.length; ) {
    const item = ITEM.exec(items)
    if (!item) return broken
    const [, deny, key, value = '', raw] = item
    if (deny !== undefined) denies = true
    else if (key !== undefined) conditions.push({ key, value: unquote(value) })
    else return { ...broken, ...(name === 'Bash' && !items.includes(',') && { command: wordsOf(raw ?? '') }) }
  }
  return { text, name, conditions, denies, ...(name === 'Bash' && items === undefined && { command: [] }) }
}

/** `git status:*` and `git status` both match command lines that start with these words; `*` matches any. */
const wordsOf = (raw: string) => {
  const line = raw.trim().replace(/:?\*$/, '').trim()
  return line === '' ? [] : line.split(/\s+/)
}

const unquote = (value: string) => (value.startsWith('"') ? value.slice(1, -1).replace(/\\(.)/gs, '$1') : value)

const skipSpace = (text: string, from: number) => from + (/^[\s,]*/.exec(text.slice(from))?.[0].length ?? 0)

/** Finds the next space or comma outside brackets, so that the following entries are still read. */
function endOfBroken(text: string, from: number): number {
  let depth = 0
  for (let at = from; at < text.length; at++) {
    const character = text.charAt(at)
    if (character === '(') depth++
    if (character === ')') depth--
    if (depth <= 0 && /[\s,]/.test(character)) return at
  }
  return text.length
}

/** A denial wins over everything else, in any order. */
export function isToolAllowed(specs: readonly ToolSpec[], tool: CalledTool, args: unknown): boolean {
  const applying = specs.filter((spec) => doesApply(spec, tool, args))
  return applying.length > 0 && !applying.some(({ denies }) => denies)
}

function doesApply({ name, conditions, denies, command, isBroken }: ToolSpec, tool: CalledTool, args: unknown) {
  if (command && tool.commands.length > 0 && tool.commands.every((line) => beginsWith(line, command))) return true
  if (isBroken && !denies) return false
  return (
    tool.names.some((each) => matchesGlob(name, each)) &&
    conditions.every(({ key, value }) => {
      const given = typeof args === 'object' && args !== null ? Object.getOwnPropertyDescriptor(args, key)?.value : null
      return given !== undefined && given !== null && matchesGlob(value, [given].flat().map(toText).join())
    })
  )
}

/** A script may be named with its interpreter or by its path alone. */
function beginsWith(line: string, start: readonly string[]): boolean {
  const words = line.split(' ').map(spell)
  const ways = words[1]?.includes('/') ? [words, words.slice(1)] : [words]
  return ways.some((way) => start.map(spell).every((word, index) => way[index] === word))
}

const ALSO_CALLED: Readonly<Record<string, string>> = { python3: 'python', sh: 'bash' }
const spell = (word: string) => (Object.hasOwn(ALSO_CALLED, word) ? ALSO_CALLED[word] : word.replace(/^\.\//, ''))

/** `*` matches any run of characters and `?` one. The time is at most the product of both lengths. */
export function matchesGlob(glob: string, text: string): boolean {
  let [at, star, mark] = [0, -1, 0]
  for (let index = 0; index < text.length; ) {
    if (glob[at] === '*') [star, mark, at] = [at, index, at + 1]
    else if (glob[at] === '?' || glob[at] === text[index]) [at, index] = [at + 1, index + 1]
    else if (star >= 0) [at, index, mark] = [star + 1, mark + 1, mark + 1]
    else return false
  }
  return /^\**$/.test(glob.slice(at))
}

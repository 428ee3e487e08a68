import type { ToolDefinition } from '#shared/model/model'

/** Tools and their command lines, without arguments. */
export type Commands = ReadonlyMap<string, readonly string[]>

export interface Written {
  text: string
  /** The tools that could run the command. */
  tools: string[]
}

const FENCE = /^ {0,3}```[ \t]*(\w*)[ \t]*\n([\s\S]*?)^ {0,3}```/gm
const SHELL = ['', 'sh', 'bash', 'zsh', 'shell', 'console']
const MOST_ANSWER = 10_000
const LONGEST = 300
/** Only a shell can do these. */
const SHELL_ONLY = /[|;&<>`$(){}\\]/

/** The single command or query that an answer tells the person to run. */
export function findWritten(answer: string, tools: readonly ToolDefinition[], commands: Commands): Written | null {
  const found = new Map<string, string[]>()
  const add = (text: string, takers: string[]) => {
    if (takers.length > 0 && text.length <= LONGEST) found.set(text, takers)
  }
  const rest = answer.slice(0, MOST_ANSWER).replace(FENCE, (_, language: string, inside: string) => {
    const name = language.toLowerCase()
    if (name.startsWith('sql')) add(inside.trim(), takersOfSql(tools))
    if (SHELL.includes(name)) for (const line of inside.split('\n')) add(strip(line), takersOf(strip(line), commands))
    return ''
  })
  for (const [, line = ''] of rest.matchAll(/`([^`\n]+)`/g)) {
    if (line.includes(' ')) add(strip(line), takersOf(strip(line), commands))
  }
  const [only] = found
  return only && found.size === 1 ? { text: only[0], tools: only[1] } : null
}

const strip = (line: string) => line.trim().replace(/^\$ /, '')

const takersOfSql = (tools: readonly ToolDefinition[]) =>
  tools.flatMap(({ function: { name, parameters } }) =>
    Array.isArray(parameters.required) && parameters.required.includes('sql') ? [name] : [],
  )

/** Those that share the most words, at least the program and its subcommand. */
function takersOf(line: string, commands: Commands): string[] {
  if (line === '' || SHELL_ONLY.test(line)) return []
  const words = line.split(/\s+/)
  const likeness = [...commands].map(([tool, lines]) => ({ tool, alike: Math.max(...lines.map(countAlike)) }))
  const most = Math.max(1, ...likeness.map(({ alike }) => alike))
  return likeness.flatMap(({ tool, alike }) => (alike === most ? [tool] : []))

  function countAlike(command: string): number {
    const own = command.split(' ')
    const end = own.findIndex((word, at) => word !== words[at])
    const shared = end < 0 ? own.length : end
    const needed = own.findIndex((word) => word.startsWith('-'))
    return shared >= (needed < 0 ? own.length : needed) ? shared : 0
  }
}

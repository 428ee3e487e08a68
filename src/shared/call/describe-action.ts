import { isObject, type Json } from '#shared/json'
import { type Message, message } from '#shared/messages/message'
import { lineOfServer } from '#shared/skill/mcp-server'
import type { Action, HttpAction, ProcessAction } from './action.ts'
import type { Origin } from './plan.ts'
import { quoteArgv, type Shell } from './quote.ts'

/** One line of details about an action. */
export interface Row {
  name: Message
  text: string
  /** Content that is passed on unchanged and may have many lines. */
  isContent?: true
}

/** Everything an action does, for the card, the system dialog, the terminal and the inspector. */
export function describe(action: Action): Row[] {
  switch (action.kind) {
    case 'process':
      return [
        { name: message('row-program'), text: action.binary.path ?? action.binary.name },
        ...(action.entry
          ? [{ name: message('row-entry'), text: `${action.entry.path} (sha256 ${action.entry.sha256})` }]
          : []),
        ...describeChain(action.entry),
        { name: message('row-folder'), text: action.cwd },
        ...describeInput(action),
        ...action.tempFiles.map(({ path, content: text }) => content(message('row-file', { path }), text)),
      ]
    case 'http':
      return [
        { name: message('row-address'), text: `${action.method} ${action.url}` },
        ...action.headers.map(({ name, value }) => ({
          name: message('row-header', { name }),
          text: headerText(value),
        })),
        ...(action.body === null ? [] : [content(message('row-body'), action.body)]),
      ]
    case 'prompt':
      return [
        content(message('row-instructions'), action.instructions),
        content(message('row-message'), action.text),
        { name: message('row-may-call'), text: action.tools.join(' ') },
        ...(action.returns ? [content(message('row-gives'), JSON.stringify(action.returns, null, 2))] : []),
      ]
    case 'mcp':
      return [
        { name: message('row-server'), text: `${action.server.name}: ${lineOfServer(action.server)}` },
        ...(action.binary ? [{ name: message('row-program'), text: action.binary.path }] : []),
        { name: message('row-server-tool'), text: action.tool },
        content(message('row-arguments'), JSON.stringify(action.args, null, 2)),
      ]
    case 'builtin':
      return []
  }
}

/** Of a function its arguments: its code is that of the file, and what is beside them our wrapper reads alone. */
function describeInput(action: ProcessAction): Row[] {
  if (action.stdin === null) return []
  const args = isFunction(action) ? readArgs(action.stdin) : undefined
  return args === undefined
    ? [content(message('row-input'), action.stdin)]
    : [content(message('row-arguments'), JSON.stringify(args, null, 2))]
}

function readArgs(stdin: string): Json | undefined {
  try {
    const job = JSON.parse(stdin) as Json
    return isObject(job) ? job.args : undefined
  } catch {
    // Whatever else it is, it is shown as it is.
    return undefined
  }
}

function describeChain({
  chain = [],
  known = {},
  tools = [],
}: Partial<NonNullable<ProcessAction['entry']>> = {}): Row[] {
  const steps = chain.map(({ name, path, sha256, calls }, index) => {
    const what = path === undefined ? (calls ?? 'prompt') : `${path} (sha256 ${sha256})`
    return `${index + 1}. ${name}: ${what}`
  })
  const keys = Object.entries(known).map(([key, file]) => `${key}: ${file}`)
  return [
    ...(steps.length > 1 ? [content(message('row-chain'), steps.join('\n'))] : []),
    ...(keys.length > 0 ? [{ name: message('row-known'), text: keys.join(', ') }] : []),
    ...(tools.length > 0 ? [{ name: message('row-may-call'), text: tools.join(' + ') }] : []),
  ]
}

const content = (name: Message, text: string): Row => ({ name, text, isContent: true })

const headerText = (parts: HttpAction['headers'][number]['value']) =>
  parts.map((part) => ('text' in part ? part.text : `{${part.secret}}`)).join('')

/** The action on one line. A command line can be pasted into a shell. */
export function lineOf(action: Action, shell: Shell = 'bash'): string {
  if (action.kind === 'process') return quoteArgv(action.argv, shell).text
  if (action.kind === 'http') return `${action.method} ${action.url}`
  if (action.kind === 'prompt') return `${action.name} ${action.text}`
  const name = action.kind === 'mcp' ? `${action.server.name} ${action.tool}` : action.name
  return Object.keys(action.args).length > 0 ? `${name} ${JSON.stringify(action.args)}` : name
}

/** It runs through our wrapper, whose code would tell a person nothing. */
export const isFunction = ({ entry }: ProcessAction) => entry !== undefined && entry.result !== 'stdout'

/** The action on one line for a person; a function is named by its file. */
export const nameAction = (action: Action, shell: Shell = 'bash'): string =>
  action.kind === 'process' && isFunction(action)
    ? quoteArgv(
        wordsOf(action).map(({ text }) => text),
        shell,
      ).text
    : lineOf(action, shell)

/** The words of a command line; empty for other kinds of action. */
export const argvOf = (action: Action): string[] => (action.kind === 'process' ? action.argv : [])

/** The pieces a person reads, with their origin; functions are named by their files. */
export function wordsOf(action: Action): { text: string; origin: Origin }[] {
  if (action.kind === 'mcp') {
    const { server, tool, args } = action
    const words = [server.name, tool].map((text) => ({ text, origin: 'skill' as const }))
    return Object.keys(args).length > 0 ? [...words, { text: JSON.stringify(args), origin: 'model' }] : words
  }
  if (action.kind !== 'process') return [{ text: lineOf(action), origin: 'model' }]
  const { argv, origin, entry } = action
  if (entry && isFunction(action)) {
    const files = entry.chain?.map(({ name, path }) => path ?? name) ?? [entry.path]
    return [entry.launcher, ...files].map((text) => ({ text, origin: 'skill' }))
  }
  return argv.map((text, element) => ({ text, origin: origin[element] ?? 'model' }))
}

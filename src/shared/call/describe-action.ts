import { isObject, type JsonObject, parseJson } from '#shared/json'
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

type Entry = NonNullable<ProcessAction['entry']>

/** Everything an action does, for the card, the system dialog, the terminal and the inspector. */
export function describe(action: Action): Row[] {
  switch (action.kind) {
    case 'process':
      return [
        { name: message('row-program'), text: action.binary.path ?? action.binary.name },
        ...(action.entry && (action.entry.chain?.length ?? 1) === 1
          ? [{ name: message('row-entry'), text: `${action.entry.path} (sha256 ${action.entry.sha256})` }]
          : []),
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

/** For a function its arguments; its code is shown with its files, and only our wrapper reads the rest. */
function describeInput(action: ProcessAction): Row[] {
  if (action.stdin === null) return []
  const job = isFunction(action) ? readJob(action.stdin) : null
  if (job?.args === undefined) return [content(message('row-input'), action.stdin)]
  const known = isObject(job.nonlocals) ? job.nonlocals : {}
  return [...describeChain(action.entry, known), content(message('row-arguments'), JSON.stringify(job.args, null, 2))]
}

function readJob(stdin: string): JsonObject | null {
  const job = parseJson(stdin)
  return isObject(job) ? job : null
}

/** Each function with its hash, what all of them may call, and the values they always receive. */
function describeChain({ chain = [], known = {}, tools = [], prompt }: Partial<Entry> = {}, values: JsonObject): Row[] {
  const steps = chain.map(({ name, file, sha256 = '', calls }, index) => {
    const what = file === undefined ? (calls ?? 'prompt') : `${file} (sha256 ${sha256.slice(0, 12)})`
    return `${index + 1}. ${name}: ${what}`
  })
  const told = Object.entries(known).map(([key, file]) => `${key} = ${JSON.stringify(values[key])} (${file})`)
  return [
    ...(tools.length > 0 ? [{ name: message('row-may-call'), text: tools.join(' + ') }] : []),
    ...(steps.length > 1 ? [content(message('row-chain'), steps.join('\n'))] : []),
    ...(told.length > 0 ? [content(message('row-known'), told.join('\n'))] : []),
    ...(prompt ? [content(message('row-instructions'), prompt.instructions)] : []),
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
    const files = entry.chain?.map(({ name, file }) => file ?? name) ?? [entry.path]
    return [entry.launcher, ...files].map((text) => ({ text, origin: 'skill' }))
  }
  return argv.map((text, element) => ({ text, origin: origin[element] ?? 'model' }))
}

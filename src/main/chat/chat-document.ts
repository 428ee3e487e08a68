import { nameAction } from '#shared/call/describe-action'
import type { ChatEnd, ChatEntry, ChatMessage, ChatState } from '#shared/chat/chat'
import type { Picture } from '#shared/chat/picture'
import { textOf } from '#shared/messages/message'
import type { ChatCall } from '#shared/requests/chat-requests'

/** What a command printed; null if the record no longer has it. */
type ReadOutput = (run: string) => Promise<{ stdout: string; stderr: string } | null>

const MOST_OUTPUT = 20_000
const SPEAKERS = { user: 'You', assistant: 'Model', tool: 'Tool' } as const

/** The visible path of a chat as Markdown. */
export async function* writeDocument(chat: ChatState, readOutput: ReadOutput): AsyncGenerator<string> {
  yield `# ${oneLine(chat.title) || 'Chat'}\n`
  for (const entry of chat.entries) yield `\n${await writeEntry(entry, chat, readOutput)}\n`
}

async function writeEntry(entry: ChatEntry, chat: ChatState, readOutput: ReadOutput): Promise<string> {
  if (entry.kind === 'message') return writeMessage(entry)
  if (entry.kind === 'end') return writeEnd(entry)
  const call = chat.calls.get(entry.call)
  return call ? writeCall(call, readOutput) : ''
}

function writeMessage({ role, at, content, images = [] }: ChatMessage): string {
  const heading = `## ${SPEAKERS[role]} · ${at}`
  return [heading, ...images.map(writePicture), defuse(content)].filter(Boolean).join('\n\n')
}

function writePicture({ name, type, width, height, sha256 }: Picture): string {
  const kind = type.slice('image/'.length).toUpperCase()
  const shown = oneLine(name).replace(/[\\`*_[\]<>]/g, '\\$&')
  return `*Picture: ${shown} (${kind}, ${width} × ${height}, sha256 ${sha256})*`
}

/** The heading of each part; no text of a chat is ever written like this. */
export const HEADING = /^## (You|Model|Tool|Command) · \d{4}-\d\d-\d\dT[\d:.]+Z$/
export const PICTURE_LINE = /^\*Picture: .+ \([A-Z]+, \d+ × \d+, sha256 [0-9a-f]{64}\)\*$/gm
export const ENDED = '*The turn ended: '
export const RULE = '---'

/** Lines that Markdown would not read as text. A rule counts only at the end of a text. */
const TELLING = [
  /^( {0,3})(\\*)(?=## (?:You|Model|Tool|Command)\b|\*Picture: |\*The turn ended: )/gm,
  /^( {0,3})(\\*)(?=---\s*$(?![\s\S]))/gm,
]

/** Escapes lines that look like the start of the next part or like the end of this one. */
const defuse = (text: string): string => TELLING.reduce((defused, telling) => defused.replace(telling, '$1$2\\'), text)

export function undefuse(text: string): string {
  const less = (_: string, spaces: string, slashes: string) => spaces + slashes.slice(1)
  return TELLING.reduce((fused, telling) => fused.replace(telling, less), text)
}

function writeEnd({ reason, error }: ChatEnd): string {
  if (reason === 'answered') return RULE
  return `${ENDED}${reason}.${error ? ` ${oneLine(textOf(error.message))}` : ''}*\n\n${RULE}`
}

async function writeCall(call: ChatCall, readOutput: ReadOutput): Promise<string> {
  const { plan, status, run, refusal, at } = call
  const command = plan ? nameAction(plan.action) : `${call.tool} ${JSON.stringify(call.args)}`
  const exit = run?.finished?.exitCode
  const parts = [
    `## Command · ${at}`,
    fence(command, 'sh'),
    `${status}${typeof exit === 'number' ? `, exit ${exit}` : ''}${refusal ? `: ${oneLine(textOf(refusal.message))}` : ''}`,
  ]
  const output = run?.finished ? await readOutput(run.run) : null
  for (const text of output ? [output.stdout, output.stderr] : []) {
    if (text !== '') parts.push(fence(shorten(text), ''))
  }
  return parts.join('\n\n')
}

function shorten(text: string): string {
  if (text.length <= MOST_OUTPUT) return text
  return `${text.slice(0, MOST_OUTPUT).toWellFormed()}\n… ${text.length - MOST_OUTPUT} more characters are on record`
}

/** Longer than any fence in the text. */
function fence(text: string, language: string): string {
  const longest = Math.max(2, ...(text.match(/`+/g) ?? []).map(({ length }) => length))
  const mark = '`'.repeat(longest + 1)
  return `${mark}${language}\n${text.replace(/\n$/, '')}\n${mark}`
}

const oneLine = (text: string) => text.replace(/\s+/g, ' ').trim()

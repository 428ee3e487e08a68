import { isObject } from '#shared/json'
import type { ToolDefinition } from '#shared/model/model'

export const READ_OUTPUT = 'read_output'

const HEAD_SHARE = 0.7
const MOST_CHARS = 51_200
const CHARS_A_TOKEN = 4
const LINES_AT_ONCE = 200
const CHARS_AT_ONCE = 6000

/**
 * The beginning and end of an output that is too long for this context, in whole lines if possible, and the number of
 * bytes between.
 */
export function shortenOutput(text: string, contextLength: number): { text: string; omittedBytes: number } {
  const most = mostChars(contextLength)
  const whole = text.toWellFormed()
  if (whole.length <= most) return { text: whole, omittedBytes: 0 }
  const headEnd = endOfHead(whole, Math.floor(most * HEAD_SHARE))
  const tailStart = startOfTail(whole, whole.length - Math.floor(most * (1 - HEAD_SHARE)))
  const head = whole.slice(0, headEnd)
  const omitted = whole.slice(headEnd, tailStart)
  const omittedBytes = new TextEncoder().encode(omitted).length
  const from = head.split('\n').length
  const to = from + omitted.replace(/\n$/, '').split('\n').length - 1
  const note = `[${omittedBytes} bytes, lines ${from} to ${to}, are left out here; ${READ_OUTPUT} reads them]`
  const parts = [head, head.endsWith('\n') ? '' : '\n', note, '\n', whole.slice(tailStart)]
  return { text: parts.join(''), omittedBytes }
}

function mostChars(contextLength: number): number {
  if (contextLength <= 4096) return 3200
  if (contextLength <= 8192) return 6000
  return Math.min(MOST_CHARS, Math.floor(contextLength * 0.2 * CHARS_A_TOKEN))
}

/** After the last whole line before `at`, or inside a longer line; never inside a character. */
function endOfHead(text: string, at: number): number {
  const newline = text.lastIndexOf('\n', at - 1)
  return newline >= 0 ? newline + 1 : at - (isLowSurrogate(text, at) ? 1 : 0)
}

function startOfTail(text: string, at: number): number {
  const newline = text.indexOf('\n', at - 1)
  return newline >= 0 && newline + 1 < text.length ? newline + 1 : at + (isLowSurrogate(text, at) ? 1 : 0)
}

function isLowSurrogate(text: string, at: number): boolean {
  const code = text.charCodeAt(at)
  return code >= 0xdc00 && code <= 0xdfff
}

export function readOutputDefinition(): ToolDefinition {
  const line = { type: 'integer', minimum: 1 }
  return {
    type: 'function',
    function: {
      name: READ_OUTPUT,
      description: 'Read lines of an earlier tool output that was too long to show whole.',
      parameters: {
        type: 'object',
        properties: {
          id: { type: 'string', description: 'Id of the output, as its note says.' },
          from: { ...line, description: 'First line, counted from 1.' },
          to: { ...line, description: `Last line, at most ${LINES_AT_ONCE} lines on.` },
        },
        required: ['id', 'from', 'to'],
        additionalProperties: false,
      },
    },
  }
}

/** Returns the lines `from` to `to`, counted from 1; `null` means there is no such output. */
export function answerReadOutput(whole: string | null, args: unknown): string {
  if (whole === null) return 'error: id: no output with this id in this chat'
  const { from, to } = isObject(args) ? args : {}
  if (!isLine(from)) return 'error: from: expected a line number from 1 on'
  if (!isLine(to) || to < from) return `error: to: expected a line number from ${from} on`
  const lines = whole.toWellFormed().split('\n')
  if (from > lines.length) return `error: from: the output ends at line ${lines.length}`
  const last = Math.min(to, lines.length, from + LINES_AT_ONCE - 1)
  const text = lines.slice(from - 1, last).join('\n')
  const title = `[lines ${from} to ${last} of ${lines.length}]`
  if (text.length <= CHARS_AT_ONCE) return `${title}\n${text}`
  const end = endOfHead(text, CHARS_AT_ONCE)
  return `${title}\n${text.slice(0, end)}\n[${text.length - end} characters are left out here; ask for fewer lines]`
}

const isLine = (value: unknown): value is number => Number.isInteger(value) && (value as number) >= 1

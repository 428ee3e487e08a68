import { styleText } from 'node:util'
import stringWidth from 'string-width'
import { toDocument } from '#shared/call/to-document'
import { type Message, textOf } from '#shared/messages/message'
import { isDeceptive, toVisible } from '#shared/visible'
import { type ExitCode, exitOf, type Problem } from './exits.ts'

export type Look = 'bold' | 'dim' | 'red' | 'green' | 'yellow' | 'cyan' | 'magenta'

export type Paint = (look: Look, text: string) => string

type Stream = NodeJS.WritableStream & { isTTY?: boolean }

export interface Streams {
  stdin: NodeJS.ReadableStream & { isTTY?: boolean }
  stdout: Stream
  stderr: Stream
}

export type Printer = ReturnType<typeof makePrinter>

export function makePrinter({ stdin, stdout, stderr }: Streams, env: NodeJS.ProcessEnv, isJson: boolean) {
  const isTerminal = stdout.isTTY === true
  const mayPaint = !env.NO_COLOR && env.TERM !== 'dumb'
  let isClosed = false
  let hasFailed = false
  const note = (text: string): void => void stderr.write(`${text}\n`)
  stdout.on('error', ({ code, message }: NodeJS.ErrnoException) => {
    if (!isClosed && code !== 'EPIPE') note(`skillet: the output cannot be written: ${message}`)
    hasFailed ||= code !== 'EPIPE'
    isClosed = true
  })
  // What is printed there is no result: nobody has to read it.
  stderr.on('error', () => undefined)
  const write = (text: string): void => {
    if (!isClosed) stdout.write(text)
  }
  /** A line of JSON on standard output in any case, because it is data. */
  const data = (value: unknown): void => write(`${JSON.stringify(toDocument(value))}\n`)
  return {
    isJson,
    /** Standard output is a terminal. */
    isTerminal,
    /** A person at a terminal can be asked. */
    isInteractive: stdin.isTTY === true && stderr.isTTY === true,
    /** Standard output takes nothing more. */
    isClosed: () => isClosed,
    /** Part of the output was lost although somebody wanted it, such as on a full disk. */
    hasFailed: () => hasFailed,
    /** A line on standard output for people; nothing with --json. */
    line: (text: string) => (isJson ? undefined : write(`${text}\n`)),
    /** Unchanged text on standard output for people; nothing with --json. */
    raw: (text: string) => (isJson ? undefined : write(text)),
    /** A line of JSON on standard output; nothing without --json. */
    json: (value: unknown) => (isJson ? data(value) : undefined),
    data,
    /** A line on standard error. */
    note,
    /** A line on standard error for people; nothing with --json. */
    aside: (text: string) => (isJson ? undefined : note(text)),
    /** Unchanged text on standard error. */
    rawNote: (text: string): void => void stderr.write(stderr.isTTY ? toPrintable(text) : text),
    /** For standard output. */
    paint: isTerminal && !isJson && mayPaint ? paint : keep,
    /** For standard error. */
    paintNote: stderr.isTTY === true && mayPaint ? paint : keep,
  }
}

const keep: Paint = (_look, text) => text
const paint: Paint = (look, text) => (text === '' ? text : styleText(look, text, { validateStream: false }))

/** Prints an error on standard error and, with --json, as the one JSON document. Returns its exit code. */
export function printError(printer: Printer, error: Problem): ExitCode {
  printer.json({ ok: false, error })
  noteError(printer, error)
  return exitOf(error.code)
}

/** A list of all tools helps a model; a person has a command for that. */
export function noteError(printer: Printer, { code, message }: Problem): void {
  const said = code === 'TOOL_UNKNOWN' ? textOf(message).replace(/ Tools: .*$/s, ' See: skillet tools') : message
  printer.note(`skillet: ${toLine(said)}`)
}

const DIFF_LOOKS: Partial<Record<string, Look>> = { '+': 'green', '-': 'red', '@': 'cyan' }

export const paintDiff = (lines: readonly string[], paint: Paint): string[] =>
  lines.map((line) => paint(DIFF_LOOKS[line.charAt(0)] ?? 'dim', toLine(line)))

/** Each column is as wide as its widest cell, except the last. `paint` gets cells with their padding. */
export function alignColumns(
  rows: readonly (readonly string[])[],
  paint: (cell: string, column: number, row: number) => string = (cell) => cell,
): string[] {
  const widths: number[] = []
  for (const row of rows) {
    for (const [column, cell] of row.entries()) widths[column] = Math.max(widths[column] ?? 0, stringWidth(cell))
  }
  return rows.map((row, index) =>
    row
      .map((cell, column) => {
        const isLast = column === row.length - 1
        const padding = isLast ? '' : ' '.repeat((widths[column] ?? 0) - stringWidth(cell))
        return paint(cell, column, index) + padding
      })
      .join('  ')
      .trimEnd(),
  )
}

export const countOf = (count: number, noun: string): string => `${count} ${noun}${count === 1 ? '' : 's'}`

/** Text of several lines for a terminal, without control characters, cursor movements or reordering marks. */
export function toPrintable(text: string): string {
  const lines = text.replaceAll('\r\n', '\n')
  if (!isDeceptive(lines) && !lines.includes('\r')) return lines
  return Array.from(lines, escapeDeceptive).join('')
}

function escapeDeceptive(character: string): string {
  return character === '\r' || isDeceptive(character) ? toVisible(character).text : character
}

/** Text of one line for a terminal or a table. */
export function toLine(said: Message | string): string {
  const text = textOf(said)
  return toVisible(text).text
}

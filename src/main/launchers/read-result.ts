import { type Captured, LARGEST_RESULT, SILENCE } from '#main/runners/process/result-pipe'
import { isDeeper, isObject, type Json, type JsonObject, parseJson } from '#shared/json'
import { type Message, type MessageValue, message } from '#shared/messages/message'
import type { Launch } from './launcher.ts'

/** How a launched process ended. */
export interface LaunchEnded {
  exitCode: number | null
  signal: string | null
  stdout: Captured
  stderr: Captured
  /** What arrived on the pipe for results. */
  result?: Captured
  /** Why nothing ran. */
  failure?: { message: MessageValue }
}

export type LaunchResult = ({ ok: true; value: Json } | { ok: false; error: Message }) & {
  /** What the tool itself printed, if the result was a line of its output. */
  stdout?: string
}

/** Later steps read a result recursively. */
const DEEPEST_RESULT = 500
const LONGEST_TEXT = 4000

/** Reads the result from its pipe, from the marked line, or from what a script printed. */
export function readResult(ended: LaunchEnded, result: Launch['entry']['result']): LaunchResult {
  const { failure } = ended
  if (failure) return { ok: false, error: message('tool-not-started', { reason: failure.message }) }
  if (result === 'stdout') return readPrinted(ended)
  return result === 'pipe' ? readDocument(ended, ended.result ?? SILENCE) : readMarked(ended, result.mark)
}

/** The wrapper writes last; everything before its mark is the tool's own output. */
function readMarked(ended: LaunchEnded, mark: string): LaunchResult {
  const { stdout } = ended
  const at = stdout.text.lastIndexOf(mark)
  const own = at < 0 ? stdout.text : stdout.text.slice(0, at).replace(/\n$/, '')
  const text = at < 0 ? '' : stdout.text.slice(at + mark.length)
  return { ...readDocument(ended, { ...SILENCE, text, bytes: text.length }), stdout: own }
}

function readDocument(ended: LaunchEnded, { text, bytes, truncated }: Captured): LaunchResult {
  if (bytes === 0) return { ok: false, error: describeEnding(ended, 'tool-no-result') }
  if (truncated) return { ok: false, error: tooLarge(bytes, LARGEST_RESULT) }
  const document = parseJson(text)
  if (document === undefined || !isObject(document)) return { ok: false, error: message('tool-result-unreadable') }
  return document.ok === true ? accept(document.value ?? null) : { ok: false, error: readError(document) }
}

/** The last line if it is JSON, otherwise the whole if it is JSON, otherwise the text. */
function readPrinted(ended: LaunchEnded): LaunchResult {
  const { exitCode, stdout } = ended
  if (exitCode !== 0) return { ok: false, error: describeEnding(ended, 'script-failed') }
  if (stdout.isBinary) return { ok: false, error: message('script-printed-bytes') }
  const lines = stdout.text.trimEnd()
  const last = lines.slice(lines.lastIndexOf('\n') + 1)
  const found = parseJson(last)
  const whole = found === undefined && !stdout.truncated ? parseJson(lines) : found
  return accept(whole === undefined ? stdout.text : whole)
}

function accept(value: Json): LaunchResult {
  return isDeeper(value, DEEPEST_RESULT)
    ? { ok: false, error: message('tool-result-too-deep', { levels: DEEPEST_RESULT }) }
    : { ok: true, value }
}

function describeEnding({ exitCode, signal }: LaunchEnded, code: 'tool-no-result' | 'script-failed'): Message {
  if (signal !== null) return message('tool-killed', { signal })
  return message(code, { exitCode: exitCode ?? '?' })
}

/** A tool that writes to our pipe only lies about itself, but its texts are shortened like any other. */
function readError(document: JsonObject): Message {
  const text = (name: string) => readText(document[name])
  switch (document.code) {
    case 'threw':
      return message('tool-threw', { name: text('name'), message: text('message'), stack: text('stack') })
    case 'not-json':
      return message('tool-not-json', { reason: text('reason') })
    case 'no-function':
      return message('tool-no-function', { path: text('path'), wanted: text('wanted') })
    case 'changed':
      return message('entry-changed', { path: text('path') })
    case 'too-large':
      return tooLarge(Number(document.bytes), Number(document.limit))
    case 'args-too-deep':
      return message('tool-args-too-deep')
    default:
      return message('tool-result-unreadable')
  }
}

const readText = (value: Json | undefined) => (typeof value === 'string' ? value.slice(0, LONGEST_TEXT) : '')

const tooLarge = (bytes: number, limit: number) =>
  message('tool-result-too-large', { kib: Math.ceil(bytes / 1024), limit: Math.floor(limit / 1024) })

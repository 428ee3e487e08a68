import { isObject, type JsonObject, parseJson, toText } from '#shared/json'
import { type Message, message } from '#shared/messages/message'
import { decodeUtf8 } from '#shared/utf8'
import { StreamError } from './problems.ts'

const MAX_LINE = 1024 * 1024
const MAX_RESPONSE = 64 * 1024 * 1024
const NEWLINE = 10

export interface LineRules {
  /** Whether a line has the expected shape; a line with an `error` always passes. */
  isExpected(line: JsonObject): boolean
  silenceMs: number
  maxBytes?: number
  signal: AbortSignal
}

/** Passes on only complete lines that are JSON objects of the expected shape, in linear time and bounded memory. */
export async function* cleanLines(body: ReadableStream<Uint8Array>, rules: LineRules): AsyncGenerator<Uint8Array> {
  const { silenceMs, maxBytes = MAX_RESPONSE } = rules
  const reader = body.getReader()
  let isSilent = false
  // Measured from line to line: a trickle of single bytes counts as silence.
  const watch = setTimeout(() => {
    isSilent = true
    void reader.cancel().catch(() => undefined)
  }, silenceMs)
  const stopWatch = () => clearTimeout(watch)
  rules.signal.addEventListener('abort', stopWatch, { once: true })
  let pending: Uint8Array[] = []
  let pendingBytes = 0
  let total = 0
  let lines = 0
  try {
    for (;;) {
      const { done, value } = await reader.read()
      if (isSilent) throw new StreamError('STREAM_SILENT', saySilence(silenceMs))
      if (done) break
      total += value.length
      if (total > maxBytes) throw tooLarge(message('more-than-mib', { most: Math.round(maxBytes / 1024 / 1024) }))
      let start = 0
      let clean = ''
      let failure: unknown
      for (let end = value.indexOf(NEWLINE); end >= 0; end = value.indexOf(NEWLINE, start)) {
        pending.push(value.subarray(start, end))
        pendingBytes += end - start
        start = end + 1
        try {
          const line = checkLine(pending, pendingBytes, rules, lines === 0)
          if (line !== '') lines++
          clean += line
        } catch (error) {
          failure = error
          break
        }
        pending = []
        pendingBytes = 0
      }
      if (clean !== '') {
        watch.refresh()
        // What came before a broken line is kept.
        yield Buffer.from(clean)
      }
      if (failure !== undefined) throw failure
      if (start < value.length) pending.push(value.subarray(start))
      pendingBytes += value.length - start
      if (pendingBytes > MAX_LINE) throw tooLarge(message('line-over-1-mib'))
    }
    const last = checkLine(pending, pendingBytes, rules, lines === 0)
    if (last !== '') yield Buffer.from(last)
  } catch (error) {
    if (!(error instanceof TypeError)) throw error
    throw new StreamError('STREAM_BROKEN', message('connection-lost'))
  } finally {
    stopWatch()
    rules.signal.removeEventListener('abort', stopWatch)
    await reader.cancel().catch(() => undefined)
  }
}

export const saySilence = (ms: number): Message => message('ollama-silent', { seconds: Math.round(ms / 1000) })

const tooLarge = (what: Message) => new StreamError('STREAM_TOO_LARGE', message('ollama-sent-too-much', { what }))

function checkLine(parts: Uint8Array[], size: number, { isExpected }: LineRules, isFirst: boolean): string {
  if (size > MAX_LINE) throw tooLarge(message('line-over-1-mib'))
  const text = decodeUtf8(parts.length === 1 ? (parts[0] as Uint8Array) : Buffer.concat(parts))?.trim()
  if (text === '') return ''
  const line = text === undefined ? undefined : parseJson(text)
  if (isObject(line) && 'error' in line) return `${JSON.stringify({ error: toText(line.error) })}\n`
  if (isObject(line) && isExpected(line)) return `${text}\n`
  if (isFirst) throw new StreamError('NOT_OLLAMA', message('not-ollama-there'))
  throw new StreamError('STREAM_BROKEN', message('ollama-line-unreadable'))
}

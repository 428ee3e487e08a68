import type { ModelProblemCode } from '#shared/model'

const MAX_LINE = 1024 * 1024
const MAX_RESPONSE = 64 * 1024 * 1024
const MAX_ERROR_BODY = 64 * 1024
const NEWLINE = 10

export interface Patience {
  /** Until the first byte: loading a model takes a while. */
  firstByteMs: number
  betweenBytesMs: number
}

/** Carries its code through the `ollama` package, which only passes errors on. */
export class StreamError extends Error {
  readonly code: ModelProblemCode
  constructor(code: ModelProblemCode, message: string) {
    super(message)
    this.code = code
  }
}

/** A fetch for the `ollama` package: no redirects, bounded, and of a stream only whole lines that are JSON objects. */
export function guardFetch(signal: AbortSignal, patience: Patience): typeof fetch {
  return async (input, init) => {
    const response = await fetch(input, { ...init, redirect: 'manual', signal })
    if (response.status >= 300 && response.status < 400) {
      throw new StreamError(
        'OLLAMA_REDIRECTED',
        `${response.url} sends the request elsewhere; Skillet does not follow.`,
      )
    }
    if (!response.ok) return wrapError(response)
    if (!response.body || !response.headers.get('content-type')?.includes('x-ndjson')) return response
    // Undici takes an async generator for a body; the DOM's types do not know.
    const lines = cleanLines(response.body, patience) as unknown as BodyInit
    return new Response(lines, { status: response.status, headers: response.headers })
  }
}

/** Whatever the body is, the package finds `{"error": …}` in it. */
async function wrapError(response: Response): Promise<Response> {
  const body = (await response.text()).slice(0, MAX_ERROR_BODY)
  let message = body.trim() || `HTTP ${response.status}`
  try {
    const parsed: unknown = JSON.parse(body)
    if (typeof parsed === 'object' && parsed !== null && 'error' in parsed) message = String(parsed.error)
  } catch {
    message = `HTTP ${response.status}: ${message.slice(0, 200)}`
  }
  return Response.json({ error: message }, { status: response.status })
}

async function* cleanLines(body: ReadableStream<Uint8Array>, patience: Patience): AsyncGenerator<Uint8Array> {
  const reader = body.getReader()
  let pending: Uint8Array[] = []
  let pendingBytes = 0
  let total = 0
  try {
    for (;;) {
      const { done, value } = await within(total === 0 ? patience.firstByteMs : patience.betweenBytesMs, reader.read())
      if (done) break
      total += value.length
      if (total > MAX_RESPONSE) throw new StreamError('STREAM_TOO_LARGE', 'Ollama sent more than 64 MiB.')
      let start = 0
      for (let end = value.indexOf(NEWLINE); end >= 0; end = value.indexOf(NEWLINE, start)) {
        yield* checkLine(Buffer.concat([...pending, value.subarray(start, end)]))
        pending = []
        pendingBytes = 0
        start = end + 1
      }
      if (start < value.length) pending.push(value.subarray(start))
      pendingBytes += value.length - start
      if (pendingBytes > MAX_LINE) throw new StreamError('STREAM_TOO_LARGE', 'Ollama sent a line of more than 1 MiB.')
    }
    yield* checkLine(Buffer.concat(pending))
  } catch (error) {
    if (!(error instanceof TypeError)) throw error
    throw new StreamError('STREAM_BROKEN', 'The connection to Ollama was cut in the middle of the answer.')
  } finally {
    await reader.cancel().catch(() => undefined)
  }
}

function* checkLine(line: Uint8Array): Generator<Uint8Array> {
  const text = Buffer.from(line).toString('utf8').trim()
  if (text === '') return
  if (!isJsonObject(text)) {
    throw new StreamError(
      'STREAM_BROKEN',
      'Ollama sent a line that is not a JSON object. Does another program answer there?',
    )
  }
  yield Buffer.from(`${text}\n`)
}

function isJsonObject(text: string): boolean {
  try {
    const parsed: unknown = JSON.parse(text)
    return typeof parsed === 'object' && parsed !== null && !Array.isArray(parsed)
  } catch {
    return false
  }
}

async function within<T>(ms: number, reading: Promise<T>): Promise<T> {
  const silent = new StreamError('STREAM_SILENT', `Ollama sent nothing for ${Math.round(ms / 1000)} s.`)
  let timer: NodeJS.Timeout | undefined
  const deadline = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(silent), ms)
  })
  try {
    return await Promise.race([reading, deadline])
  } finally {
    clearTimeout(timer)
  }
}

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
    return new Response(cleanLines(response.body, patience), { status: response.status, headers: response.headers })
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

function cleanLines(body: ReadableStream<Uint8Array>, patience: Patience): ReadableStream<Uint8Array> {
  const reader = body.getReader()
  let pending: Uint8Array[] = []
  let pendingBytes = 0
  let total = 0

  const takeLines = (chunk: Uint8Array, pass: (line: Uint8Array) => void) => {
    let start = 0
    for (let end = chunk.indexOf(NEWLINE); end >= 0; end = chunk.indexOf(NEWLINE, start)) {
      pass(Buffer.concat([...pending, chunk.subarray(start, end)]))
      pending = []
      pendingBytes = 0
      start = end + 1
    }
    if (start < chunk.length) pending.push(chunk.subarray(start))
    pendingBytes += chunk.length - start
    if (pendingBytes > MAX_LINE) throw new StreamError('STREAM_TOO_LARGE', 'Ollama sent a line of more than 1 MiB.')
  }

  return new ReadableStream({
    async pull(controller) {
      const pass = (line: Uint8Array) => {
        const clean = checkLine(line)
        if (clean) controller.enqueue(clean)
      }
      try {
        const { done, value } = await within(
          total === 0 ? patience.firstByteMs : patience.betweenBytesMs,
          reader.read(),
        )
        if (done) {
          if (pendingBytes > 0) pass(Buffer.concat(pending))
          controller.close()
          return
        }
        total += value.length
        if (total > MAX_RESPONSE) throw new StreamError('STREAM_TOO_LARGE', 'Ollama sent more than 64 MiB.')
        takeLines(value, pass)
      } catch (error) {
        controller.error(error)
        await reader.cancel().catch(() => undefined)
      }
    },
    cancel: (reason) => reader.cancel(reason),
  })
}

function checkLine(line: Uint8Array): Uint8Array | null {
  const text = Buffer.from(line).toString('utf8').trim()
  if (text === '') return null
  try {
    const parsed: unknown = JSON.parse(text)
    if (typeof parsed === 'object' && parsed !== null && !Array.isArray(parsed)) return Buffer.from(`${text}\n`)
  } catch {
    throw new StreamError(
      'STREAM_BROKEN',
      'Ollama sent a line that is not JSON. Something between may have changed it.',
    )
  }
  throw new StreamError('STREAM_BROKEN', 'Ollama sent a line that is not a JSON object.')
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

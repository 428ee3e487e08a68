import { Ollama } from 'ollama'
import { isObject, type JsonObject, parseJson } from '#shared/json'
import { asReported, type Message, message } from '#shared/messages/message'
import type { ModelProblem } from '#shared/model/model'
import { cleanLines, saySilence } from './clean-lines.ts'
import { explain, type Known, StreamError } from './problems.ts'

const MAX_DOCUMENT = 16 * 1024 * 1024
const MAX_ERROR_BODY = 64 * 1024

export interface Patience {
  /** Until the first byte, because loading a model takes a while. */
  firstByteMs: number
  betweenLinesMs: number
}

export interface Terms {
  patience: Patience
  /** Checks each line of a stream. Without it the answer is a single JSON object. */
  isExpected?: (line: JsonObject) => boolean
  maxBytes?: number
  /** Named in error messages. */
  model?: string
  /** Messages of the server that only this request can cause. */
  known?: Known[]
  signal?: AbortSignal
}

export type Outcome<T> = { ok: true; value: T } | { ok: false; problem: ModelProblem }

/** One exchange with Ollama. Never rejects and leaves nothing open. */
export async function talkTo<T>(host: string, terms: Terms, work: (client: Ollama) => Promise<T>): Promise<Outcome<T>> {
  const { signal: stop, model, known } = terms
  const ending = new AbortController()
  const signal = stop ? AbortSignal.any([stop, ending.signal]) : ending.signal
  try {
    return { ok: true, value: await work(new Ollama({ host, fetch: guardFetch(terms, signal) })) }
  } catch (error) {
    if (stop?.aborted) return { ok: false, problem: { code: 'STOPPED', message: message('stopped') } }
    return { ok: false, problem: explain(error, host, model, known) }
  } finally {
    ending.abort()
  }
}

/** A fetch for the `ollama` package: no redirects, no keys, limited size, and only JSON objects. */
export function guardFetch({ patience, isExpected, maxBytes }: Terms, signal: AbortSignal): typeof fetch {
  return async (input, init) => {
    const headers = new Headers(init?.headers)
    headers.delete('authorization')
    const request = { ...init, headers, redirect: 'manual', signal, ...withoutOwnTimeouts() } as RequestInit
    const response = await within(patience.firstByteMs, fetch(input, request).catch(explainConnection))
    if (response.status >= 300 && response.status < 400) {
      void response.body?.cancel().catch(() => undefined)
      throw new StreamError('OLLAMA_REDIRECTED', message('host-redirects'))
    }
    if (!response.ok) return wrapError(response, patience)
    const type = response.headers.get('content-type') ?? ''
    if (type.includes('text/html')) throw notOllama(message('a-web-page'))
    if (!isExpected || !response.body) return wrapDocument(response, patience)
    const lines = cleanLines(response.body, {
      isExpected,
      signal,
      silenceMs: patience.betweenLinesMs,
      ...(maxBytes && { maxBytes }),
    })
    // Undici accepts an async generator as a body, but the DOM's types do not.
    return new Response(lines as unknown as BodyInit, { status: response.status, headers: { 'content-type': type } })
  }
}

/** The package looks for `{"error": …}` in any body. */
async function wrapError(response: Response, patience: Patience): Promise<Response> {
  const body = await readText(response, MAX_ERROR_BODY, patience)
  const parsed = parseJson(body)
  if (!isObject(parsed) || !('error' in parsed)) throw notOllama(`HTTP ${response.status}`)
  const { error } = parsed
  const said = typeof error === 'string' && error !== '' ? error : JSON.stringify(error)
  return Response.json({ error: said }, { status: response.status })
}

async function wrapDocument(response: Response, patience: Patience): Promise<Response> {
  const body = await readText(response, MAX_DOCUMENT, patience)
  if (body.trim() === '') return Response.json({})
  const parsed = parseJson(body)
  if (!isObject(parsed)) throw notOllama(message('not-json'))
  return Response.json(parsed)
}

async function readText(response: Response, most: number, patience: Patience): Promise<string> {
  const chunks: Uint8Array[] = []
  let bytes = 0
  const reading = async () => {
    for await (const chunk of response.body ?? []) {
      bytes += chunk.length
      if (bytes > most) throw new StreamError('STREAM_TOO_LARGE', message('ollama-reply-too-large'))
      chunks.push(chunk)
    }
    return Buffer.concat(chunks).toString('utf8')
  }
  try {
    return await within(patience.betweenLinesMs, reading())
  } catch (error) {
    if (!(error instanceof TypeError)) throw error
    throw new StreamError('STREAM_BROKEN', message('connection-lost'))
  }
}

const notOllama = (what: Message | string) => new StreamError('NOT_OLLAMA', message('host-answers-otherwise', { what }))

/** `fetch` only says "fetch failed"; the real reason is in the cause. */
function explainConnection(error: unknown): never {
  if (!(error instanceof TypeError)) throw error
  const cause: unknown = error.cause
  const code = typeof cause === 'object' && cause !== null && 'code' in cause ? String(cause.code ?? '') : ''
  const isNoHttp = cause instanceof Error && cause.name === 'HTTPParserError'
  if (isNoHttp || code === 'UND_ERR_HEADERS_OVERFLOW') throw notOllama(message('not-http'))
  if (code === 'UND_ERR_SOCKET' || code === 'ECONNRESET' || code === 'EPIPE') {
    throw new StreamError('STREAM_BROKEN', message('closed-before-answer'))
  }
  throw new StreamError('OLLAMA_UNREACHABLE', asReported(code))
}

async function within<T>(ms: number, waiting: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined
  const deadline = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new StreamError('STREAM_SILENT', saySilence(ms))), ms)
  })
  try {
    return await Promise.race([waiting, deadline])
  } finally {
    clearTimeout(timer)
  }
}

let patientDispatcher: object | undefined

/**
 * Node's fetch gives up after 5 minutes without headers, which Ollama sends only after loading. Each request uses its
 * own connection (pipelining 0), because an old one may belong to a server that is gone.
 */
function withoutOwnTimeouts(): { dispatcher?: object } {
  if (!patientDispatcher) {
    new Headers()
    const shared: unknown = Reflect.get(globalThis, Symbol.for('undici.globalDispatcher.1'))
    if (typeof shared !== 'object' || shared === null) return {}
    const Agent = shared.constructor as new (options: object) => object
    patientDispatcher = new Agent({ headersTimeout: 0, bodyTimeout: 0, pipelining: 0 })
  }
  return { dispatcher: patientDispatcher }
}

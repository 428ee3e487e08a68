import { isUtf8 } from 'node:buffer'
import { type ClientRequest, type IncomingMessage, request as requestHttp } from 'node:http'
import { request as requestHttps } from 'node:https'
import { isIP } from 'node:net'
import { PassThrough, Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib'
import { answerWith, type ResolvedAddress } from '#main/network/resolve-host'
import type { WebAddress } from '#shared/call/web-address'
import { type Message, message } from '#shared/messages/message'
import { orAbort } from '#shared/or-abort'

export interface HttpLimits {
  /** Until the last header of each response. */
  headersMs: number
  headerBytes: number
  headerCount: number
  /** Of a body, before and after decompression. */
  bodyBytes: number
  redirects: number
}

export interface Outgoing {
  address: WebAddress
  addresses: ResolvedAddress[]
  method: string
  headers: [name: string, value: string][]
  body: string | null
  /** Certificates to trust instead of the system's. */
  ca?: string | undefined
}

export interface Incoming {
  status: number
  reason: string
  headers: [name: string, value: string][]
  /** Decompressed; if it broke off, what arrived before. */
  body: Buffer
  problem?: Message
}

/** Responses 100 to 199 before the real one. */
const MOST_HINTS = 20

export type Exchange = { ok: true; response: Incoming } | { ok: false; message: Message }

/** Sends exactly this on a connection of its own. Rejects when the signal aborts. */
export async function sendRequest(outgoing: Outgoing, limits: HttpLimits, signal: AbortSignal): Promise<Exchange> {
  signal.throwIfAborted()
  const { promise, resolve, reject } = Promise.withResolvers<Exchange>()
  const fail = (why: Message) => resolve({ ok: false, message: why })
  const { origin } = outgoing.address
  const request = open(outgoing, limits)
  const timer = setTimeout(() => fail(message('http-headers-late', { origin, ms: limits.headersMs })), limits.headersMs)

  let answer: Promise<Incoming> | null = null
  let parseError = ''
  request.on('error', (error) => {
    parseError = findCode(error)
    if (answer === null) fail(describeError(error, outgoing, limits))
  })
  let hints = 0
  request.on('information', ({ statusCode }) => {
    hints += 1
    if (hints > MOST_HINTS) fail(message('http-not-http', { origin, code: String(statusCode) }))
  })
  request.on('upgrade', (_response, socket) => {
    socket.destroy()
    fail(message('http-not-http', { origin, code: '101' }))
  })
  request.on('close', () => {
    if (answer === null) fail(message('http-closed', { origin }))
  })
  request.on('response', (response) => {
    clearTimeout(timer)
    const count = response.rawHeaders.length / 2
    if (count > limits.headerCount) return fail(message('http-headers-too-many', { origin, most: limits.headerCount }))
    answer = receive(response, outgoing, limits, () => parseError)
    return void answer.then((received) => resolve({ ok: true, response: received }), reject)
  })
  request.end(outgoing.body ?? undefined)
  try {
    return await orAbort(promise, signal)
  } finally {
    clearTimeout(timer)
    request.destroy()
  }
}

function open({ address, addresses, method, headers, ca }: Outgoing, limits: HttpLimits): ClientRequest {
  const isSecure = address.href.startsWith('https:')
  const { host, port, path } = address
  const request = (isSecure ? requestHttps : requestHttp)({
    ...{ host, port, path, method, headers: headers.flat(), setDefaultHeaders: false, agent: false },
    ...{ maxHeaderSize: limits.headerBytes, lookup: answerWith(addresses) },
    ...(isSecure && { servername: isIP(host) ? '' : host, ALPNProtocols: ['http/1.1'] }),
    ...(ca !== undefined && { ca }),
  })
  // Otherwise Node silently drops excess headers.
  request.maxHeadersCount = 0
  return request
}

/** Never rejects: a body that breaks off is a response with a problem. */
async function receive(
  response: IncomingMessage,
  { address }: Outgoing,
  limits: HttpLimits,
  parseError: () => string,
): Promise<Incoming> {
  const { origin } = address
  const raw = response.rawHeaders
  const headers = raw.flatMap((name, index): [string, string][] => (index % 2 ? [] : [[name, decode(raw[index + 1])]]))
  const chunks: Buffer[] = []
  const finish = (problem?: Message): Incoming => ({
    ...{ status: response.statusCode ?? 0, reason: decode(response.statusMessage), headers },
    body: Buffer.concat(chunks),
    ...(problem && { problem }),
  })
  const encoding = response.headers['content-encoding']?.trim().toLowerCase() ?? ''
  const unpack = chooseUnpacker(encoding)
  if (unpack === null) return finish(message('http-encoding', { origin, encoding }))
  const declared = response.headers['content-length']
  let came = 0
  try {
    const count = limitBytes(limits.bodyBytes, (bytes) => {
      came += bytes
    })
    await pipeline(response, count, unpack, limitBytes(limits.bodyBytes), async (source: AsyncIterable<Buffer>) => {
      for await (const chunk of source) chunks.push(chunk)
    })
  } catch (error) {
    const { code = '' } = error as NodeJS.ErrnoException
    if (code === TOO_LARGE) return finish(message('http-too-large', { origin, most: limits.bodyBytes }))
    if (parseError() !== '') return finish(message('http-not-http', { origin, code: parseError() }))
    if (/^(?:Z_|ERR_BROTLI|ERR__ERROR|ERR_PADDING)/.test(code)) {
      // An answer without a body still names the encoding that its body would have.
      return finish(came === 0 ? undefined : message('http-unpack', { origin, encoding }))
    }
    if (declared === undefined) return finish(message('http-body-cut', { origin, bytes: came }))
    return finish(message('http-body-short', { origin, bytes: came, declared }))
  }
  return parseError() === '' ? finish() : finish(message('http-body-long', { origin, declared: declared ?? '0' }))
}

/** Node reads headers as Latin-1, but many servers write UTF-8. */
function decode(text = ''): string {
  const bytes = Buffer.from(text, 'latin1')
  return isUtf8(bytes) ? bytes.toString() : text
}

const TOO_LARGE = 'SKILLET_TOO_LARGE'

function limitBytes(most: number, count?: (bytes: number) => void): Transform {
  let total = 0
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      total += chunk.length
      count?.(chunk.length)
      if (total > most) done(Object.assign(new Error('The body is too large.'), { code: TOO_LARGE }))
      else done(null, chunk)
    },
  })
}

function chooseUnpacker(encoding: string): Transform | null {
  if (encoding === '' || encoding === 'identity') return new PassThrough()
  if (encoding === 'gzip' || encoding === 'x-gzip') return createGunzip()
  if (encoding === 'br') return createBrotliDecompress()
  return encoding === 'deflate' ? createInflate() : null
}

function describeError(error: Error, { address }: Outgoing, limits: HttpLimits): Message {
  const { origin, host } = address
  const code = findCode(error)
  if (code === 'HPE_HEADER_OVERFLOW') return message('http-headers-too-large', { origin, most: limits.headerBytes })
  if (code.startsWith('HPE_')) return message('http-not-http', { origin, code })
  if (code === 'ECONNREFUSED') return message('http-refused', { origin })
  if (/^(?:ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|EADDRNOTAVAIL|ENETDOWN)$/.test(code)) {
    return message('http-unreachable', { origin, code })
  }
  if (/CERT|ERR_TLS|ERR_SSL|SIGNATURE|EPROTO|CRL/.test(code)) return message('http-certificate', { host, code })
  return message('http-closed', { origin })
}

/** If several addresses failed, their errors are combined. */
function findCode(error: Error): string {
  const first = error instanceof AggregateError ? (error.errors[0] as Error | undefined) : error
  return (first as NodeJS.ErrnoException | undefined)?.code ?? ''
}

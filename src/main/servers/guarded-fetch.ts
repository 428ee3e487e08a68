import { request as requestHttp } from 'node:http'
import { request as requestHttps } from 'node:https'
import { Readable } from 'node:stream'
import { answerWith, type Lookup, resolveHost } from '#main/network/resolve-host'
import { readWebAddress } from '#shared/call/web-address'
import { message, textOf } from '#shared/messages/message'

export type Fetch = (url: string | URL, init?: RequestInit) => Promise<Response>

const MOST_BODY_BYTES = 64 * 2 ** 20
const NO_BODY = new Set([204, 205, 304])
const OWN_HEADERS = /^(?:host|connection|content-length|transfer-encoding|accept-encoding)$/i

/**
 * A fetch with our rules for addresses: each name is resolved once, inner addresses are allowed only for the server's
 * own host and only if that was reviewed, and redirects are refused.
 */
export function makeGuardedFetch({ home, lookup }: { home: string; lookup?: Lookup }): Fetch {
  const own = readWebAddress(home)
  return async (url, init = {}) => {
    const read = readWebAddress(String(url))
    if (!read.ok) throw new Error(textOf(read.message))
    const { host, port, path, origin, href } = read.address
    const signal = init.signal ?? new AbortController().signal
    const mayBeInner = own.ok && own.address.host === host
    const resolved = await resolveHost(host, { mayBeInner, signal, lookup })
    if (!resolved.ok) throw new Error(textOf(resolved.message))
    const isSecure = href.startsWith('https:')
    const body = init.body == null ? null : Buffer.from(await new Response(init.body).arrayBuffer())
    const headers = Object.fromEntries([...new Headers(init.headers)].filter(([name]) => !OWN_HEADERS.test(name)))
    const { promise, resolve, reject } = Promise.withResolvers<Response>()
    const request = (isSecure ? requestHttps : requestHttp)({
      ...{ host, port, path, method: init.method ?? 'GET', signal, agent: false },
      headers: { ...headers, host: new URL(href).host, ...(body && { 'content-length': body.length }) },
      lookup: answerWith(resolved.addresses),
    })
    const fail = (cause?: Error) => {
      const closed = new TypeError(textOf(message('http-closed', { origin })), { cause })
      reject(signal.aborted ? signal.reason : closed)
    }
    request.on('error', fail)
    // It closes without an error where the server switches protocols.
    request.on('close', () => fail())
    request.on('response', (incoming) => {
      const { statusCode: status = 502, statusMessage: statusText = '', headersDistinct } = incoming
      const answered = Object.entries(headersDistinct).flatMap(([name, values = []]) =>
        values.map((value): [string, string] => [name, value]),
      )
      let came = 0
      incoming.on('data', (chunk: Buffer) => {
        came += chunk.length
        if (came <= MOST_BODY_BYTES) return
        incoming.destroy(new Error(textOf(message('http-too-large', { origin, most: MOST_BODY_BYTES }))))
      })
      incoming.pause()
      const isEmpty = NO_BODY.has(status) || init.method === 'HEAD'
      if (isEmpty) incoming.resume()
      const stream = isEmpty ? null : (Readable.toWeb(incoming) as ReadableStream<Uint8Array>)
      try {
        resolve(new Response(stream, { status, statusText, headers: answered }))
      } catch (error) {
        // Not every status that can be sent is one that a response may have.
        incoming.destroy()
        fail(error as Error)
      }
    })
    request.end(body ?? undefined)
    return promise
  }
}

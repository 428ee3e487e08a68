import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

export interface Callback {
  /** The address that the browser returns to. */
  url: string
  /** Everything the browser returned; null if it did not return in time. */
  answer(ms: number): Promise<URLSearchParams | null>
  close(): void
}

const DONE = 'You are signed in. You can close this window.\n'

/** Opens a local port while a person signs in. It answers exactly one address. */
export async function listenForCallback(): Promise<Callback> {
  const { promise, resolve } = Promise.withResolvers<URLSearchParams | null>()
  const server = createServer({ requestTimeout: 10_000 }, (request, response) => {
    const host = `127.0.0.1:${(server.address() as AddressInfo | null)?.port}`
    const url = URL.parse(request.url ?? '', `http://${host}`)
    if (request.method !== 'GET' || request.headers.host !== host || url?.pathname !== '/callback') {
      response.writeHead(404).end()
      return
    }
    response.writeHead(200, { 'content-type': 'text/plain', connection: 'close' }).end(DONE)
    resolve(url.searchParams)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/callback`,
    answer: async (ms) => {
      const timer = setTimeout(() => resolve(null), ms)
      return promise.finally(() => clearTimeout(timer))
    },
    close: () => {
      resolve(null)
      server.close()
      server.closeAllConnections()
    },
  }
}

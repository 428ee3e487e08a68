import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Readable } from 'node:stream'
import type { ReadableStream } from 'node:stream/web'
import { createMcpHandler, type McpHttpHandler } from '@modelcontextprotocol/server'
import type { Core } from '#main/open-core'
import type { Program } from './pairings.ts'
import type { ProgramPort } from './program-port.ts'
import { makeFactory } from './serve-protocol.ts'

interface LoopbackPorts extends Pick<Core['programs'], 'find' | 'connect'> {
  open(program: Program): ProgramPort
  version: string
}

export type Loopback = Awaited<ReturnType<typeof openLoopback>>

export const PATH = '/mcp'

/** Opens a port for this computer only. Programs need their token, and web pages are refused. */
export async function openLoopback(port: number, ports: LoopbackPorts) {
  const handlers = new Map<string, { handler: McpHttpHandler; close(): void }>()
  const server = createServer({ requestTimeout: 60_000, maxHeaderSize: 16 * 1024 }, (request, response) => {
    answer(request, response).catch(() => {
      if (response.headersSent) response.destroy()
      else response.writeHead(500).end()
    })
  })

  function handlerOf(program: Program): McpHttpHandler {
    const known = handlers.get(program.program)
    if (known) return known.handler
    const opened = ports.open(program)
    const handler = createMcpHandler(makeFactory(opened, ports.version))
    opened.onChange(() => {
      handler.notify.toolsChanged()
      handler.notify.resourcesChanged()
    })
    const close = () => {
      handlers.delete(program.program)
      leave()
      void opened.close()
      void handler.close()
    }
    const leave = ports.connect(program.program, close)
    handlers.set(program.program, { handler, close })
    return handler
  }

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { host, origin, authorization = '' } = request.headers
    const own = (server.address() as AddressInfo).port
    // A page of the web has its own origin, and if a name of its own leads here, also another host.
    const isOwnHost = host === `127.0.0.1:${own}` || host === `localhost:${own}`
    if (!isOwnHost || (origin !== undefined && origin !== `http://${host}`)) {
      return refuse(response, 403, 'only programs of this computer are answered here')
    }
    if (URL.parse(request.url ?? '', `http://${host}`)?.pathname !== PATH) return refuse(response, 404, 'not found')
    const [scheme, token = ''] = authorization.split(' ')
    const program = ports.find(scheme?.toLowerCase() === 'bearer' ? token : '')
    if (!program)
      return refuse(response, 401, 'the token of a paired program is needed', { 'www-authenticate': 'Bearer' })
    await pass(request, response, handlerOf(program))
  }

  server.listen(port, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}${PATH}`,
    close(): void {
      for (const { close } of [...handlers.values()]) close()
      server.close()
      server.closeAllConnections()
    },
  }
}

function refuse(response: ServerResponse, status: number, text: string, headers: Record<string, string> = {}): void {
  response.writeHead(status, { 'content-type': 'text/plain', connection: 'close', ...headers }).end(`${text}\n`)
}

async function pass(request: IncomingMessage, response: ServerResponse, handler: McpHttpHandler): Promise<void> {
  const gone = new AbortController()
  response.on('close', () => gone.abort())
  const hasBody = request.method !== 'GET' && request.method !== 'HEAD'
  const headers = Object.entries(request.headersDistinct).flatMap(([name, values = []]) =>
    values.map((value): [string, string] => [name, value]),
  )
  const answered = await handler.fetch(
    new Request(`http://${request.headers.host}${request.url}`, {
      ...{ method: request.method ?? 'GET', headers, signal: gone.signal },
      ...(hasBody && { body: Readable.toWeb(request) as unknown as ReadableStream<Uint8Array>, duplex: 'half' }),
    } as RequestInit),
  )
  response.writeHead(answered.status, Object.fromEntries(answered.headers))
  if (!answered.body) return void response.end()
  for await (const chunk of answered.body) {
    if (!response.write(chunk)) await Promise.race([once(response, 'drain'), once(response, 'close')])
    if (gone.signal.aborted) return
  }
  response.end()
}

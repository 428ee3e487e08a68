import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/** One answer of the scripted server: lines of a stream, or a whole HTTP reply. */
export type ScriptedReply =
  | {
      lines: (object | string | Uint8Array)[] /** Holds back everything after the first line until this resolves. */
      until?: Promise<void>
      cutOff?: boolean
      headers?: Record<string, string>
    }
  | { status: number; body: string; headers?: Record<string, string> }

export interface SeenRequest {
  path: string
  headers: IncomingHttpHeaders
  body: Record<string, unknown>
  /** The body as it came over the wire. */
  raw: string
  /** Resolves when the connection is gone before the answer was complete. */
  hungUp: Promise<void>
}

export interface FakeOllama {
  host: string
  /** Bodies of the chat requests, in order. */
  requests: Record<string, unknown>[]
  /** Every request of any kind, in order. */
  seen: SeenRequest[]
  /** An answer can be made of the request it answers. */
  enqueue(...replies: (ScriptedReply | ((body: Record<string, unknown>) => ScriptedReply))[]): void
  /** From now on everything asked of this path, such as /api/show, is answered so. */
  answer(path: string, reply: ScriptedReply | ((body: Record<string, unknown>) => ScriptedReply)): void
  setModels(...names: string[]): void
  close(): Promise<void>
}

/** A real HTTP server that answers /api/chat with what was enqueued, one reply a request. */
export async function startFakeOllama(): Promise<FakeOllama> {
  const queue: Parameters<FakeOllama['enqueue']> = []
  const requests: Record<string, unknown>[] = []
  let models = ['tiny:1b']

  const seen: SeenRequest[] = []
  const scripted = new Map<string, Parameters<FakeOllama['answer']>[1]>()

  const server = createServer(async (request, response) => {
    const path = request.url ?? ''
    const gone = Promise.withResolvers<void>()
    response.once('close', () => (response.writableFinished ? undefined : gone.resolve()))
    const raw = await readBody(request)
    const body = JSON.parse(raw || '{}') as Record<string, unknown>
    seen.push({ path, headers: request.headers, body, raw, hungUp: gone.promise })
    const known = scripted.get(path)
    if (known) return answer(response, typeof known === 'function' ? known(body) : known)
    if (path === '/api/version') return json(response, { version: '0.17.4' })
    if (path === '/api/ps') return json(response, { models: [] })
    if (path === '/api/tags') return json(response, { models: models.map(describeModel) })
    if (path !== '/api/chat') return json(response, { error: 'not found' }, 404)
    requests.push(body)
    const reply = queue.shift()
    if (!reply) return json(response, { error: 'the script of the test has ended' }, 500)
    await answer(response, typeof reply === 'function' ? reply(body) : reply)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo

  return {
    host: `http://127.0.0.1:${port}`,
    requests,
    seen,
    answer: (path, reply) => void scripted.set(path, reply),
    enqueue: (...replies) => void queue.push(...replies),
    setModels: (...names) => {
      models = names
    },
    close: async () => {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

export function say(text: string): ScriptedReply {
  const words = text.match(/\S+\s*/g) ?? []
  return { lines: [...words.map((content) => part({ content })), end()] }
}

export function callTool(name: string, args: unknown, before = ''): ScriptedReply {
  return { lines: [part({ content: before, tool_calls: [{ function: { name, arguments: args } }] }), end()] }
}

export const part = (message: object): object => ({
  model: 'tiny:1b',
  message: { role: 'assistant', ...message },
  done: false,
})

export const end = (reason = 'stop'): object => ({
  model: 'tiny:1b',
  message: { role: 'assistant', content: '' },
  done: true,
  done_reason: reason,
  prompt_eval_count: 100,
  eval_count: 10,
})

async function answer(response: ServerResponse, reply: ScriptedReply): Promise<void> {
  if ('status' in reply) {
    response.writeHead(reply.status, { 'content-type': 'application/json', ...reply.headers }).end(reply.body)
    return
  }
  response.writeHead(200, { 'content-type': 'application/x-ndjson', ...reply.headers })
  for (const [index, line] of reply.lines.entries()) {
    response.write(isRaw(line) ? line : `${JSON.stringify(line)}\n`)
    if (index === 0) await reply.until
  }
  if (reply.cutOff) response.socket?.end()
  else response.end()
}

const isRaw = (line: object | string): line is string | Uint8Array =>
  typeof line === 'string' || line instanceof Uint8Array

function json(response: ServerResponse, body: object, status = 200): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
}

async function readBody(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks).toString('utf8')
}

const describeModel = (name: string) => ({
  name,
  model: name,
  size: 815_319_791,
  details: { parameter_size: '1B', quantization_level: 'Q4_K_M', family: 'tiny' },
})

import { randomUUID } from 'node:crypto'
import type { Machine } from '#main/calls/machine'
import type { Lookup } from '#main/network/resolve-host'
import type { ServerStart } from '#main/runners/mcp/mcp-runner'
import type { ServerCall } from '#main/runners/mcp/server-port'
import { wrapIfPlanned } from '#main/runners/process/sandbox'
import { type ServerProcess, startServer } from '#main/runners/process/server-process'
import type { NewFact } from '#shared/facts'
import { isObject, type JsonObject } from '#shared/json'
import { type Message, message } from '#shared/messages/message'
import { lineOfServer, type McpAddress, type McpCommand, type NamedText } from '#shared/skill/mcp-server'
import { type Connection, type ConnectOptions, connect, type ServerList } from './connection.ts'
import { Failure } from './failure.ts'
import { makeGuardedFetch } from './guarded-fetch.ts'
import { LONGEST_LINE, makeStdioTransport } from './stdio-transport.ts'

export interface OpenPorts {
  record(fact: NewFact): Promise<void>
  machine: Pick<Machine, 'wrap' | 'forCall'>
  lookup?: Lookup
  /** So long a server may take to answer for the first time. */
  connectMs?: number
}

/** A server that answers. */
export interface OpenServer {
  connection: Connection
  /** What it offers, as it last said. */
  list(): ServerList
  paramsOf(tool: string): JsonObject
  /** Why it is gone; null where it is still there. */
  whyEnded(error: unknown): Promise<Message | null>
  closed: Promise<void>
  close(): Promise<void>
}

const CONNECT_MS = 30_000
const PROBE_MS = 2000
const HTTP_PROBE_MS = 60_000
const LONGEST_WORDS = 500

/** Starts it or connects to it, and asks what it offers. On record before it starts. Rejects with a Failure. */
export async function openServer(
  start: ServerStart,
  secret: ServerCall['secret'],
  ports: OpenPorts,
): Promise<OpenServer> {
  const { kind } = start.server.start
  return kind === 'command'
    ? openProcess(start, start.server.start, secret, ports)
    : openAddress(start, start.server.start, secret, ports)
}

async function openAddress(
  { server }: ServerStart,
  { url, headers }: McpAddress,
  secret: ServerCall['secret'],
  ports: OpenPorts,
) {
  const { StreamableHTTPClientTransport } = await import('@modelcontextprotocol/client')
  const transport = new StreamableHTTPClientTransport(new URL(url), {
    fetch: makeGuardedFetch({ home: url, ...(ports.lookup && { lookup: ports.lookup }) }),
    requestInit: { headers: await fillNamed(headers, server.name, secret) },
  })
  return settle(server.name, transport, {
    probeMs: HTTP_PROBE_MS,
    roots: [],
    ports,
    ended: new Promise(() => {}),
    whyEnded: async () => null,
  })
}

async function openProcess(
  start: ServerStart,
  command: McpCommand,
  secret: ServerCall['secret'],
  ports: OpenPorts,
): Promise<OpenServer> {
  const { server, binary, cwd, confinement } = start
  const { name } = server
  const instance = randomUUID()
  const env = { ...ports.machine.forCall().env, ...(await fillNamed(command.env, name, secret)) }
  const what = { path: binary?.path ?? '', args: command.args, cwd: cwd ?? '', env }
  const wrapped = wrapIfPlanned(what, confinement, ports.machine.wrap)
  if (wrapped === 'impossible') throw new Failure(message('server-not-started', { server: name, reason: 'sandbox' }))
  const about = { chat: null, skill: server.skill, server: name, instance }
  await ports.record({
    ...{ ...about, type: 'server.started', line: lineOfServer(server), path: what.path, cwd: what.cwd },
    ...{ env: Object.keys(env).sort(), ...(confinement && { confinement }) },
  })
  const started = await startServer({ ...what, ...wrapped, marker: instance })
  if (!started.ok) {
    await ports.record({ ...about, type: 'server.ended', exitCode: null, signal: null, ms: 0, said: started.message })
    throw new Failure(message('server-not-started', { server: name, reason: started.message }))
  }
  const { process } = started
  const transport = makeStdioTransport(process)
  const ended = process.ended.then(async ({ exitCode, signal, ms }) => {
    await ports.record({
      ...about,
      type: 'server.ended',
      exitCode,
      signal,
      ms: Math.round(ms),
      said: process.lastWords(),
    })
  })
  ended.catch(() => undefined)
  const whyEnded = async (code: 'server-ended' | 'server-ended-early' = 'server-ended') =>
    describeEnd(name, process, transport.overflowed(), code)
  return settle(name, transport, {
    probeMs: PROBE_MS,
    roots: command.folders,
    ports,
    ended,
    whyEnded,
    stop: process.stop,
  })
}

interface Settling extends Pick<ConnectOptions, 'probeMs' | 'roots'> {
  ports: OpenPorts
  ended: Promise<void>
  whyEnded(code?: 'server-ended-early'): Promise<Message | null>
  stop?(): Promise<void>
}

async function settle(
  name: string,
  transport: Parameters<typeof connect>[0],
  { ports, ended, whyEnded, stop, ...options }: Settling,
): Promise<OpenServer> {
  const connectMs = ports.connectMs ?? CONNECT_MS
  let list: ServerList = { tools: [], prompts: [], resources: [] }
  let listing: Promise<void> = Promise.resolve()
  let connection: Connection | null = null
  const refresh = () => {
    listing = listing
      .then(async () => {
        list = (await connection?.list()) ?? list
      })
      .catch(() => undefined)
  }
  const silent = Promise.withResolvers<never>()
  const timer = setTimeout(
    () => silent.reject(new Failure(message('server-silent', { server: name, seconds: Math.ceil(connectMs / 1000) }))),
    connectMs,
  )
  const gone = ended.then(async () => {
    throw new Failure((await whyEnded('server-ended-early')) ?? message('server-silent', { server: name, seconds: 0 }))
  })
  gone.catch(() => undefined)
  const open = async () => {
    const made = await connect(transport, { ...options, connectMs, listChanged: refresh })
    connection = made
    list = await made.list()
    return made
  }
  try {
    const opening = open()
    opening.catch(() => undefined)
    const made = await Promise.race([opening, silent.promise, gone])
    return {
      connection: made,
      list: () => list,
      paramsOf: (tool) => {
        const params = list.tools.find((each) => each.name === tool)?.inputSchema
        return isObject(params) ? params : { type: 'object' }
      },
      whyEnded: async () => {
        const isGone = await Promise.race([
          ended.then(() => true),
          new Promise<false>((resolve) => setTimeout(resolve, 50, false)),
        ])
        return isGone ? whyEnded() : null
      },
      closed: ended,
      close: async () => {
        await made.close().catch(() => undefined)
        await stop?.()
        if (stop) await ended
      },
    }
  } catch (error) {
    await (stop?.() ?? transport.close()).catch(() => undefined)
    if (stop) await ended.catch(() => undefined)
    throw error instanceof Failure
      ? error
      : new Failure(message('server-refused', { problem: String((error as Error).message).slice(0, LONGEST_WORDS) }))
  } finally {
    clearTimeout(timer)
    silent.promise.catch(() => undefined)
  }
}

async function describeEnd(
  server: string,
  process: ServerProcess,
  isOverflown: boolean,
  code: 'server-ended' | 'server-ended-early',
) {
  if (isOverflown) return message('server-line-long', { server, mib: LONGEST_LINE / 2 ** 20 })
  const { exitCode, signal } = await process.ended
  const words = process.lastWords().slice(-LONGEST_WORDS)
  const said = words === '' ? '' : message('server-said', { text: words })
  return message(code, { server, how: signal ?? `exit code ${exitCode}`, said })
}

async function fillNamed(
  named: readonly NamedText[],
  server: string,
  secret: ServerCall['secret'],
): Promise<Record<string, string>> {
  const filled: Record<string, string> = {}
  for (const { name, value } of named) {
    let text = ''
    for (const part of value) {
      const piece = 'text' in part ? part.text : await secret(part.secret)
      if (piece === null)
        throw new Failure(message('server-secret-missing', { server, name: 'secret' in part ? part.secret : '' }))
      text += piece
    }
    filled[name] = text
  }
  return filled
}

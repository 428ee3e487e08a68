import { randomUUID } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import type { Machine } from '#main/calls/machine'
import type { Lookup } from '#main/network/resolve-host'
import type { ServerStart } from '#main/runners/mcp/mcp-runner'
import { wrapIfPlanned } from '#main/runners/process/sandbox'
import { startServer } from '#main/runners/process/server-process'
import type { ServerCall } from '#main/runners/runner'
import type { NewFact } from '#shared/facts'
import { type Message, message, textOf } from '#shared/messages/message'
import { orAbort } from '#shared/or-abort'
import {
  lineOfServer,
  type McpAddress,
  type McpCommand,
  type McpServer,
  type NamedText,
  type Permit,
} from '#shared/skill/mcp-server'
import { type Connection, type ConnectOptions, connect, Failure, isSignedOut, type ServerList } from './connection.ts'
import { makeGuardedFetch } from './guarded-fetch.ts'
import { makeSignIn, type SignInPorts } from './sign-in.ts'
import { LONGEST_LINE, makeStdioTransport } from './stdio-transport.ts'

export interface OpenPorts {
  record(fact: NewFact): Promise<void>
  machine: Pick<Machine, 'wrap' | 'forCall'>
  lookup?: Lookup
  /** What the person lets it ask. */
  permits?(server: McpServer): readonly Permit[]
  /** For a server with an address. */
  signIn?(server: McpServer): Promise<SignInPorts | null>
  /** Commands whose servers use the older era; they are not probed again. */
  legacy: Set<string>
  /** How long a server may take for its first answer. */
  connectMs?: number
}

const CONNECT_MS = 30_000
const PROBE_MS = 2000
const HTTP_PROBE_MS = 60_000
const LONGEST_WORDS = 500
/** A broken connection may be noticed before its process has ended. */
const SOON_MS = 200

/** Starts it or connects to it and reads its list. Recorded before it starts. Rejects with a Failure. */
export async function openServer(
  start: ServerStart,
  secret: ServerCall['secret'],
  ports: OpenPorts,
): Promise<OpenServer> {
  const how = start.server.start
  if (how.kind === 'address') return openAddress(start, how, secret, ports)
  const line = JSON.stringify([how.command, how.args])
  const open = async (isLegacy: boolean) => {
    const opened = await openProcess(start, how, secret, { ...ports, isLegacy })
    if (opened.connection.isLegacy()) ports.legacy.add(line)
    return opened
  }
  if (ports.legacy.delete(line)) return open(true)
  try {
    return await open(false)
  } catch (error) {
    // Some servers of the older era exit when they are probed for the newer one.
    if (error instanceof Failure && error.why.code === 'server-ended-early') return open(true)
    throw error
  }
}

/** Over HTTP. A server that requires signing in gets one attempt per connection and per call. */
async function openAddress(
  { server }: ServerStart,
  { url, headers }: McpAddress,
  secret: ServerCall['secret'],
  ports: OpenPorts,
): Promise<OpenServer> {
  const protocol = await import('@modelcontextprotocol/client')
  const { name } = server
  const ways = await ports.signIn?.(server)
  const signIn = ways && makeSignIn(name, ways)
  const filled = await fillNamed(headers, name, secret)
  const makeTransport = () =>
    new protocol.StreamableHTTPClientTransport(new URL(url), {
      fetch: makeGuardedFetch({ home: url, ...(ports.lookup && { lookup: ports.lookup }) }),
      requestInit: { headers: filled },
      ...(signIn && { authProvider: signIn.provider }),
    })
  const finish = async (transport: ReturnType<typeof makeTransport>, error: unknown) => {
    if (!isSignedOut(error instanceof Failure ? error.cause : error)) throw error
    if (!signIn) throw new Failure(message('server-needs-sign-in', { server: name }))
    try {
      await transport.finishAuth(await signIn.callback())
    } finally {
      signIn.done()
    }
  }
  const open = (transport: ReturnType<typeof makeTransport>) =>
    settle(server, transport, {
      ...{ probeMs: HTTP_PROBE_MS, isLegacy: false, folders: null, ports },
      ...{ ended: new Promise(() => {}), whyEnded: async () => null },
    })
  let transport = makeTransport()
  const opened = await open(transport).catch(async (error: unknown) => {
    await finish(transport, error)
    transport = makeTransport()
    return open(transport)
  })
  const call: Connection['call'] = async (...asked) =>
    opened.connection.call(...asked).catch(async (error: unknown) => {
      await finish(transport, error)
      return opened.connection.call(...asked)
    })
  return { ...opened, connection: { ...opened.connection, call } }
}

async function openProcess(
  start: ServerStart,
  command: McpCommand,
  secret: ServerCall['secret'],
  ports: OpenPorts & { isLegacy: boolean },
): Promise<OpenServer> {
  const { server, binary, cwd, confinement } = start
  const { name } = server
  const instance = randomUUID()
  const env = { ...ports.machine.forCall().env, ...(await fillNamed(command.env, name, secret)) }
  const what = { path: binary?.path ?? '', args: command.args, cwd: cwd ?? '', env }
  const wrapped = wrapIfPlanned(what, confinement, ports.machine.wrap)
  if ('refused' in wrapped) throw new Failure(message('server-not-started', { server: name, reason: wrapped.refused }))
  const about = { chat: null, skill: server.skill, server: name, instance }
  await ports.record({
    ...{ ...about, type: 'server.started', line: lineOfServer(server), path: what.path, cwd: what.cwd },
    ...{ env: Object.keys(env).sort(), ...(confinement && { confinement }) },
  })
  const started = await startServer({ ...what, ...wrapped, marker: instance })
  const recordEnd = (how: { exitCode: number | null; signal: string | null; ms: number; said: string }) =>
    ports.record({ ...about, type: 'server.ended', ...how })
  if (!started.ok) {
    await recordEnd({ exitCode: null, signal: null, ms: 0, said: textOf(started.message) })
    throw new Failure(message('server-not-started', { server: name, reason: started.message }))
  }
  const { process } = started
  const transport = makeStdioTransport(process)
  const ended = process.ended.then(({ exitCode, signal, ms }) =>
    recordEnd({ exitCode, signal, ms: Math.round(ms), said: process.lastWords() }),
  )
  ended.catch(() => undefined)
  const whyEnded = async (code: 'server-ended' | 'server-ended-early' = 'server-ended') => {
    if (transport.overflowed()) return message('server-line-long', { server: name, mib: LONGEST_LINE / 2 ** 20 })
    const { exitCode, signal } = await process.ended
    const words = process.lastWords().slice(-LONGEST_WORDS)
    const said = words === '' ? '' : message('server-said', { text: words })
    return message(code, { server: name, how: signal ?? `exit code ${exitCode}`, said })
  }
  const { isLegacy } = ports
  return settle(server, transport, {
    ...{ probeMs: PROBE_MS, folders: command.folders, ports, ended, whyEnded, stop: process.stop, isLegacy },
  })
}

interface Settling extends Pick<ConnectOptions, 'probeMs' | 'isLegacy'> {
  /** Those it was granted. */
  folders: readonly string[] | null
  ports: OpenPorts
  ended: Promise<void>
  whyEnded(code?: 'server-ended-early'): Promise<Message | null>
  stop?(): Promise<void>
}

export type OpenServer = Awaited<ReturnType<typeof settle>>

/** A server that answers. */
async function settle(
  server: McpServer,
  transport: Parameters<typeof connect>[0],
  { folders, ports, ended, whyEnded, stop, ...known }: Settling,
) {
  const { name } = server
  const permits = ports.permits?.(server) ?? []
  const roots = permits.includes('roots') ? folders : null
  const options = { ...known, roots, maySample: permits.includes('sampling') }
  const connectMs = ports.connectMs ?? CONNECT_MS
  let kept: ReturnType<typeof keepList> | undefined
  const whyGone = async (code?: 'server-ended-early') => {
    const isGone = await Promise.race([ended.then(() => true), wait(SOON_MS, false)])
    return isGone ? whyEnded(code) : null
  }
  const silent = AbortSignal.timeout(connectMs)
  const gone = ended.then(async () => {
    throw new Failure((await whyEnded('server-ended-early')) ?? message('server-silent', { server: name, seconds: 0 }))
  })
  gone.catch(() => undefined)
  const open = async () => {
    const made = await connect(transport, { ...options, connectMs, listChanged: () => kept?.refresh() })
    kept = keepList(made.list)
    await kept.first
    return { made, list: kept.list }
  }
  try {
    const { made, list } = await orAbort(Promise.race([open(), gone]), silent)
    return {
      connection: made,
      list,
      hasSession: () => transport.sessionId !== undefined,
      /** Why it ended; null while it is running. */
      whyEnded: (): Promise<Message | null> => whyGone(),
      closed: Promise.race([ended, made.lost]),
      close: async (): Promise<void> => {
        await made.close().catch(() => undefined)
        await stop?.()
        if (stop) await ended
      },
    }
  } catch (reason) {
    const seconds = Math.ceil(connectMs / 1000)
    const isSilent = silent.aborted && reason === silent.reason
    const error = isSilent ? new Failure(message('server-silent', { server: name, seconds })) : reason
    const early = error instanceof Failure || !stop ? null : await whyGone('server-ended-early')
    await (stop?.() ?? transport.close()).catch(() => undefined)
    if (stop) await ended.catch(() => undefined)
    if (error instanceof Failure) throw error
    const problem = String((error as Error).message).slice(0, LONGEST_WORDS)
    throw new Failure(early ?? message('server-refused', { problem }), { cause: error })
  }
}

/** The latest list. Rejects while it cannot be read, because then it cannot be compared with the reviewed one. */
function keepList(read: () => Promise<ServerList>) {
  const first = read()
  let listing = first
  let isQueued = false
  const refresh = () => {
    if (isQueued) return
    isQueued = true
    const readNext = () => {
      isQueued = false
      return read()
    }
    listing = listing.then(readNext, readNext)
    listing.catch(() => undefined)
  }
  const again = () => {
    refresh()
    return listing
  }
  return { first, refresh, list: () => listing.catch(again) }
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
      const missing = 'secret' in part ? part.secret : ''
      if (piece === null) throw new Failure(message('server-secret-missing', { server, name: missing }))
      text += piece
    }
    filled[name] = text
  }
  return filled
}

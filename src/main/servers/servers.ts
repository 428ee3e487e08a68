import { setTimeout as wait } from 'node:timers/promises'
import { holderOf } from '#main/calls/callable'
import type { Machine } from '#main/calls/machine'
import { hashListed } from '#main/formats/mcp/read-mcp'
import type { Ledger } from '#main/ledger/open-ledger'
import { prepareServer, type ServerStart } from '#main/runners/mcp/mcp-runner'
import { killSurvivors } from '#main/runners/process/survivors'
import type { ServerAnswer, ServerCall } from '#main/runners/runner'
import type { McpAction } from '#shared/call/action'
import type { NewFact } from '#shared/facts'
import { type Message, message } from '#shared/messages/message'
import { orAbort } from '#shared/or-abort'
import type { McpServer } from '#shared/skill/mcp-server'
import { type Connection, Failure, isSignedOut, type ServerList } from './connection.ts'
import { type OpenPorts, type OpenServer, openServer } from './open-server.ts'
import type { SignInPorts } from './sign-in.ts'

export interface ServerPorts extends Omit<OpenPorts, 'legacy'> {
  /** How long to wait before a failed server is started again, by its number of failures. */
  backoffMs?(failures: number): number
}

export type Servers = ReturnType<typeof makeServers>

type Used<T> = { ok: true; value: T } | { ok: false; message: Message }

interface Entry {
  fingerprint: string
  opening: Promise<OpenServer>
  users: number
  isLost: boolean
}

const MOST_FAILURES = 3

/** One process per server for the whole app. It starts with the first call and ends with the app. */
export function makeServers(ports: ServerPorts) {
  const { record, backoffMs = (failures) => 500 * 4 ** failures } = ports
  const entries = new Map<string, Entry>()
  const failures = new Map<string, { times: number; reason: Message }>()
  const told = new Set<string>()
  const closing = new AbortController()
  const opening = { ...ports, legacy: new Set<string>() }

  // With another permit it is started again, since what it may ask is agreed at its start.
  const fingerprint = ({ server, binary, cwd, secrets, confinement }: ServerStart) =>
    JSON.stringify([server, binary, cwd, secrets, confinement, ports.permits?.(server)])

  const begin = (key: string, start: ServerStart, secret: ServerCall['secret']): Entry => {
    const started = openServer(start, secret, opening)
    const entry: Entry = { fingerprint: fingerprint(start), opening: started, users: 0, isLost: false }
    entries.set(key, entry)
    const forget = () => remove(key, entry)
    entry.opening.then((open) => open.closed.then(forget), forget)
    return entry
  }

  const remove = (key: string, entry: Entry) => {
    if (entries.get(key) === entry) entries.delete(key)
  }

  /** The running server, or a new one. */
  const reach = async (start: ServerStart, secret: ServerCall['secret'], signal: AbortSignal): Promise<Entry> => {
    const key = keyOf(start.server)
    const before = entries.get(key)
    if (before?.fingerprint === fingerprint(start)) return before
    // It was reviewed again or granted something else, so the running one is not what was approved.
    await close(key)
    const failed = failures.get(key)
    if (failed && failed.times >= MOST_FAILURES) {
      const values = { server: start.server.name, times: failed.times, reason: failed.reason }
      throw new Failure(message('server-failed-often', values))
    }
    if (failed) await wait(backoffMs(failed.times), undefined, { signal: AbortSignal.any([signal, closing.signal]) })
    return entries.get(key) ?? begin(key, start, secret)
  }

  const close = async (key: string) => {
    const entry = entries.get(key)
    entries.delete(key)
    await (await entry?.opening.catch(() => null))?.close()
  }

  /**
   * Rejects with a Failure if it cannot be opened. Over HTTP no process ends, so after a lost connection the next use
   * reconnects; where the server forgot its session, this one does, once and if `again` agrees.
   */
  const visit = async <T>(
    start: ServerStart,
    secret: ServerCall['secret'],
    signal: AbortSignal,
    act: (open: OpenServer) => Promise<T>,
    again?: () => boolean,
  ): Promise<T> => {
    const entry = await orAbort(reach(start, secret, signal), signal)
    entry.users += 1
    let isForgotten = false
    try {
      const open = await orAbort(entry.opening, signal)
      return await act(open).catch((error: unknown) => {
        isForgotten = open.hasSession() && hasForgotten(error)
        throw error
      })
    } catch (error) {
      if (signal.aborted || start.server.start.kind !== 'address' || isAnswer(error)) throw error
      entry.isLost = true
      remove(keyOf(start.server), entry)
      if (!isForgotten || !again?.()) throw error
    } finally {
      entry.users -= 1
      // Others may still wait for what they asked over it.
      if (entry.isLost && entry.users === 0) entry.opening.then((open) => open.close()).catch(() => undefined)
    }
    return visit(start, secret, signal, act)
  }

  const fail = ({ server }: ServerStart, reason: Message) => {
    const { times = 0 } = failures.get(keyOf(server)) ?? {}
    failures.set(keyOf(server), { times: times + 1, reason })
  }

  /** Recorded once per tool, so that the tool is not offered until it is reviewed again. */
  const withdraw = async ({ server, tool, listed }: McpAction, isThere: boolean): Promise<Message> => {
    const seen = JSON.stringify([server.skill, server.name, tool, listed])
    if (!told.has(seen)) {
      told.add(seen)
      await record({ type: 'server.changed', chat: null, skill: server.skill, server: server.name, tool, listed })
    }
    return message(isThere ? 'server-tool-changed' : 'server-tool-gone', { server: server.name, tool })
  }

  /** Its tools are not offered until the person signs in. */
  const noteSignIn = async ({ skill, name: server }: ServerStart['server'], error: unknown): Promise<Message> => {
    const why = explain(error, server)
    if (why.code === 'server-needs-sign-in') await record({ type: 'server.signed-out', chat: null, skill, server })
    return why
  }

  const call = async (request: ServerCall): Promise<ServerAnswer> => {
    const { action, confinement, secret, signal } = request
    const start = { ...action, confinement }
    const clock = new AbortController()
    const endClock = request.limit.start(request.timeoutMs, () => clock.abort())
    const both = AbortSignal.any([signal, clock.signal])
    const give = (how: 'not-started' | 'failed', why: Message): ServerAnswer => {
      if (signal.aborted) return { ok: false, how: 'canceled', message: why }
      if (!clock.signal.aborted) return { ok: false, how, message: why }
      const seconds = Math.ceil(request.timeoutMs / 1000)
      return { ok: false, how: 'timed-out', message: message('server-silent', { server: action.server.name, seconds }) }
    }
    let open = null as OpenServer | null
    let hasCalled = false
    let mayHaveRun = false
    const perform = async (reached: OpenServer): Promise<ServerAnswer> => {
      open = reached
      const offered = (await orAbort(reached.list(), both)).tools.find(({ name }) => name === action.tool)
      // If the skill's own file declares the schema, the review covered that.
      if (!offered || (action.listed !== '' && hashListed(offered) !== action.listed)) {
        return { ok: false, how: 'not-started', message: await withdraw(action, offered !== undefined) }
      }
      const { progress, limit } = request
      const answered = () => {
        mayHaveRun = true
      }
      hasCalled = true
      const result = await reached.connection.call(offered, action.args, {
        ...{ signal: both, progress, hold: limit.hold, answered },
        sample: (wanted) => {
          answered()
          return request.sample(wanted)
        },
        ask: (question, until) => {
          answered()
          return request.ask({ ...question, ...nameServer(action.server) }, until)
        },
      })
      failures.delete(keyOf(action.server))
      return { ok: true, result }
    }
    const again = () => {
      if (mayHaveRun) return false
      open = null
      hasCalled = false
      return true
    }
    try {
      return await visit(start, secret, both, perform, again)
    } catch (error) {
      const how = hasCalled ? 'failed' : 'not-started'
      if (open && both.aborted) return give(how, explain(error, action.server.name))
      const ended = await open?.whyEnded()
      const why = ended ?? (await noteSignIn(action.server, error))
      const isKnown = both.aborted || why.code === 'server-failed-often'
      if (open ? ended : !isKnown) fail(start, why)
      return give(how, why)
    } finally {
      endClock()
    }
  }

  return {
    call,
    /** Starts the server, reads its list and stops it. */
    async list(start: ServerStart, secret: ServerCall['secret'], signIn?: SignInPorts): Promise<Used<ServerList>> {
      await close(keyOf(start.server))
      try {
        const open = await openServer(start, secret, { ...opening, ...(signIn && { signIn: async () => signIn }) })
        const list = await open.list()
        await open.close()
        return { ok: true, value: list }
      } catch (error) {
        return { ok: false, message: explain(error, start.server.name) }
      }
    },
    /** Uses a server for something other than a call, on the person's behalf. */
    async use<T>(
      start: ServerStart,
      secret: ServerCall['secret'],
      signal: AbortSignal,
      act: (connection: Connection) => Promise<T>,
    ): Promise<Used<T>> {
      const perform = ({ connection }: OpenServer) => orAbort(act(connection), signal)
      try {
        return { ok: true, value: await visit(start, secret, signal, perform, () => true) }
      } catch (error) {
        return { ok: false, message: await noteSignIn(start.server, error) }
      }
    },
    /** Allows another start after too many failures. */
    forgive(skill: string) {
      told.clear()
      for (const key of failures.keys()) if ((JSON.parse(key) as string[])[0] === skill) failures.delete(key)
    },
    /** Ends all servers and everything they started. */
    async close() {
      closing.abort()
      await Promise.all([...entries.keys()].map(close))
    },
  }
}

const nameServer = ({ name, start }: McpAction['server']) => ({
  server: name,
  host: start.kind === 'address' ? (URL.parse(start.url)?.host ?? null) : null,
})

const keyOf = ({ skill, name }: { skill: string; name: string }) => JSON.stringify([skill, name])

/** The server itself returned the error, or its answer was refused. */
const isAnswer = (error: unknown) =>
  error instanceof Error && 'code' in error && (typeof error.code === 'number' || REFUSED.has(error.code))

/** The package's codes for an answer of another shape, or a file unlike its entry. */
const REFUSED = new Set<unknown>(['INVALID_RESULT', 'UNSUPPORTED_RESULT_TYPE'])

/** Where there was a session, the server no longer knows it, so it ran nothing of the request. */
const hasForgotten = (error: unknown) => error instanceof Error && 'status' in error && error.status === 404

const LONGEST_PROBLEM = 2000

function explain(error: unknown, server: string): Message {
  if (error instanceof Failure) return error.why
  if (isSignedOut(error)) return message('server-needs-sign-in', { server })
  const problem = String(error instanceof Error ? error.message : error).slice(0, LONGEST_PROBLEM)
  return message('server-refused', { problem })
}

type Prepared = { ok: true; start: ServerStart; secret: ServerCall['secret'] } | { ok: false; message: Message }

/** For a server that a person starts directly. It receives the secrets granted to `reviewed`. */
export async function prepareForPerson(
  server: McpServer,
  dir: string,
  { machine }: { machine: Machine },
  reviewed = server,
): Promise<Prepared> {
  const holder = holderOf(reviewed)
  const secretVersion = (secret: string) => machine.secrets.version(secret, holder)
  const prepared = await prepareServer(server, dir, { ...machine.forCall(), secretVersion })
  if (!prepared.ok) return { ok: false, message: prepared.error.message }
  return { ok: true, start: prepared, secret: (name) => machine.secrets.use(name, holder) }
}

/** How many recent starts and ends are examined; a session has few servers. */
const MOST_LOOKED_AT = 500

/** Ends servers that a killed Skillet left running, and records their end. */
export async function endOrphans(ledger: Ledger, publish: (fact: NewFact) => Promise<void>): Promise<void> {
  const types = ['server.started', 'server.ended'] as const
  const facts = await ledger.read({ types: [...types], newestFirst: true, limit: MOST_LOOKED_AT })
  const ended = new Set(facts.flatMap((fact) => (fact.type === 'server.ended' ? [fact.instance] : [])))
  for (const fact of facts) {
    if (fact.type !== 'server.started' || ended.has(fact.instance)) continue
    await killSurvivors(fact.instance)
    const { skill, server, instance } = fact
    const how = { exitCode: null, signal: null, ms: 0, said: '' }
    await publish({ type: 'server.ended', chat: null, skill, server, instance, ...how })
  }
}

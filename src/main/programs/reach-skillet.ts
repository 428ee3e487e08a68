import { watch } from 'node:fs'
import type { ViewOptions } from '#main/calls/open-view'
import { ownFoldersOf } from '#main/data-folder/home'
import type { JsonObject } from '#shared/json'
import { withRemedy } from '#shared/messages/diagnostic'
import { message, textOf } from '#shared/messages/message'
import { makeQueue } from '#shared/queue'
import { connectToApp } from './app-socket.ts'
import { type Peer, PeerGone } from './line-peer.ts'
import { MOST_AT_ONCE } from './pairings.ts'
import { notPaired, type Offer, type ProgramAnswer, type ProgramIo, type ProgramPort, tooMany } from './program-port.ts'

type Reach = Pick<ViewOptions, 'home' | 'cwd' | 'skills'> & { token: string }

const WAIT_FOR_OWNER_MS = 10_000
/** An app that is opening writes in several steps. */
const SETTLE_MS = 200

/**
 * How a program's own process uses Skillet: through the open app, or by owning the record for each call, so that the
 * window can always open. Then nobody can be asked, and only rules decide.
 */
export function reachSkillet(reach: Reach): ProgramPort {
  const { home, token } = reach
  const listeners = new Set<() => void>()
  const changed = () => {
    for (const tell of listeners) tell()
  }
  let app: Promise<Peer | null> | null = null
  const inTurn = makeQueue()
  let waiting = 0
  let timer: NodeJS.Timeout | undefined

  async function connect(): Promise<Peer | null> {
    const peer = await connectToApp(home, (event) => {
      if (event === 'changed') changed()
    })
    if (!peer) return null
    void peer.closed.then(() => {
      app = null
      changed()
    })
    await ask(peer, 'hello', { token }).catch((error: unknown) => {
      peer.close()
      throw error
    })
    return peer
  }

  /** One connection, also for calls at the same moment; looked for again where there was none. */
  async function findApp(): Promise<Peer | null> {
    app ??= connect()
    const asked = app
    const peer = await asked.catch((error: unknown) => {
      if (app === asked) app = null
      throw error
    })
    if (!peer && app === asked) app = null
    return peer
  }

  async function call(tool: string, args: JsonObject, io: ProgramIo): Promise<ProgramAnswer> {
    const peer = await findApp()
    if (peer) {
      const told = (said: unknown) => io.told(String(said))
      const answer = ask(peer, 'call', { tool, args }, { signal: io.signal, told }) as Promise<ProgramAnswer>
      return answer.catch((error: unknown) => {
        if (error instanceof PeerGone) return { ok: false, text: `error: ${textOf(message('program-app-gone'))}` }
        throw error
      })
    }
    return inTurn(() => callAlone(reach, (port) => port.call(tool, args, io)))
  }

  // The app opened, or a command changed what is trusted. Each call checks for itself, so a lost event loses no call.
  const stopWatching = watchHome(home, () => {
    clearTimeout(timer)
    timer = setTimeout(changed, SETTLE_MS).unref()
  })

  return {
    async offer() {
      const peer = await findApp()
      return peer ? ((await ask(peer, 'offer', {})) as Offer) : readOffer(reach)
    },
    async call(tool, args, io) {
      if (waiting >= MOST_AT_ONCE) return tooMany()
      waiting += 1
      try {
        return await call(tool, args, io)
      } finally {
        waiting -= 1
      }
    },
    onChange: (told) => void listeners.add(told),
    async close() {
      // Whoever is told of the end would connect again.
      listeners.clear()
      stopWatching()
      const peer = await app?.catch(() => null)
      peer?.close()
      await inTurn(async () => undefined)
    },
  }
}

function watchHome(home: string, changed: () => void): () => void {
  try {
    const watcher = watch(home, { persistent: false }, changed)
    watcher.on('error', () => watcher.close())
    return () => watcher.close()
  } catch {
    return () => {} // There is no such folder yet.
  }
}

/** Refuses in the same way as the app if the program is not paired. */
async function ask(peer: Peer, ...asked: Parameters<Peer['ask']>): Promise<unknown> {
  try {
    return await peer.ask(...asked)
  } catch (error) {
    const problem = notPaired()
    throw (error as Error).message === problem.message ? problem : error
  }
}

/** Changes nothing and does not wait. */
async function readOffer({ token, ...options }: Reach): Promise<Offer> {
  const { withView } = await import('#main/calls/open-view')
  const { listOffer } = await import('#main/programs/core-port')
  return withView(options, async (view, opened) => {
    if (!opened.ok) throw new Error(textOf(withRemedy(opened)))
    const program = view.programs.find(token)
    if (!program) throw notPaired()
    return listOffer(view, program)
  })
}

async function callAlone(
  { home, cwd, skills, token }: Reach,
  call: (port: ProgramPort) => Promise<ProgramAnswer>,
): Promise<ProgramAnswer> {
  // Loaded late, because an open app does this work.
  const { openCore } = await import('#main/open-core')
  const { openCorePort } = await import('#main/programs/core-port')
  const opened = await openCore({
    ...{ home, cwd, skills, ownFolders: ownFoldersOf(process.env), waitForOwnerMs: WAIT_FOR_OWNER_MS },
    decide: async () => null,
  })
  if (!opened.ok) return { ok: false, text: `error: ${textOf(message('program-record-taken'))}` }
  const { core } = opened
  try {
    const program = core.programs.find(token)
    if (!program) throw notPaired()
    return await call(openCorePort(core, program))
  } finally {
    await core.close()
  }
}

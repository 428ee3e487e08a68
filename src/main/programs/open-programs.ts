import { randomUUID } from 'node:crypto'
import { realpathSync, statSync } from 'node:fs'
import { isAbsolute } from 'node:path'
import type { CallOutcome } from '#main/calls/run-call'
import type { Core } from '#main/open-core'
import { isObject, type Json, type JsonObject, ownOf, toText } from '#shared/json'
import { message } from '#shared/messages/message'
import { makeQueue } from '#shared/queue'
import type { Reply } from '#shared/requests/requests'
import { listen, type Serve } from './app-socket.ts'
import { openCorePort } from './core-port.ts'
import type { AnswerIo } from './line-peer.ts'
import type { Loopback } from './loopback.ts'
import { notPaired, PORT, type ProgramPort } from './program-port.ts'

/** What the person's own command line may have the app do, by name. */
export type OwnRequests = Readonly<Record<string, (params: JsonObject, signal: AbortSignal) => Promise<Reply<unknown>>>>

/** Opens the app's socket and, while it is switched on, its port. */
export async function openPrograms(
  core: Core,
  env: NodeJS.ProcessEnv,
  version: string,
  own: OwnRequests = {},
  port = PORT,
): Promise<{ close(): void }> {
  const listener = await listen(core.home, env, answerPrograms(core, own))
  let open: Loopback | null = null
  const inTurn = makeQueue()

  async function apply(): Promise<void> {
    const isOn = core.settings().programPort === 'on'
    if (isOn === (open !== null)) return
    if (!isOn) {
      open?.close()
      open = null
      return core.programs.setPort({ state: 'off' })
    }
    // Loaded late, because most people never switch it on.
    const { openLoopback } = await import('#main/programs/loopback')
    try {
      open = await openLoopback(port, {
        ...{ find: core.programs.find, connect: core.programs.connect, version },
        open: (program) => openCorePort(core, program),
      })
      core.programs.setPort({ state: 'open', url: open.url })
    } catch {
      core.programs.setPort({ state: 'failed', message: message('port-taken', { port }) })
    }
  }
  const applySoon = () => inTurn(apply).catch((error: unknown) => core.reportBug(error, 'programs'))
  const stop = core.listen((push) => {
    const isPort = push.kind === 'fact' && push.fact.type === 'setting.changed' && push.fact.name === 'programPort'
    if (isPort) void applySoon()
  })
  void applySoon()
  return {
    close() {
      stop()
      listener?.close()
      open?.close()
    },
  }
}

/** Serves processes that connect to the app's socket. Only the token says which program it is. */
export const answerPrograms =
  (core: Core, own: OwnRequests): Serve =>
  (peer) => {
    let port: ProgramPort | null = null

    function greet(token: string): Json {
      const program = core.programs.find(token)
      if (!program) throw notPaired()
      void port?.close()
      const opened = openCorePort(core, program)
      port = opened
      opened.onChange(() => peer().tell('changed'))
      const leave = core.programs.connect(program.program, peer().close)
      void peer().closed.then(() => {
        void opened.close()
        leave()
      })
      return { name: program.name }
    }

    return async (method, params, { signal, tell }) => {
      if (method === 'run') return (await runForTerminal(core, params, { signal, tell })) as unknown as Json
      const answerOwn = ownOf(own, method)
      if (answerOwn) return (await answerOwn(params, signal)) as unknown as Json
      if (method === 'hello') return greet(toText(params.token))
      if (method !== 'offer' && method !== 'call') throw new Error(`there is no ${method}`)
      if (!port) throw notPaired()
      if (method === 'offer') return (await port.offer()) as unknown as Json
      const args = isObject(params.args) ? params.args : {}
      return (await port.call(toText(params.tool), args, { signal, told: tell })) as unknown as Json
    }
  }

/** Its name on the card. */
const COMMAND_LINE = 'skillet run'

/**
 * Runs a call of the command line in the open app. Anybody with access to the socket can make one, so the app always
 * asks; rules can only refuse.
 */
async function runForTerminal(
  core: Pick<Core, 'folders' | 'runCall'>,
  { tool, args, folder, timeoutMs }: JsonObject,
  { signal, tell }: AnswerIo,
): Promise<CallOutcome> {
  if (typeof tool !== 'string' || typeof folder !== 'string' || !isAbsolute(folder)) throw new Error('no call')
  if (!statSync(folder, { throwIfNoEntry: false })?.isDirectory()) throw new Error(`there is no folder ${folder}`)
  const chat = `terminal-${randomUUID()}`
  const workIn = (path: string | null) => core.folders.take({ type: 'chat.folder-chosen', chat, path, seq: 0, at: '' })
  workIn(realpathSync(folder))
  try {
    return await core.runCall({
      ...{ chat, call: randomUUID(), tool, args: args ?? {}, signal },
      caller: { kind: 'program', name: COMMAND_LINE },
      ...(typeof timeoutMs === 'number' && timeoutMs > 0 && { timeoutMs }),
      output: (stream, text) => tell({ stream, text }),
    })
  } finally {
    workIn(null)
  }
}

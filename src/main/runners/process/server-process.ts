import type { Readable, Writable } from 'node:stream'
import { setTimeout as wait } from 'node:timers/promises'
import { type Message, message } from '#shared/messages/message'
import { drainTree, stopTree } from './end-tree.ts'
import { startLive } from './live-runs.ts'
import { createOutputRing } from './output-ring.ts'
import type { Ending } from './start-process.ts'
import type { Command } from './supervise.ts'
import { killSurvivors } from './survivors.ts'

/** A program that keeps running and talks over standard input and output. */
export interface ServerProcess {
  input: Writable
  output: Readable
  /** The end of its standard error. */
  lastWords(): string
  /** Resolves when it and everything it started are gone. */
  ended: Promise<Ending & { ms: number }>
  /** Closes its input, then ends it. Resolves with `ended`. */
  stop(): Promise<void>
}

export type StartedServer = { ok: true; process: ServerProcess } | { ok: false; message: Message }

/** How long a server may take to exit after its input was closed. */
const GOODBYE_MS = 500
const LAST_WORDS_BYTES = 4096

/** Never rejects; the process ends with the app. */
export async function startServer(
  command: Omit<Command, 'stdin' | 'timeoutMs' | 'givesResult'>,
): Promise<StartedServer> {
  const startedAt = performance.now()
  const begun = await startLive({ ...command, stdin: '' }, { keepsInput: true })
  if (!begun.ok) return begun
  const { started, marker, stop: stopped, settle } = begun
  const { input, stdout, stderr } = started
  if (input === null) return { ok: false, message: message('sandbox-gone') }
  const ring = createOutputRing(0, LAST_WORDS_BYTES)
  stderr.on('data', (chunk: Buffer<ArrayBuffer>) => ring.push(chunk))
  for (const stream of [stdout, stderr]) stream.on('error', () => {})

  const stopping = Promise.withResolvers<void>()
  stopped.addEventListener('abort', () => stopping.resolve())
  const watch = async () => {
    const isAsked = await Promise.race([started.ended.then(() => false), stopping.promise.then(() => true)])
    if (isAsked) {
      input.end()
      const isGone = await Promise.race([started.ended.then(() => true), wait(GOODBYE_MS, false)])
      if (!isGone) await stopTree(started, marker)
    }
    await drainTree(started)
    await killSurvivors(marker)
    settle()
    return { ...started.ending(isAsked), ms: performance.now() - startedAt }
  }
  const ended = watch()
  const stop = async () => {
    stopping.resolve()
    await ended
  }
  return { ok: true, process: { input, output: stdout, lastWords: () => ring.capture().text.trim(), ended, stop } }
}

import type { Readable, Writable } from 'node:stream'
import { setTimeout as wait } from 'node:timers/promises'
import { type Message, message } from '#shared/messages/message'
import { drainTree, stopTree } from './end-tree.ts'
import { keepLive } from './live-runs.ts'
import { createOutputRing } from './output-ring.ts'
import { readConfinedEnding } from './sandbox-report.ts'
import { describeStartError, findStartObstacle } from './start-obstacle.ts'
import { type Ending, type StartedProcess, startProcess } from './start-process.ts'
import type { Command } from './supervise.ts'
import { killSurvivors, MARKER_NAME } from './survivors.ts'

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

type ServerCommand = Omit<Command, 'stdin' | 'timeoutMs' | 'givesResult' | 'marker'> & { marker: string }

/** How long a server may take to exit after its input was closed. */
const GOODBYE_MS = 500
const LAST_WORDS_BYTES = 4096

/** Never rejects; the process ends with the app. */
export async function startServer(command: ServerCommand): Promise<StartedServer> {
  const startedAt = performance.now()
  const obstacle = findStartObstacle(command)
  if (obstacle !== null) {
    command.wrapped?.close?.()
    return { ok: false, message: obstacle }
  }
  const { marker, path, wrapped } = command
  const env = { ...command.env, [MARKER_NAME]: marker }
  let started: StartedProcess
  try {
    started = await startProcess({ ...command, ...wrapped, env, stdin: '', keepsInput: true })
  } catch (error) {
    return { ok: false, message: describeStartError({ ...command, ...wrapped }, error) }
  }
  const { input, stdout, stderr, report } = started
  if (input === null) return { ok: false, message: message('sandbox-gone') }
  const live = keepLive({ pid: started.pid, path, marker })
  const ring = createOutputRing(0, LAST_WORDS_BYTES)
  stderr.on('data', (chunk: Buffer<ArrayBuffer>) => ring.push(chunk))
  for (const stream of [stdout, stderr]) stream.on('error', () => {})

  const stopping = Promise.withResolvers<void>()
  live.stop.addEventListener('abort', () => stopping.resolve())
  const watch = async () => {
    const isAsked = await Promise.race([started.ended.then(() => false), stopping.promise.then(() => true)])
    if (isAsked) {
      input.end()
      const isGone = await Promise.race([started.ended.then(() => true), wait(GOODBYE_MS, false)])
      if (!isGone) await stopTree(started, marker)
    }
    await drainTree(started)
    await killSurvivors(marker)
    live.forget()
    const ending = started.ending()
    const ms = performance.now() - startedAt
    return { ...(report === null ? ending : readConfinedEnding(report, ending, isAsked)), ms }
  }
  const ended = watch()
  const stop = async () => {
    stopping.resolve()
    await ended
  }
  return { ok: true, process: { input, output: stdout, lastWords: () => ring.capture().text.trim(), ended, stop } }
}

import { randomUUID } from 'node:crypto'
import type { Message } from '#shared/messages/message'
import { describeStartError, findStartObstacle } from './start-obstacle.ts'
import { type StartedProcess, startProcess } from './start-process.ts'
import type { Command } from './supervise.ts'
import { killSurvivorsOnce, MARKER_NAME, signalGroup } from './survivors.ts'

/**
 * Enough for what a killed process may have started in its last moment; there is no time to wait when the app exits.
 */
const LAST_ROUNDS = 3

interface LiveRun {
  pid: number
  path: string
  marker: string
}

interface Entry extends LiveRun {
  stopper: AbortController
  settled: Promise<void>
}

/** `stop` aborts with the caller's signal and with `stopAll`; `settle` is called when nothing of the run is left. */
export type Begun =
  | { ok: true; started: StartedProcess; marker: string; stop: AbortSignal; settle(): void }
  | { ok: false; message: Message }

/** Starts a program that can be stopped by `stopAll` and dies with the app. Never rejects. */
export async function startLive(
  command: Omit<Command, 'timeoutMs'>,
  { cancel, keepsInput }: { cancel?: AbortSignal | undefined; keepsInput: boolean },
): Promise<Begun> {
  const { marker = randomUUID(), path, wrapped } = command
  const obstacle = findStartObstacle(command)
  if (obstacle !== null) {
    wrapped?.close?.()
    return { ok: false, message: obstacle }
  }
  const env = { ...command.env, [MARKER_NAME]: marker }
  try {
    const started = await startProcess({ ...command, ...wrapped, env, keepsInput })
    const stopper = new AbortController()
    const { promise: settled, resolve } = Promise.withResolvers<void>()
    const entry = { pid: started.pid, path, marker, stopper, settled }
    entries.add(entry)
    const settle = () => {
      entries.delete(entry)
      resolve()
    }
    const stop = cancel ? AbortSignal.any([cancel, stopper.signal]) : stopper.signal
    return { ok: true, started, marker, stop, settle }
  } catch (error) {
    // A command line that is too long is the command's own fault; other errors concern what was really started.
    const isTooLong = (error as NodeJS.ErrnoException).code === 'E2BIG'
    return { ok: false, message: describeStartError(isTooLong ? command : { ...command, ...wrapped }, error) }
  }
}

const entries = new Set<Entry>()

export function liveRuns(): LiveRun[] {
  return [...entries].map(({ pid, path, marker }) => ({ pid, path, marker }))
}

/** Cancels all runs and resolves when they have settled. */
export async function stopAll(): Promise<void> {
  while (entries.size > 0) {
    const waiting = [...entries]
    for (const { stopper } of waiting) stopper.abort()
    await Promise.all(waiting.map((entry) => entry.settled))
  }
}

// They die with the app even after an uncaught error.
process.once('exit', () => {
  for (const { pid, marker } of entries) {
    signalGroup(pid, 'SIGKILL')
    for (let round = 0; round < LAST_ROUNDS; round++) killSurvivorsOnce(marker)
  }
})

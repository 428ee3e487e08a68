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

interface KeptRun {
  /** Aborts with the caller's signal and with `stopAll`. */
  stop: AbortSignal
  forget(): void
}

interface Entry extends LiveRun {
  stopper: AbortController
  settled: Promise<void>
}

export type Begun = { ok: true; started: StartedProcess; live: KeptRun } | { ok: false; message: Message }

type MarkedCommand = Omit<Command, 'timeoutMs' | 'marker'> & { marker: string }

/** Starts a program that can be stopped by `stopAll` and dies with the app. Never rejects. */
export async function startLive(
  command: MarkedCommand,
  { cancel, keepsInput }: { cancel?: AbortSignal | undefined; keepsInput: boolean },
): Promise<Begun> {
  const { marker, path, wrapped } = command
  const obstacle = findStartObstacle(command)
  if (obstacle !== null) {
    wrapped?.close?.()
    return { ok: false, message: obstacle }
  }
  const env = { ...command.env, [MARKER_NAME]: marker }
  try {
    const started = await startProcess({ ...command, ...wrapped, env, keepsInput })
    return { ok: true, started, live: keepLive({ pid: started.pid, path, marker }, cancel) }
  } catch (error) {
    // A command line that is too long is the command's own fault; other errors concern what was really started.
    const isTooLong = (error as NodeJS.ErrnoException).code === 'E2BIG'
    return { ok: false, message: describeStartError(isTooLong ? command : { ...command, ...wrapped }, error) }
  }
}

const entries = new Set<Entry>()
let isWatchingExit = false

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

/** It dies with the app even after an uncaught error. */
function keepLive(run: LiveRun, cancel?: AbortSignal): KeptRun {
  if (!isWatchingExit) process.once('exit', killAllNow)
  isWatchingExit = true

  const stopper = new AbortController()
  const { promise: settled, resolve: settle } = Promise.withResolvers<void>()
  const entry = { ...run, stopper, settled }
  entries.add(entry)
  const forget = () => {
    entries.delete(entry)
    settle()
  }
  return { stop: cancel ? AbortSignal.any([cancel, stopper.signal]) : stopper.signal, forget }
}

function killAllNow(): void {
  for (const { pid, marker } of entries) {
    signalGroup(pid, 'SIGKILL')
    for (let round = 0; round < LAST_ROUNDS; round++) killSurvivorsOnce(marker)
  }
}

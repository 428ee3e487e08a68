import { signalGroup } from './process-group.ts'
import { killSurvivorsOnce } from './survivors.ts'

/**
 * Enough for what a killed process may have started in its last moment; there is no time to wait when the app exits.
 */
const LAST_ROUNDS = 3

export interface LiveRun {
  pid: number
  path: string
  marker: string
}

export interface KeptRun {
  /** Aborts with the caller's signal and with `stopAll`. */
  stop: AbortSignal
  forget(): void
}

interface Entry extends LiveRun {
  abort(): void
  settled: Promise<void>
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
    for (const entry of waiting) entry.abort()
    await Promise.all(waiting.map((entry) => entry.settled))
  }
}

/** The run can be stopped by `stopAll` and dies with the app, even after an uncaught error. */
export function keepLive(run: LiveRun, cancel?: AbortSignal): KeptRun {
  if (!isWatchingExit) process.once('exit', killAllNow)
  isWatchingExit = true

  const stopper = new AbortController()
  const { promise: settled, resolve: settle } = Promise.withResolvers<void>()
  const abort = () => stopper.abort()
  const entry = { ...run, abort, settled }
  entries.add(entry)
  cancel?.addEventListener('abort', abort)
  if (cancel?.aborted) abort()

  const forget = () => {
    cancel?.removeEventListener('abort', abort)
    entries.delete(entry)
    settle()
  }
  return { stop: stopper.signal, forget }
}

function killAllNow(): void {
  for (const { pid, marker } of entries) {
    signalGroup(pid, 'SIGKILL')
    for (let round = 0; round < LAST_ROUNDS; round++) killSurvivorsOnce(marker)
  }
}

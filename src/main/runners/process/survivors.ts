import { setTimeout as wait } from 'node:timers/promises'
import { hasInEnvironment, isRunning, listPids, readCommand, readProcess } from './process-table.ts'

/**
 * A process that called setsid is in no group of ours, but it still carries the environment it was started with.
 * Linux shows that environment; elsewhere, and for a program that wiped it, only the group is known.
 */
export const MARKER_NAME = 'SKILLET_RUN'

const ROUNDS = 20
const ROUND_MS = 25

export interface Survivor {
  pid: number
  command: string
}

interface Marked {
  pid: number
  startTime: string
}

/** Those of the run that still live. `youngerThan`: only look at process numbers given out after this one. */
export function listSurvivors(marker: string, youngerThan = 0): Survivor[] {
  return findMarked(marker, youngerThan).map(({ pid }) => ({ pid, command: readCommand(pid) }))
}

/** Kills what carries the marker, and what that may have started meanwhile. Never rejects; who is left can be listed. */
export async function killSurvivors(marker: string): Promise<void> {
  for (let round = 0; round < ROUNDS; round++) {
    if (killSurvivorsOnce(marker) === 0) return
    await wait(ROUND_MS)
  }
}

/** One round, for when there is no time to wait. Gives how many there were. */
export function killSurvivorsOnce(marker: string): number {
  const marked = findMarked(marker, 0)
  marked.forEach(killIfSame)
  return marked.length
}

function findMarked(marker: string, youngerThan: number): Marked[] {
  const assignment = `${MARKER_NAME}=${marker}`
  const found: Marked[] = []
  for (const pid of listPids()) {
    if (pid <= youngerThan || pid === process.pid || !hasInEnvironment(pid, assignment)) continue
    const row = readProcess(pid)
    if (isRunning(row)) found.push({ pid, startTime: row.startTime })
  }
  return found
}

/** The number may have been given to another process since; the start time tells. */
export function killIfSame({ pid, startTime }: Marked): void {
  if (readProcess(pid)?.startTime !== startTime) return
  try {
    process.kill(pid, 'SIGKILL')
  } catch {
    // Gone already, or another user's: whoever is left is listed in the end.
  }
}

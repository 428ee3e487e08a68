import { setTimeout as wait } from 'node:timers/promises'
import type { Run } from '#shared/call/plan'
import {
  hasInEnvironment,
  hasProcessTable,
  isRunning,
  listPids,
  type ProcessRow,
  readCommand,
  readProcess,
} from './process-table.ts'

/**
 * A process that called setsid has left our group but keeps its environment. Linux shows it; on other systems, and if
 * the program cleared it, only the group is known.
 */
export const MARKER_NAME = 'SKILLET_RUN'

const ROUNDS = 20
const ROUND_MS = 25

export type Survivor = Run['survivors'][number]

type Marked = Pick<ProcessRow, 'pid' | 'startTime'>

/** The processes of a run that are still alive. `youngerThan`: skip ids up to this one. */
export function listSurvivors(marker: string, youngerThan = 0): Survivor[] {
  return findMarked(marker, youngerThan).map(({ pid }) => ({ pid, command: readCommand(pid) }))
}

/** Kills all processes with the marker, and those they started meanwhile. Never rejects. */
export async function killSurvivors(marker: string): Promise<void> {
  for (let round = 0; round < ROUNDS; round++) {
    if (killSurvivorsOnce(marker) === 0) return
    await wait(ROUND_MS)
  }
}

/** A single round, for when there is no time to wait. Returns how many there were. */
export function killSurvivorsOnce(marker: string): number {
  const marked = findMarked(marker, 0)
  marked.forEach(killIfSame)
  return marked.length
}

function findMarked(marker: string, youngerThan: number): Marked[] {
  const assignment = `${MARKER_NAME}=${marker}`
  const found: Marked[] = []
  if (youngerThan === Number.POSITIVE_INFINITY) return found
  for (const pid of listPids()) {
    if (pid <= youngerThan || pid === process.pid || !hasInEnvironment(pid, assignment)) continue
    const row = readProcess(pid)
    if (isRunning(row)) found.push({ pid, startTime: row.startTime })
  }
  return found
}

/** The id may have been reused; the start time tells. */
export function killIfSame({ pid, startTime }: Marked): void {
  if (readProcess(pid)?.startTime !== startTime) return
  try {
    process.kill(pid, 'SIGKILL')
  } catch {
    // Gone already, or another user's; what remains is listed in the end.
  }
}

/** Every run leads its own process group. Windows has none, so only the program itself is reached. */
export const hasGroups = process.platform !== 'win32'

/** False once only zombies are left of the group. */
export function isGroupAlive(leader: number): boolean {
  if (!hasGroups || !signalGroup(leader, 0)) return false
  return !hasProcessTable || listPids().some((pid) => isMember(pid, leader))
}

export function listGroup(leader: number): Survivor[] {
  if (!isGroupAlive(leader)) return []
  if (!hasProcessTable) return [{ pid: leader, command: 'the members of this process group' }]
  const members = listPids().filter((pid) => isMember(pid, leader))
  return members.map((pid) => ({ pid, command: readCommand(pid) }))
}

function isMember(pid: number, leader: number): boolean {
  const row = readProcess(pid)
  return isRunning(row) && row.group === leader
}

/** Returns whether anybody received it. A member we may not signal counts. */
export function signalGroup(leader: number, signal: NodeJS.Signals | 0): boolean {
  try {
    return process.kill(hasGroups ? -leader : leader, signal)
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}

import { hasProcessTable, isRunning, listPids, readCommand, readProcess } from './process-table.ts'
import type { Survivor } from './survivors.ts'

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

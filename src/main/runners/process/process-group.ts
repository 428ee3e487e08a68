import { hasProcessTable, isRunning, listPids, readCommand, readProcess } from './process-table.ts'
import type { Survivor } from './survivors.ts'

/** Every run leads a group of its own. On Windows there are no groups: the program itself is all that is reached. */
export const hasGroups = process.platform !== 'win32'

/** Whether there was anybody to hear it. */
export function signalGroup(leader: number, signal: NodeJS.Signals): boolean {
  return send(leader, signal)
}

/** False as soon as nothing of the group is left but processes that only wait to be reaped. */
export function isGroupAlive(leader: number): boolean {
  if (!hasGroups || !send(leader, 0)) return false
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

/** Whether there was somebody to receive it. A member that may not be signalled counts as somebody. */
function send(leader: number, signal: NodeJS.Signals | 0): boolean {
  try {
    return process.kill(hasGroups ? -leader : leader, signal)
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}

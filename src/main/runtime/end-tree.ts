import { setTimeout as wait } from 'node:timers/promises'
import { hasGroups, isGroupAlive, listGroup, signalGroup } from './process-group.ts'
import type { StartedProcess } from './start-process.ts'
import { killSurvivors, type Survivor } from './survivors.ts'

const GRACE_MS = 2000
const DRAIN_MS = 2000
const LAST_WORDS_MS = 250
const POLL_MS = 50

/** Asks the group to end, wakes those of it that are stopped so that they hear it, then leaves nobody the choice. */
export async function stopTree(started: StartedProcess, marker: string): Promise<void> {
  signalGroup(started.pid, 'SIGTERM')
  signalGroup(started.pid, 'SIGCONT')
  await waitForQuiet(started.ended, started.pid, GRACE_MS)
  if (hasGroups) signalGroup(started.pid, 'SIGKILL')
  await killSurvivors(marker)
}

/** Reads what is left in the pipes. Whoever of the group keeps them open, or merely stays, is killed and named. */
export async function drainTree({ pid, closed, stdout, stderr }: StartedProcess): Promise<Survivor[]> {
  await waitForQuiet(closed, pid, DRAIN_MS)
  const leftovers = listGroup(pid)
  if (leftovers.length > 0) {
    signalGroup(pid, 'SIGKILL')
    await waitForQuiet(closed, pid, LAST_WORDS_MS)
  }
  stdout.destroy()
  stderr.destroy()
  return leftovers
}

/** Until `first` has come and the group is empty, or the time is over. */
async function waitForQuiet(first: Promise<void>, pid: number, ms: number): Promise<void> {
  const deadline = performance.now() + ms
  const { promise: late, resolve: giveUp } = Promise.withResolvers<void>()
  const timer = setTimeout(giveUp, ms)
  await Promise.race([first, late])
  clearTimeout(timer)
  while (performance.now() < deadline && isGroupAlive(pid)) await wait(POLL_MS)
}

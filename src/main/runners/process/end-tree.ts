import { setTimeout as wait } from 'node:timers/promises'
import { isRunning, readProcess } from './process-table.ts'
import type { StartedProcess } from './start-process.ts'
import { hasGroups, isGroupAlive, killSurvivors, listGroup, type Survivor, signalGroup } from './survivors.ts'

const GRACE_MS = 2000
const DRAIN_MS = 2000
const LAST_WORDS_MS = 250
const FIRST_POLL_MS = 2
const POLL_MS = 50

/** Asks the group to end, wakes its stopped members so that they notice, then kills what is left. */
export async function stopTree(started: StartedProcess, marker: string): Promise<void> {
  askToEnd(started)
  await waitForQuiet(started.ended, started, GRACE_MS)
  if (hasGroups) for (const leader of listLeaders(started)) signalGroup(leader, 'SIGKILL')
  await killSurvivors(marker)
}

/** Only processes inside a sandbox are asked. If there are none yet, nothing needs to clean up. */
function askToEnd({ pid, report }: StartedProcess): void {
  const leader = report === null ? pid : report.leader()
  if (leader !== null && signalGroup(leader, 'SIGTERM')) signalGroup(leader, 'SIGCONT')
  else if (report !== null) signalGroup(pid, 'SIGKILL')
}

/** The group that we started and the one inside the sandbox. */
function listLeaders({ pid, report }: StartedProcess): number[] {
  const inside = report?.leader() ?? null
  if (inside === null || (report?.endsAll && !isRunning(readProcess(inside)))) return [pid]
  return [pid, inside]
}

/** Reads the rest of the output. Members of the group that keep the pipes open or stay alive are killed and listed. */
export async function drainTree(started: StartedProcess): Promise<Survivor[]> {
  const { closed, stdout, stderr, result } = started
  const isQuiet = await waitForQuiet(closed, started, DRAIN_MS)
  const leftovers = isQuiet ? [] : listLeaders(started).flatMap(listGroup)
  if (leftovers.length > 0) {
    for (const leader of listLeaders(started)) signalGroup(leader, 'SIGKILL')
    await waitForQuiet(closed, started, LAST_WORDS_MS)
  }
  stdout.destroy()
  stderr.destroy()
  result?.destroy()
  return leftovers
}

/** Until `first` has resolved and the group is empty, or the time is over; then false. */
async function waitForQuiet(first: Promise<void>, started: StartedProcess, ms: number): Promise<boolean> {
  const deadline = performance.now() + ms
  const { promise: late, resolve: giveUp } = Promise.withResolvers<void>()
  const timer = setTimeout(giveUp, ms)
  await Promise.race([first, late])
  clearTimeout(timer)
  for (let pause = FIRST_POLL_MS; performance.now() < deadline; pause = Math.min(2 * pause, POLL_MS)) {
    if (!listLeaders(started).some(isGroupAlive)) return true
    await wait(pause)
  }
  return false
}

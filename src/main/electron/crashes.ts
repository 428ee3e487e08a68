const MOST = 3
const WITHIN_MS = 60_000

/** Returns true once there were too many crashes in a minute for another attempt. */
export function makeCrashCount(now: () => number = () => performance.now()): () => boolean {
  let times: number[] = []
  return () => {
    times = [...times.filter((time) => now() - time < WITHIN_MS), now()]
    if (times.length < MOST) return false
    times = []
    return true
  }
}

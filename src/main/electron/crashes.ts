const MOST = 3
const WITHIN_MS = 60_000

/** Counts crashes of the page: true once there were so many in a minute that opening it again would not help. */
export function makeCrashCount(now: () => number = () => performance.now()): () => boolean {
  let times: number[] = []
  return () => {
    times = [...times.filter((time) => now() - time < WITHIN_MS), now()]
    if (times.length < MOST) return false
    times = []
    return true
  }
}

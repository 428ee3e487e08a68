import type { Clock } from '#main/triggers/scheduler'

/** A wall clock that stands still until a test moves it. */
export function makeMovableClock(start: string) {
  let at = Date.parse(start)
  let uptime = 0
  const timers = new Set<{ due: number; work: () => void }>()
  const clock: Clock = {
    now: () => at,
    after: (ms, work) => {
      const timer = { due: uptime + ms, work }
      timers.add(timer)
      return () => void timers.delete(timer)
    },
  }
  function runDue(): void {
    const due = [...timers].filter((timer) => timer.due <= uptime)
    for (const timer of due) {
      timers.delete(timer)
      timer.work()
    }
  }
  return {
    clock,
    /** Time passes while Skillet runs. */
    pass(ms: number): void {
      const end = uptime + ms
      for (;;) {
        const next = Math.min(...[...timers].map(({ due }) => due), end)
        at += Math.max(0, next - uptime)
        uptime = Math.max(next, uptime)
        runDue()
        if (uptime >= end && ![...timers].some(({ due }) => due <= end)) return
      }
    },
    /** The computer sleeps: timers stand still, and fire late. */
    sleep(ms: number): void {
      at += ms
      for (const timer of timers) timer.due = Math.min(timer.due, uptime)
      runDue()
    },
    /** Somebody sets the clock. */
    set(time: string): void {
      at = Date.parse(time)
    },
  }
}

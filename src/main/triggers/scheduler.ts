import type { Schedule } from '#shared/triggers'
import { nextTime, timesBetween } from './schedule.ts'

export interface Clock {
  /** The wall clock, which may be set. */
  now(): number
  /** Gives its own undo. */
  after(ms: number, work: () => void): () => void
}

export const CLOCK: Clock = {
  now: () => Date.now(),
  after: (ms, work) => {
    const timer = setTimeout(work, ms)
    timer.unref()
    return () => clearTimeout(timer)
  },
}

/** A clock that is set, and sleep, are noticed by looking this often. */
const LOOK_MS = 30_000
/** Later than this, a time is missed. */
const GRACE_MS = 60_000
const DAY_MS = 86_400_000

export interface SchedulerPorts {
  clock: Clock
  fire(schedule: Schedule, at: number): void
  missed(schedule: Schedule, times: readonly number[]): void
}

/** Fires each schedule at its times: once each, never twice where the clock is set back, and never afterwards. */
export function makeScheduler({ clock, fire, missed }: SchedulerPorts) {
  let schedules: readonly Schedule[] = []
  let looked = clock.now()
  let cancel = () => {}
  const lastFired = new Map<string, number>()

  function look(): void {
    const now = clock.now()
    for (const schedule of schedules) {
      const fired = lastFired.get(schedule.id) ?? Number.NEGATIVE_INFINITY
      // A clock that was a day ahead is not waited for.
      const from = Math.max(looked, fired - now > DAY_MS ? Number.NEGATIVE_INFINITY : fired)
      const times = timesBetween(schedule, from, now)
      const last = times.at(-1)
      if (last === undefined) continue
      const isInTime = now - last <= GRACE_MS
      const late = isInTime ? times.slice(0, -1) : times
      if (late.length > 0) missed(schedule, late)
      lastFired.set(schedule.id, last)
      if (isInTime) fire(schedule, last)
    }
    looked = now
  }

  function arm(): void {
    cancel()
    if (schedules.length === 0) return
    const now = clock.now()
    const next = Math.min(...schedules.map((schedule) => nextTime(schedule, now)))
    cancel = clock.after(Math.min(LOOK_MS, next - now), () => {
      look()
      arm()
    })
  }

  return {
    /** From now on these; what was due before is told first. */
    set(now: readonly Schedule[]): void {
      look()
      schedules = now
      arm()
    },
    close: () => cancel(),
  }
}

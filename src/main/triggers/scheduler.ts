import type { Schedule } from '#shared/triggers'
import { nextTime, timesBetween } from './schedule.ts'

export interface Clock {
  /** The wall clock, which may be set. */
  now(): number
  /** Returns a function that cancels it. */
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

/** How often to check whether the clock was set or the computer slept. */
const LOOK_MS = 30_000
/** A time counts as missed after this. */
const GRACE_MS = 60_000
const DAY_MS = 86_400_000

export interface SchedulerPorts {
  clock: Clock
  fire(schedule: Schedule, at: number): void
  missed(schedule: Schedule, times: readonly number[]): void
}

/** Fires each schedule at its times: once each, not twice after the clock was set back, and never late. */
export function makeScheduler({ clock, fire, missed }: SchedulerPorts) {
  let schedules: readonly Schedule[] = []
  let looked = clock.now()
  let cancel = () => {}
  const lastFired = new Map<string, number>()

  function look(): void {
    const now = clock.now()
    for (const schedule of schedules) {
      const fired = lastFired.get(schedule.id) ?? Number.NEGATIVE_INFINITY
      // Does not wait for a clock that was a day ahead.
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
    /** Replaces the schedules; what was due before is reported first. */
    set(now: readonly Schedule[]): void {
      look()
      schedules = now
      arm()
    },
    close: () => cancel(),
  }
}

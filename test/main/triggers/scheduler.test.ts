import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { makeScheduler } from '#main/triggers/scheduler'
import type { Schedule } from '#shared/triggers'
import { makeMovableClock } from '#test/helpers/movable-clock'

const HOUR = 3_600_000
const hourly: Schedule = { id: 'h', title: '', interval: { type: 'hourly', minute: 0 }, zone: 'UTC', labels: [] }
const minutely: Schedule = { ...hourly, id: 'm', interval: { type: 'minutely', every: 1 } }

function open(start: string, ...schedules: Schedule[]) {
  const moved = makeMovableClock(start)
  const fired: string[] = []
  const missed: string[] = []
  const scheduler = makeScheduler({
    clock: moved.clock,
    fire: (_, at) => void fired.push(new Date(at).toISOString()),
    missed: (_, times) => void missed.push(...times.map((at) => new Date(at).toISOString())),
  })
  scheduler.set(schedules)
  return { ...moved, fired, missed, scheduler }
}

describe('the scheduler', () => {
  it('fires each time once', () => {
    const { pass, fired, missed } = open('2026-03-05T10:30:00Z', hourly)
    pass(3 * HOUR)
    expect(fired).toEqual(['2026-03-05T11:00:00.000Z', '2026-03-05T12:00:00.000Z', '2026-03-05T13:00:00.000Z'])
    expect(missed).toEqual([])
  })

  it('reports what a computer slept through and does not make up for it', () => {
    const { pass, sleep, fired, missed } = open('2026-03-05T10:30:00Z', hourly)
    sleep(2.25 * HOUR)
    expect(fired).toEqual([])
    expect(missed).toEqual(['2026-03-05T11:00:00.000Z', '2026-03-05T12:00:00.000Z'])
    pass(0.5 * HOUR)
    expect(fired).toEqual(['2026-03-05T13:00:00.000Z'])
  })

  it('fires for a time half a minute ago when the computer wakes up', () => {
    const { sleep, fired } = open('2026-03-05T10:30:00Z', hourly)
    sleep(0.5 * HOUR + 30_000)
    expect(fired).toEqual(['2026-03-05T11:00:00.000Z'])
  })

  it('does not fire again for a time the clock passes twice', () => {
    const { pass, set, fired } = open('2026-03-05T10:59:00Z', hourly)
    pass(2 * 60_000)
    set('2026-03-05T10:50:00Z')
    pass(HOUR + 20 * 60_000)
    expect(fired).toEqual(['2026-03-05T11:00:00.000Z', '2026-03-05T12:00:00.000Z'])
  })

  it('does not wait for a day that only a wrong clock showed', () => {
    const { pass, set, fired } = open('2030-01-01T10:59:00Z', hourly)
    pass(2 * 60_000)
    set('2026-03-05T10:59:00Z')
    pass(2 * 60_000)
    expect(fired).toEqual(['2030-01-01T11:00:00.000Z', '2026-03-05T11:00:00.000Z'])
  })

  it('reports every time that was missed, of two years at most', () => {
    const { pass, set, missed } = open('2026-03-05T10:30:00Z', hourly)
    set('2026-09-05T10:30:00Z')
    pass(60_000)
    expect(missed).toHaveLength(184 * 24)
    set('2036-03-05T10:30:00Z')
    pass(60_000)
    expect(missed).toHaveLength(184 * 24 + 2 * 366 * 24)
  })

  it('fires for the present minute after a sleep of days, and reports the newest of the times it missed', () => {
    const { sleep, fired, missed } = open('2026-03-05T10:30:30Z', minutely)
    sleep(72 * HOUR)
    expect(fired).toEqual(['2026-03-08T10:30:00.000Z'])
    expect(missed.at(-1)).toBe('2026-03-08T10:29:00.000Z')
  })

  it('fires nothing from before it knew the schedule', () => {
    const { pass, scheduler, fired } = open('2026-03-05T10:59:50Z')
    pass(20_000)
    scheduler.set([hourly])
    pass(60_000)
    expect(fired).toEqual([])
  })

  it('never fires twice for one minute, however the clock is moved', () => {
    const moves = fc.array(
      fc.oneof(
        fc.record({ do: fc.constant('pass' as const), ms: fc.integer({ min: 0, max: 200_000 }) }),
        fc.record({ do: fc.constant('sleep' as const), ms: fc.integer({ min: 0, max: 2_000_000 }) }),
        fc.record({ do: fc.constant('back' as const), ms: fc.integer({ min: 0, max: 2_000_000 }) }),
      ),
      { maxLength: 30 },
    )
    fc.assert(
      fc.property(moves, (all) => {
        const { clock, pass, sleep, set, fired, missed } = open('2026-03-05T10:30:00Z', minutely)
        for (const move of all) {
          if (move.do === 'pass') pass(move.ms)
          if (move.do === 'sleep') sleep(move.ms)
          if (move.do === 'back') set(new Date(clock.now() - move.ms).toISOString())
        }
        expect(new Set(fired).size).toBe(fired.length)
        expect(fired.filter((at) => missed.includes(at))).toEqual([])
      }),
      { numRuns: 100 },
    )
  })
})

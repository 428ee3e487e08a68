import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { makeTick, nextTime, ownSchedule, readSchedule, timesBetween, toLocal } from '#main/triggers/schedule'
import type { JsonObject } from '#shared/json'
import { textOf } from '#shared/messages/message'
import type { Schedule } from '#shared/triggers'

const read = (interval: JsonObject, more: JsonObject = {}) =>
  readSchedule({ id: 's', title: 'A schedule', context: { interval, enabled: true, ...more } })

function schedule(interval: JsonObject): Schedule {
  const made = read(interval)
  if (!made?.ok) throw new Error('no schedule')
  return made.schedule
}

/** The next times after a moment. */
function next(interval: JsonObject, after: string, count: number): string[] {
  const times: string[] = []
  let at = Date.parse(after)
  for (let n = 0; n < count; n += 1) {
    at = nextTime(schedule(interval), at)
    times.push(new Date(at).toISOString())
  }
  return times
}

const why = (interval: JsonObject) => {
  const made = read(interval)
  return made && !made.ok ? textOf(made.why) : null
}

describe('a schedule', () => {
  it('ticks every so many minutes, and each hour at its minute', () => {
    expect(next({ type: 'minutely', every_n_minutes: 15 }, '2026-03-05T10:07:00Z', 2)).toEqual([
      '2026-03-05T10:15:00.000Z',
      '2026-03-05T10:30:00.000Z',
    ])
    expect(next({ type: 'hourly', minute: 5 }, '2026-03-05T10:05:00Z', 2)).toEqual([
      '2026-03-05T11:05:00.000Z',
      '2026-03-05T12:05:00.000Z',
    ])
  })

  it('uses its zone’s minute, even if that is half an hour off', () => {
    expect(next({ type: 'hourly', minute: 0, timezone: 'Asia/Kolkata' }, '2026-03-05T10:07:00Z', 1)).toEqual([
      '2026-03-05T10:30:00.000Z',
    ])
  })

  it('uses UTC if it names no zone', () => {
    expect(next({ type: 'daily', time: '14:00' }, '2026-07-05T13:00:00Z', 2)).toEqual([
      '2026-07-05T14:00:00.000Z',
      '2026-07-06T14:00:00.000Z',
    ])
    expect(next({ type: 'daily', time: '14:00', timezone: 'Europe/Berlin' }, '2026-07-05T13:00:00Z', 1)).toEqual([
      '2026-07-06T12:00:00.000Z',
    ])
  })

  it('ticks on each of its weekdays, by name or number', () => {
    const days = { type: 'weekly', time: '08:30', weekdays: ['monday', 'Fri', 0] }
    expect(next(days, '2026-03-05T10:00:00Z', 3)).toEqual([
      '2026-03-06T08:30:00.000Z',
      '2026-03-08T08:30:00.000Z',
      '2026-03-09T08:30:00.000Z',
    ])
  })

  it('TC-26 ticks on the second Tuesday of a month, and on its last Friday, and never otherwise', () => {
    const second = { type: 'monthly', time: '14:00', nth_weekday: { nth: 2, weekday: 'tuesday' } }
    expect(next(second, '2026-01-01T00:00:00Z', 3)).toEqual([
      '2026-01-13T14:00:00.000Z',
      '2026-02-10T14:00:00.000Z',
      '2026-03-10T14:00:00.000Z',
    ])
    const last = { type: 'monthly', time: '14:00', nth_weekday: { nth: 'last', weekday: 'fri' } }
    expect(next(last, '2026-01-01T00:00:00Z', 3)).toEqual([
      '2026-01-30T14:00:00.000Z',
      '2026-02-27T14:00:00.000Z',
      '2026-03-27T14:00:00.000Z',
    ])
  })

  it('skips a month without such a day: there is no 31st of February', () => {
    expect(next({ type: 'monthly', time: '00:00', day_of_month: 31 }, '2026-01-31T00:00:00Z', 3)).toEqual([
      '2026-03-31T00:00:00.000Z',
      '2026-05-31T00:00:00.000Z',
      '2026-07-31T00:00:00.000Z',
    ])
    expect(next({ type: 'monthly', time: '00:00', day_of_month: 29 }, '2027-01-30T00:00:00Z', 1)).toEqual([
      '2027-03-29T00:00:00.000Z',
    ])
  })

  it.each<[JsonObject, RegExp]>([
    [{ type: 'monthly', time: '00:00', day_of_month: 32 }, /from 1 to 31/],
    [{ type: 'monthly', time: '00:00', nth_weekday: { nth: 5, weekday: 1 } }, /1, 2, 3, 4 or "last"/],
    [{ type: 'weekly', time: '00:00', weekdays: ['someday'] }, /"monday"/],
    [{ type: 'weekly', time: '00:00', weekdays: [] }, /"monday"/],
    [{ type: 'daily', time: '25:00' }, /not a time of day/],
    [{ type: 'daily', time: '9:00' }, /not a time of day/],
    [{ type: 'minutely', every_n_minutes: 0 }, /from 1 to 1440/],
    [{ type: 'hourly', minute: 60 }, /from 0 to 59/],
    [{ type: 'yearly' }, /no known type/],
    [{ type: 'daily', time: '10:00', timezone: 'Mars/Olympus' }, /not a time zone/],
  ])('says what is wrong with %j', (interval, expected) => {
    expect(why(interval)).toMatch(expected)
  })

  it('is ignored if it is switched off', () => {
    expect(read({ type: 'daily', time: '10:00' }, { enabled: false })).toBeNull()
  })

  it('skips the missing hour in spring, and takes the first of the two in autumn', () => {
    const night = { type: 'daily', time: '02:30', timezone: 'Europe/Berlin' }
    // At 02:00 of the 29th of March clocks are set to 03:00; at 03:00 of the 25th of October to 02:00.
    expect(next(night, '2026-03-28T00:00:00Z', 3)).toEqual([
      '2026-03-28T01:30:00.000Z',
      '2026-03-29T01:30:00.000Z',
      '2026-03-30T00:30:00.000Z',
    ])
    expect(next(night, '2026-10-24T12:00:00Z', 2)).toEqual(['2026-10-25T00:30:00.000Z', '2026-10-26T01:30:00.000Z'])
  })

  const ZONES = ['UTC', 'Europe/Berlin', 'America/New_York', 'Australia/Lord_Howe', 'Asia/Kolkata', 'Pacific/Apia']
  const zones = fc.constantFrom(...ZONES)
  const moments = fc.integer({ min: Date.parse('2010-01-01'), max: Date.parse('2040-01-01') })
  const times = fc
    .tuple(fc.integer({ min: 0, max: 23 }), fc.integer({ min: 0, max: 59 }))
    .map((parts) => parts.map((part) => String(part).padStart(2, '0')).join(':'))

  it('ticks once on each day of its zone, whatever happens to the clocks there', () => {
    fc.assert(
      fc.property(zones, times, moments, (timezone, time, from) => {
        const daily = schedule({ type: 'daily', time, timezone })
        const ticks = timesBetween(daily, from, from + 400 * 86_400_000)
        const days = ticks.map((at) => Math.floor(toLocal(at, timezone) / 86_400_000))
        expect(new Set(days).size).toBe(days.length)
        expect(ticks).toEqual(ticks.toSorted((a, b) => a - b))
        // Samoa left a whole day out.
        expect(days.length).toBeGreaterThanOrEqual(399)
        expect(ticks.every((at) => at % 60_000 === 0)).toBe(true)
      }),
      { numRuns: 40 },
    )
  })

  it('always continues, and finds the same times from any start', () => {
    const intervals = fc.oneof(
      fc.record({ type: fc.constant('minutely'), every_n_minutes: fc.integer({ min: 1, max: 1440 }) }),
      fc.record({ type: fc.constant('hourly'), minute: fc.integer({ min: 0, max: 59 }) }),
      fc.record({ type: fc.constant('monthly'), time: times, day_of_month: fc.integer({ min: 1, max: 31 }) }),
    )
    fc.assert(
      fc.property(
        intervals,
        zones,
        moments,
        fc.double({ min: 0, max: 1, noNaN: true }),
        (interval, timezone, from, part) => {
          const made = schedule({ ...interval, timezone })
          const first = nextTime(made, from)
          expect(first).toBeGreaterThan(from)
          expect(nextTime(made, from + Math.floor((first - from) * part * 0.999))).toBe(first)
        },
      ),
      { numRuns: 200 },
    )
  })
})

describe('a tick', () => {
  it('names its schedule, its labels and its time', () => {
    const own = ownSchedule('interval:daily', 'Europe/Berlin')
    if (!own) throw new Error('no schedule')
    expect(makeTick(own, Date.parse('2026-03-05T08:00:00Z'))).toMatchObject({
      schema_name: 'schedule.tick.v1',
      tags: ['schedule:tick', 'interval:daily'],
      context: {
        ...{ schedule_id: 'interval:daily', fired_at: '2026-03-05T08:00:00.000Z', interval_type: 'daily' },
        interval_details: { time: '09:00' },
      },
    })
    expect(ownSchedule('interval:never', 'UTC')).toBeNull()
  })
})

import { isObject, type Json, type JsonObject, ownOf } from '#shared/json'
import { type Message, message } from '#shared/messages/message'
import type { RecordReply, RecordRequest, StoredRecord } from '#shared/records'
import { TICK } from '#shared/skill/describe-wish'
import type { Interval, Schedule } from '#shared/triggers'

export const DEFINITION = 'schedule.definition.v1'
export const CONFIG = 'tool.config.v1'

export type ReadSchedule = { ok: true; schedule: Schedule } | { ok: false; why: Message }

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const DAY_MS = 24 * HOUR_MS
/** The next 31st is at most 62 days away. */
const DAYS_LOOKED_AT = 64
const TIME = /^(?:[01]\d|2[0-3]):[0-5]\d$/
const WEEKDAYS = ['sunday', 'monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday']

/** Reads a schedule from a record; null if it is switched off. */
export function readSchedule(record: Pick<StoredRecord, 'id' | 'title' | 'context'>): ReadSchedule | null {
  const { id, title, context } = record
  if (context.enabled === false) return null
  const given = isObject(context.interval) ? context.interval : {}
  const { labels: texts = [] } = context
  const zone = given.timezone ?? context.timezone ?? 'UTC'
  if (typeof zone !== 'string' || !isZone(zone))
    return { ok: false, why: message('schedule-zone', { zone: shown(zone) }) }
  const interval = readInterval(given)
  if ('code' in interval) return { ok: false, why: interval }
  const labels = Array.isArray(texts) ? texts.filter((each) => typeof each === 'string') : []
  return { ok: true, schedule: { id, title, interval, zone, labels } }
}

export interface Definitions {
  definitions: Schedule[]
  /** Schedules without a valid time, and why. */
  broken: { id: string; title: string; words: Message }[]
  /** By their id: which version the settings of tools have. */
  settings: ReadonlyMap<string, number>
}

export const NOTHING_STORED: Definitions = { definitions: [], broken: [], settings: new Map() }

const MOST_DEFINITIONS = 200

/** The schedules that tools have stored, and how tools are set up. */
export async function readDefinitions(store: (request: RecordRequest) => Promise<RecordReply>): Promise<Definitions> {
  const list = async (schema: string) => {
    const reply = await store({ do: 'search', query: { schemas: [schema], limit: MOST_DEFINITIONS } })
    return reply.ok && 'found' in reply ? reply.found.records : []
  }
  const configs = await list(CONFIG)
  const settings = new Map(configs.map(({ id, version }) => [id, version]))
  const found: Definitions = { definitions: [], broken: [], settings }
  for (const record of await list(DEFINITION)) {
    const read = readSchedule(record)
    if (read?.ok) found.definitions.push(read.schedule)
    else if (read) found.broken.push({ id: record.id, title: record.title, words: read.why })
  }
  return found
}

function readInterval(given: JsonObject): Interval | Message {
  const { type, every_n_minutes: every = 1, minute = 0, time = '00:00', weekdays } = given
  if (type === 'minutely') return isWhole(every, 1, 1440) ? { type, every } : message('schedule-minutes')
  if (type === 'hourly') return isWhole(minute, 0, 59) ? { type, minute } : message('schedule-minute')
  if (type !== 'daily' && type !== 'weekly' && type !== 'monthly') return message('schedule-type')
  if (typeof time !== 'string' || !TIME.test(time)) return message('schedule-time', { time: shown(time) })
  if (type === 'daily') return { type, time }
  if (type === 'monthly') return readMonthly(given, time)
  const days = Array.isArray(weekdays) ? weekdays.map(readWeekday) : []
  const known = days.filter((day) => day !== null)
  if (known.length === 0 || known.length < days.length) return message('schedule-weekday')
  return { type, time, weekdays: [...new Set(known)].sort() }
}

function readMonthly({ day_of_month: day, nth_weekday: found }: JsonObject, time: string): Interval | Message {
  if (!isObject(found)) return isWhole(day, 1, 31) ? { type: 'monthly', time, day } : message('schedule-day')
  const weekday = readWeekday(found.weekday ?? null)
  const { nth } = found
  if (weekday === null) return message('schedule-weekday')
  return nth === 'last' || isWhole(nth, 1, 4) ? { type: 'monthly', time, nth, weekday } : message('schedule-nth')
}

/** By English name, its first three letters, or its number with Sunday as 0. */
function readWeekday(value: Json): number | null {
  if (isWhole(value, 0, 6)) return value
  if (typeof value !== 'string' || value.length < 3) return null
  const index = WEEKDAYS.findIndex((name) => name === value.toLowerCase() || name.slice(0, 3) === value.toLowerCase())
  return index < 0 ? null : index
}

const isWhole = (value: Json | undefined, least: number, most: number): value is number =>
  typeof value === 'number' && Number.isInteger(value) && value >= least && value <= most

const shown = (value: Json) => JSON.stringify(value).slice(0, 80)

/** The next time after a moment, to the minute. */
export function nextTime({ interval, zone }: Pick<Schedule, 'interval' | 'zone'>, after: number): number {
  if (interval.type === 'minutely') {
    const step = interval.every * MINUTE_MS
    return (Math.floor(after / step) + 1) * step
  }
  if (interval.type === 'hourly') return nextMinute(interval.minute, zone, after)
  const [hours = 0, minutes = 0] = interval.time.split(':').map(Number)
  const local = toLocal(after, zone)
  const today = Math.floor(local / DAY_MS) * DAY_MS
  for (let day = today - DAY_MS; day <= today + DAYS_LOOKED_AT * DAY_MS; day += DAY_MS) {
    if (!isItsDay(interval, new Date(day))) continue
    const at = fromLocal(day + hours * HOUR_MS + minutes * MINUTE_MS, zone)
    if (at > after) return at
  }
  return Number.POSITIVE_INFINITY
}

/** The clock may change by half an hour in between. */
function nextMinute(minute: number, zone: string, after: number): number {
  let at = (Math.floor(after / MINUTE_MS) + 1) * MINUTE_MS
  for (let tries = 0; tries < 4; tries += 1) {
    const now = new Date(toLocal(at, zone)).getUTCMinutes()
    if (now === minute) return at
    at += ((minute - now + 60) % 60) * MINUTE_MS
  }
  return at
}

function isItsDay(interval: Extract<Interval, { time: string }>, day: Date): boolean {
  if (interval.type === 'daily') return true
  if (interval.type === 'weekly') return interval.weekdays.includes(day.getUTCDay())
  if ('day' in interval) return day.getUTCDate() === interval.day
  if (day.getUTCDay() !== interval.weekday) return false
  if (interval.nth !== 'last') return Math.ceil(day.getUTCDate() / 7) === interval.nth
  return new Date(day.getTime() + 7 * DAY_MS).getUTCMonth() !== day.getUTCMonth()
}

const LONGEST_MS = 2 * 366 * DAY_MS

/** The times after `from` up to `to`, of the last two years. */
export function timesBetween(schedule: Pick<Schedule, 'interval' | 'zone'>, from: number, to: number) {
  const times: number[] = []
  let at = nextTime(schedule, Math.max(from, to - LONGEST_MS))
  for (; at <= to; at = nextTime(schedule, at)) times.push(at)
  return times
}

const OWN: Readonly<Record<string, Interval>> = {
  'interval:minutely': { type: 'minutely', every: 1 },
  'interval:hourly': { type: 'hourly', minute: 0 },
  'interval:daily': { type: 'daily', time: '09:00' },
  'interval:weekly': { type: 'weekly', time: '09:00', weekdays: [1] },
  'interval:monthly': { type: 'monthly', time: '09:00', day: 1 },
}

/** Common labels need no record that defines them. Without a zone they follow this computer's clock. */
export function ownSchedule(label: string, zone?: string): Schedule | null {
  const interval = ownOf(OWN, label)
  if (!interval) return null
  // Asked for where it is needed: the first use of Intl takes 10 ms.
  const own = zone ?? new Intl.DateTimeFormat().resolvedOptions().timeZone
  return { id: label, title: label, interval, zone: own, labels: [label], isOwn: true }
}

/** What the subscribers of a schedule receive. */
export function makeTick({ id, title, interval, labels }: Schedule, at: number): StoredRecord {
  const time = new Date(at).toISOString()
  const { type, ...details } = interval
  return {
    ...{ id: `${id}:${time}`, schema_name: TICK, title, tags: ['schedule:tick', ...labels], version: 1 },
    ...{ created_at: time, updated_at: time, created_by: 'skillet' },
    context: {
      ...{ schedule_id: id, schedule_title: title, fired_at: time, interval_type: type },
      interval_details: { ...details } as JsonObject,
    },
  }
}

const formats = new Map<string, Intl.DateTimeFormat>()

const PARTS: Intl.DateTimeFormatOptions = {
  ...{ calendar: 'iso8601', numberingSystem: 'latn', hourCycle: 'h23', year: 'numeric', month: 'numeric' },
  ...{ day: 'numeric', hour: 'numeric', minute: 'numeric', second: 'numeric' },
}

function formatFor(timeZone: string): Intl.DateTimeFormat {
  const format = formats.get(timeZone) ?? new Intl.DateTimeFormat('en-US', { ...PARTS, timeZone })
  formats.set(timeZone, format)
  return format
}

/** Whether this names a time zone. An offset such as `+01:00` never changes. */
export function isZone(zone: string): boolean {
  try {
    formatFor(zone)
    return true
  } catch {
    return false
  }
}

/** The time on the zone's clocks, expressed as if it were UTC. */
export function toLocal(at: number, zone: string): number {
  const parts = formatFor(zone).formatToParts(at)
  const part = (name: Intl.DateTimeFormatPartTypes) => Number(parts.find(({ type }) => type === name)?.value ?? 0)
  return Date.UTC(part('year'), part('month') - 1, part('day'), part('hour'), part('minute'), part('second'))
}

/**
 * When the zone's clocks show this time. If twice: the first time. If never, because clocks skip it: shifted by the
 * length of the gap.
 */
export function fromLocal(local: number, zone: string): number {
  const offsetNear = (at: number) => toLocal(at, zone) - at
  const offsets = [offsetNear(local - DAY_MS), offsetNear(local + DAY_MS)]
  const fitting = offsets.map((offset) => local - offset).filter((at) => toLocal(at, zone) === local)
  return fitting.length > 0 ? Math.min(...fitting) : local - (offsets[0] ?? 0)
}

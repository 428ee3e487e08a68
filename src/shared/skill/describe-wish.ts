import { type Message, type MessageCode, message } from '#shared/messages/message'
import type { Interval, Schedule, TriggerWish } from '#shared/triggers'
import type { ContextMatch } from './tool-code.ts'

/** The schema of the record for a scheduled time. */
export const TICK = 'schedule.tick.v1'

const WEEKDAYS = [
  ...(['weekday-0', 'weekday-1', 'weekday-2', 'weekday-3', 'weekday-4', 'weekday-5', 'weekday-6'] as const),
] satisfies MessageCode[]

const NTH = ['nth-1', 'nth-2', 'nth-3', 'nth-4', 'nth-last'] as const

const nameDay = (day: number) => message(WEEKDAYS[day] ?? 'weekday-0')

const joinAll = (all: readonly Message[]): Message =>
  all.reduce((first, second) => message('and-then', { first, second }))

export function describeSchedule({ interval, zone }: Pick<Schedule, 'interval' | 'zone'>): Message {
  const when = describeInterval(interval)
  return interval.type === 'minutely' ? when : message('in-zone', { when, zone })
}

function describeInterval(interval: Interval): Message {
  switch (interval.type) {
    case 'minutely':
      return interval.every === 1 ? message('every-minute') : message('every-minutes', { count: interval.every })
    case 'hourly':
      return message('every-hour', { minute: String(interval.minute).padStart(2, '0') })
    case 'daily':
      return message('every-day', { time: interval.time })
    case 'weekly':
      return message('every-week', { days: joinAll(interval.weekdays.map(nameDay)), time: interval.time })
    case 'monthly':
      return describeMonthly(interval)
  }
}

function describeMonthly(interval: Extract<Interval, { type: 'monthly' }>): Message {
  const { time } = interval
  if ('day' in interval) {
    // Only in months that have this day.
    return message(interval.day > 28 ? 'every-month-with-day' : 'every-month', { day: interval.day, time })
  }
  const nth = message(NTH[interval.nth === 'last' ? 4 : interval.nth - 1] ?? 'nth-last')
  return message('every-month-nth', { nth, day: nameDay(interval.weekday), time })
}

export function describeWish({ bootstrap, subscriptions, times }: Omit<TriggerWish, 'settings'>): Message[] {
  const words: Message[] = []
  if (bootstrap) {
    const { mode, waitFor } = bootstrap
    const start = message(mode === 'once' ? 'runs-at-start' : 'keeps-running')
    words.push(waitFor.length > 0 ? message('runs-after', { when: start, names: waitFor.join(', ') }) : start)
  }
  for (const { schema, tag, matches } of subscriptions) {
    if (schema === TICK && times.length > 0) continue
    const record = tag === undefined ? message('on-record', { schema }) : message('on-tagged-record', { schema, tag })
    words.push(matches.reduce((when, match) => message('on-match', { when, match: describeMatch(match) }), record))
  }
  return [...words, ...times.map(describeSchedule)]
}

const describeMatch = ({ path, op, value }: ContextMatch) =>
  [path, op, ...(value === undefined ? [] : [JSON.stringify(value)])].join(' ')

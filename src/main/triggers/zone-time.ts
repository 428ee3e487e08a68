const MINUTE_MS = 60_000
const DAY_MS = 86_400_000

const formats = new Map<string, Intl.DateTimeFormat>()

function formatFor(zone: string): Intl.DateTimeFormat {
  const known = formats.get(zone)
  if (known) return known
  const made = new Intl.DateTimeFormat('en-US', {
    ...({ timeZone: zone, calendar: 'iso8601', numberingSystem: 'latn', hourCycle: 'h23' } as const),
    ...({ year: 'numeric', month: 'numeric', day: 'numeric', hour: 'numeric', minute: 'numeric' } as const),
    ...({ second: 'numeric' } as const),
  })
  formats.set(zone, made)
  return made
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
  const parts = new Map(
    formatFor(zone)
      .formatToParts(at)
      .map(({ type, value }) => [type, Number(value)]),
  )
  const part = (name: Intl.DateTimeFormatPartTypes) => parts.get(name) ?? 0
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

export const toMinute = (at: number): number => Math.floor(at / MINUTE_MS) * MINUTE_MS

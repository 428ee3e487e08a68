const UNITS: Record<string, number> = { s: 1000, m: 60_000, h: 3_600_000, d: 86_400_000, w: 604_800_000 }

/** A moment as the record writes it, from a date, a date with a time, or how long ago it was. Null where it is none of them. */
export function readSince(said: string, now: Date): string | null {
  const ago = /^(\d{1,6})([smhdw])$/.exec(said)
  if (ago) return new Date(now.getTime() - Number(ago[1]) * (UNITS[ago[2] as string] as number)).toISOString()
  const isDate = /^\d{4}-\d{2}-\d{2}$/.test(said)
  if (!isDate && !/^\d{4}-\d{2}-\d{2}[T ]\d{2}:\d{2}/.test(said)) return null
  // A date alone would be midnight in Greenwich; the person means midnight here.
  const moment = new Date(isDate ? `${said}T00:00` : said)
  return Number.isNaN(moment.getTime()) ? null : moment.toISOString()
}

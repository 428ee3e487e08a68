import { say, spokenLanguage, type Text } from '#shared/messages/say'

/** `21 ms`, `0.4 s`, `12 s`, `2 min 5 s`. */
export function formatMs(ms: number): string {
  if (ms < 100) return withUnit(Math.max(0, Math.round(ms)), 'ms')
  if (ms < 9950) return withUnit(formatTenths(ms / 1000), 's')
  const seconds = Math.round(ms / 1000)
  if (seconds < 120) return withUnit(seconds, 's')
  const [minutes, rest] = [Math.floor(seconds / 60), seconds % 60]
  if (minutes >= 120) return `${withUnit(Math.floor(minutes / 60), 'h')} ${withUnit(minutes % 60, 'min')}`
  return rest ? `${withUnit(minutes, 'min')} ${withUnit(rest, 's')}` : withUnit(minutes, 'min')
}

/** Never breaks between figure and unit. */
const withUnit = (figure: string | number, unit: string) => `${figure}\u00a0${unit}`

export function formatBytes(bytes: number): string {
  if (bytes < 1000) return withUnit(bytes, say(bytes === 1 ? 'byte' : 'bytes'))
  const units = ['KB', 'MB', 'GB', 'TB']
  let value = bytes
  let unit = -1
  while (value >= 999.5 && unit < units.length - 1) {
    value /= 1000
    unit++
  }
  return withUnit(value < 10 ? formatTenths(value) : Math.round(value), String(units[unit]))
}

/** `0.4`, or `0,4` by locale. */
export const formatTenths = (value: number): string =>
  value.toLocaleString(localeOf(), { minimumFractionDigits: 1, maximumFractionDigits: 1 })

/** Both languages write small counts alike. The first use of Intl takes 10 ms and 3 MB, which most starts never need. */
export function formatCount(count: number): string {
  return Number.isInteger(count) && Math.abs(count) < 1000 ? String(count) : count.toLocaleString(localeOf())
}

/** A trailing line break starts no new line. */
export function countLines(text: string): number {
  return text === '' ? 0 : text.replace(/\n$/, '').split('\n').length
}

/** `1 command`, `3 commands`. */
export function countOf(count: number, one: Text, many: Text): string {
  return `${formatCount(count)} ${say(count === 1 ? one : many)}`
}

/** `09:05:12` */
export function formatTime(at: string): string {
  return new Date(at).toLocaleTimeString(localeOf(), { timeStyle: 'medium', hourCycle: 'h23' })
}

export function formatDay(at: string): string {
  return new Date(at).toLocaleDateString(localeOf(), { day: 'numeric', month: 'short', year: 'numeric' })
}

/** `12 Nov 2026, 09:05` */
export function formatMoment(at: string): string {
  return new Date(at).toLocaleString(localeOf(), { dateStyle: 'medium', timeStyle: 'short', hourCycle: 'h23' })
}

/** `12 Nov` */
export function formatShortDay(at: string): string {
  return new Date(at).toLocaleDateString(localeOf(), { day: 'numeric', month: 'short' })
}

/** The system's locale if it matches the window's language. */
export function localeOf(): string {
  const system = navigator.language
  return system.startsWith(spokenLanguage()) ? system : spokenLanguage()
}

/** All of it is hostile text, and the main thread searches it. */
const MOST_ANSWER = 20_000
const MOST_SOURCE = 200_000
const MOST_VALUES = 200
const MOST_NUMBERS = 4000
/** With more numbers, some pair of them adds up to anything. */
const MOST_COMBINED = 24
const MOST_FOUND = 20
/** Every small number is the sum or difference of two others. */
const SMALL = 20
/** What the model is told when a command printed nothing. */
const NOTHING = '(no output)'

const MONTHS = 'jan feb mar apr may jun jul aug sep oct nov dec'.split(' ')
const MONTHS_GERMAN = 'jan feb mär apr mai jun jul aug sep okt nov dez'.split(' ')
const MONTH = '(?:jan|feb|mar|mär|apr|may|mai|jun|jul|aug|sep|oct|okt|nov|dec|dez)\\p{L}*\\.?'
const HASH = /\b(?=[0-9a-f]*\d)(?=[0-9a-f]*[a-f])[0-9a-f]{7,64}\b/giu
const ADDRESS = /\b[a-z][a-z+]{1,20}:\/\/[^\s"'`<>()\]]+/giu
/** Neither an HTML tag nor the name of a function. */
const PATH =
  /(?<![\w/.<])(?:~|\.{1,2})?(?:\/[\w.@+-]*[\w@+-])+\/?|(?<![\w./-])(?:[\w-]+\/)*[\w-]+(?:\.[a-z][a-z0-9]{1,4})+\b(?!\()/giu
const DATE = new RegExp(
  `\\b\\d{4}([-:/])\\d\\d\\1\\d\\d(?!\\d)|\\b\\d{1,2}[./]\\s?\\d{1,2}[./]\\s?\\d{4}\\b|\\b\\d{1,2}\\.? ${MONTH}(?: \\d{4})?|\\b${MONTH} \\d{1,2}(?:st|nd|rd|th)?(?:,? \\d{4})?`,
  'giu',
)
const TIME = /\b\d{1,2}:\d\d(?::\d\d)?(?:\s?[ap]\.?m\b)?/giu
/** Network addresses and versions. */
const DOTTED = /\b\d+(?:\.\d+){2,}(?:\/\d+)?/gu
const NUMBER = /(?<![\w.])\d+(?:[.,' ]\d{3})*(?:[.,]\d+)?/gu
const SIZE = /^[ \u00a0]?(?:[kmgt]i?b?|bytes?|kilobytes?|megabytes?|gigabytes?|terabytes?)\b/iu
const DURATION = /^[ \u00a0]?(?:s|sec\w*|sekunden?|m|min\w*|h|hours?|stunden?|days?|tagen?)\b/iu
const SHARE = /^[ \u00a0]?(?:%|percent|prozent)/iu

/**
 * Finds numbers, paths, dates and hashes in an answer that are in none of the texts and do not follow from them,
 * because small models invent what they could not read.
 */
export function findUnfounded(answer: string, results: readonly string[], requests: readonly string[] = []): string[] {
  const known = readSources(results, requests)
  const found = new Set<string>()
  let rest = answer.slice(0, MOST_ANSWER).replace(/^[ \t]*\d{1,2}[.)] /gmu, '')
  const take = (pattern: RegExp, isKnown: (text: string, behind: string) => boolean) => {
    for (const { 0: text, index } of [...rest.matchAll(pattern)].slice(0, MOST_VALUES)) {
      const end = index + text.length
      if (!isKnown(text, rest.slice(end, end + 12))) found.add(text.trim())
      rest = rest.slice(0, index) + ' '.repeat(text.length) + rest.slice(end)
    }
  }
  const isSaid = (text: string) => known.text.includes(text.toLowerCase().replace(/\/$/, ''))
  take(ADDRESS, (text) => isSaid(text.replace(/[.,;:!?]+$/, '')))
  take(PATH, (text) => isSaid(text) || isSaid(text.split('/').at(-1) || text))
  take(HASH, isSaid)
  take(DATE, (text) => isSaid(text) || known.days.has(dayOf(text)))
  take(DOTTED, isSaid)
  take(TIME, (text) => isSaid(text) || known.times.has(timeOf(text)))
  take(NUMBER, (text, behind) => readingsOf(text).some((number) => known.has(number, decimalsOf(text, number), behind)))
  return [...found].slice(0, MOST_FOUND)
}

interface Known {
  text: string
  days: ReadonlySet<string>
  times: ReadonlySet<string>
  /** Whether this number, to so many decimals, is in the texts or follows from them. */
  has(number: number, decimals: number, behind: string): boolean
}

function readSources(results: readonly string[], requests: readonly string[]): Known {
  let room = MOST_SOURCE
  const start = results.findLastIndex(({ length }) => {
    room -= length
    return room <= 0
  })
  const sources = results.slice(Math.max(0, start))
  const text = [...requests, ...sources].join('\n').slice(-MOST_SOURCE).toLowerCase()
  const plain = text.replace(HASH, ' ').replace(DATE, ' ').replace(TIME, ' ')
  const numbers = [...new Set((plain.match(NUMBER) ?? []).slice(-MOST_NUMBERS).flatMap(readingsOf))]
  const parts = new Set((text.match(/\d+/g) ?? []).map(Number))
  const sums = sumColumns(sources)
  const shares: number[] = []
  for (const [at, one] of numbers.length > MOST_COMBINED ? [] : numbers.entries()) {
    for (const other of numbers.slice(at + 1)) {
      sums.push(one + other, Math.abs(one - other))
      shares.push((100 * one) / other, (100 * other) / one)
    }
  }
  const counts = sources.map(
    (source) => source.split('\n').filter((line) => line.trim() !== '' && line !== NOTHING).length,
  )
  const exact = new Set(sums.filter((sum) => sum > SMALL).map((sum) => Math.round(sum * 1e6)))
  return {
    text,
    days: new Set((text.match(DATE) ?? []).map(dayOf)),
    times: new Set((text.match(TIME) ?? []).map(timeOf)),
    has(number, decimals, behind) {
      const isNear = (known: number) => isRounded(number, decimals, known)
      if (parts.has(number) || counts.includes(number) || numbers.some(isNear)) return true
      if (exact.has(Math.round(number * 1e6))) return true
      if (SHARE.test(behind)) return [...shares, ...numbers.flatMap((one) => [100 - one, 100 * one])].some(isNear)
      if (number === 0) return false
      const steps = SIZE.test(behind) ? [1000, 1024] : DURATION.test(behind) ? [60, 3600, 86_400, 24] : []
      return steps.some((step) =>
        [step, step ** 2, step ** 3].some((unit) => numbers.some((one) => isNear(one / unit) || isNear(one * unit))),
      )
    },
  }
}

/** Rounded to the same decimals or trailing zeros, such as `18,000` for 18 342. */
function isRounded(number: number, decimals: number, known: number): boolean {
  const off = Math.abs(known - number)
  if (off === 0) return true
  const zeros = decimals === 0 ? (/0+$/.exec(String(number))?.[0].length ?? 0) : 0
  return off <= 0.5001 * 10 ** -decimals ? !Number.isInteger(known) : zeros > 1 && off <= 0.5 * 10 ** zeros
}

/** The sums of the numbers at the same position in each line. */
function sumColumns(sources: readonly string[]): number[] {
  return sources.flatMap((source) => {
    const sums: number[] = []
    for (const line of source.split('\n')) {
      for (const [at, text] of (line.match(NUMBER) ?? []).entries())
        sums[at] = (sums[at] ?? 0) + (readingsOf(text)[0] ?? 0)
    }
    return sums
  })
}

/** The possible values: before three digits, a comma or a point may mean either. */
function readingsOf(text: string): number[] {
  const plain = text.replace(/[' ]/g, '')
  const whole = Number(plain.replace(/[.,]/g, ''))
  const decimal = Number(plain.replace(/[.,](?=.*[.,])/g, '').replace(',', '.'))
  if (!/[.,]/.test(plain)) return [whole]
  return /[.,]\d{3}$/.test(plain) ? [whole, decimal] : [decimal]
}

/** A separator of thousands is not a decimal point. */
const decimalsOf = (text: string, number: number) =>
  number >= 1000 && Number.isInteger(number) ? 0 : (/[.,](\d+)$/.exec(text)?.[1]?.length ?? 0)

/** Its month and day; the year is checked as a number. */
function dayOf(text: string): string {
  const [, isoMonth, isoDay] = /^\d{4}[-:/](\d\d)[-:/](\d\d)$/.exec(text) ?? []
  if (isoMonth) return `${Number(isoMonth)}-${Number(isoDay)}`
  const [one = 0, other = 0] = (text.match(/\d+/g) ?? []).map(Number)
  const name = /\p{L}{3}/u.exec(text.toLowerCase())?.[0] ?? ''
  const month = Math.max(MONTHS.indexOf(name), MONTHS_GERMAN.indexOf(name)) + 1
  if (month > 0) return `${month}-${one}`
  return one > 12 || text.includes('.') ? `${other}-${one}` : `${one}-${other}`
}

/** Hours and minutes on a 24-hour clock. */
function timeOf(text: string): string {
  const [hour = 0, minute = 0] = (text.match(/\d+/g) ?? []).map(Number)
  const isAfternoon = /p\.?m/i.test(text) && hour < 12
  return `${isAfternoon ? hour + 12 : hour}:${minute}`
}

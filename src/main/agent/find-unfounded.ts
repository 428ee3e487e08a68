/** Texts of a size that no model reads whole are not searched. */
const MOST_SOURCE = 200_000
/** With more numbers than that, some pair of them gives any sum. */
const MOST_COMBINED = 24
const MOST_FOUND = 20

const MONTHS = 'jan feb mar apr may jun jul aug sep oct nov dec'.split(' ')
const MONTHS_GERMAN = 'jan feb mär apr mai jun jul aug sep okt nov dez'.split(' ')
const MONTH = '(?:jan|feb|mar|mär|apr|may|mai|jun|jul|aug|sep|oct|okt|nov|dec|dez)\\p{L}*\\.?'
const HASH = /\b(?=[0-9a-f]*\d)(?=[0-9a-f]*[a-f])[0-9a-f]{7,64}\b/giu
const PATH =
  /(?<![\w/.])(?:~|\.{1,2})?(?:\/[\w.@+-]*[\w@+-])+\/?|\b\w[\w-]*(?:\/[\w-]+)*\/?[\w-]*\.[a-z][a-z0-9]{1,4}\b/giu
const DATE = new RegExp(
  `\\b\\d{4}-\\d\\d-\\d\\d\\b|\\b\\d{1,2}[./]\\s?\\d{1,2}[./]\\s?\\d{4}\\b|\\b\\d{1,2}\\.? ${MONTH}(?: \\d{4})?|\\b${MONTH} \\d{1,2}(?:st|nd|rd|th)?(?:,? \\d{4})?`,
  'giu',
)
const TIME = /\b\d{1,2}:\d\d(?::\d\d)?(?:\s?[ap]\.?m\b)?/giu
const NUMBER = /(?<![\w.])\d+(?:[.,' ]\d{3})*(?:[.,]\d+)?/gu

/**
 * Numbers, paths, dates and hashes of an answer that stand in none of these texts and cannot be worked out from them:
 * small models make up what they did not get to read.
 */
export function findUnfounded(answer: string, sources: readonly string[]): string[] {
  const known = readSources(sources)
  const found = new Set<string>()
  let rest = answer.replace(/^[ \t]*\d{1,2}[.)] /gmu, '')
  const take = (pattern: RegExp, isKnown: (text: string) => boolean) => {
    rest = rest.replace(pattern, (text) => {
      if (!isKnown(text)) found.add(text.trim())
      return ' '.repeat(text.length)
    })
  }
  const isSaid = (text: string) => known.text.includes(text.toLowerCase().replace(/\/$/, ''))
  take(PATH, (text) => isSaid(text) || isSaid(text.split('/').at(-1) || text))
  take(HASH, isSaid)
  take(DATE, (text) => isSaid(text) || known.days.has(dayOf(text)))
  take(TIME, (text) => isSaid(text) || known.times.has(timeOf(text)))
  take(NUMBER, (text) => readingsOf(text).some((number) => known.has(number, decimalsOf(text))))
  return [...found].slice(0, MOST_FOUND)
}

interface Known {
  text: string
  days: ReadonlySet<string>
  times: ReadonlySet<string>
  /** Whether this number, to so many decimals, stands there or follows from what stands there. */
  has(number: number, decimals: number): boolean
}

function readSources(sources: readonly string[]): Known {
  const text = sources.join('\n').slice(-MOST_SOURCE).toLowerCase()
  const numbers = [...new Set((text.match(/\d+(?:[.,' ]\d{3})*(?:[.,]\d+)?|\d+/gu) ?? []).flatMap(readingsOf))]
  const counts = sources.map((source) => source.split('\n').filter((line) => line.trim() !== '').length)
  const derived = [...numbers, ...counts, ...sumColumns(sources)]
  if (numbers.length <= MOST_COMBINED) {
    for (const one of numbers) for (const other of numbers) derived.push(one + other, one - other, (100 * one) / other)
  }
  return {
    text,
    days: new Set((text.match(DATE) ?? []).map(dayOf)),
    times: new Set((text.match(TIME) ?? []).map(timeOf)),
    has: (number, decimals) => number <= 3 || derived.some((one) => isNear(number, decimals, one)),
  }
}

/** The same number rounded, or in another unit of size or time. */
function isNear(number: number, decimals: number, known: number): boolean {
  return [1, 1000, 1024, 1e6, 1024 ** 2, 1e9, 1024 ** 3, 60, 3600, 24].some((unit) => {
    return [known / unit, known * unit].some((value) => {
      const isRounded = Math.abs(value - number) <= 0.5001 * 10 ** -decimals
      // `18,000` of 18 342: as many zeros at its end as were rounded away.
      const zeros = decimals === 0 ? (/0+$/.exec(String(number))?.[0].length ?? 0) : 0
      return (isRounded && (unit === 1 || number >= 1)) || (zeros > 1 && Math.abs(value - number) <= 0.5 * 10 ** zeros)
    })
  })
}

/** The sum of what stands at the same place of each line. */
function sumColumns(sources: readonly string[]): number[] {
  return sources.flatMap((source) => {
    const sums: number[] = []
    for (const line of source.split('\n')) {
      for (const [at, text] of (line.match(/\d+(?:\.\d+)?/gu) ?? []).entries())
        sums[at] = (sums[at] ?? 0) + Number(text)
    }
    return sums
  })
}

/** What it can mean: in some languages a comma is what a point is in others. */
function readingsOf(text: string): number[] {
  const plain = text.replace(/[' ]/g, '')
  const [english, german] = [plain.replace(/,/g, ''), plain.replace(/\./g, '').replace(',', '.')]
  return [...new Set([Number(english), Number(german)])].filter(Number.isFinite)
}

const decimalsOf = (text: string) => /[.,](\d+)$/.exec(text)?.[1]?.length ?? 0

/** Its month and day; a year that is missing or another is found as a number. */
function dayOf(text: string): string {
  const [, isoMonth, isoDay] = /^\d{4}-(\d\d)-(\d\d)$/.exec(text) ?? []
  if (isoMonth) return `${Number(isoMonth)}-${Number(isoDay)}`
  const [one = 0, other = 0] = (text.match(/\d+/g) ?? []).map(Number)
  const name = /\p{L}{3}/u.exec(text.toLowerCase())?.[0] ?? ''
  const month = Math.max(MONTHS.indexOf(name), MONTHS_GERMAN.indexOf(name)) + 1
  if (month > 0) return `${month}-${one}`
  return one > 12 || text.includes('.') ? `${other}-${one}` : `${one}-${other}`
}

/** Hours and minutes of a day of 24 hours. */
function timeOf(text: string): string {
  const [hour = 0, minute = 0] = (text.match(/\d+/g) ?? []).map(Number)
  const isAfternoon = /p\.?m/i.test(text) && hour < 12
  return `${isAfternoon ? hour + 12 : hour}:${minute}`
}

type Day = readonly [year: number, month: number, day: number]

/** English and German, by their first three letters. */
const MONTHS = ['jan', 'feb', 'mar mär', 'apr', 'may mai', 'jun', 'jul', 'aug', 'sep', 'oct okt', 'nov', 'dec dez']

const two = (number: number) => String(number).padStart(2, '0')
const SPELLINGS: readonly ((...day: Day) => string)[] = [
  (year, month, day) => `${year}-${two(month)}-${two(day)}`,
  (year, month, day) => `${year}/${two(month)}/${two(day)}`,
  (year, month, day) => `${year}${two(month)}${two(day)}`,
  (year, month, day) => `${two(day)}.${two(month)}.${year}`,
  (year, month, day) => `${two(day)}/${two(month)}/${year}`,
  (year, month, day) => `${two(month)}/${two(day)}/${year}`,
]

/** The same date in the one spelling that fits. Undefined if the text may mean two days or two spellings fit. */
export function respellDate(text: string, fits: (spelling: string) => boolean): string | undefined {
  const [day, ...others] = readDays(text.trim())
  if (!day || others.length > 0) return undefined
  const [spelling, ...more] = [...new Set(SPELLINGS.map((spell) => spell(...day)))].filter(fits)
  return more.length === 0 ? spelling : undefined
}

function readDays(text: string): Day[] {
  const [, year, month, date] =
    /^(\d{4})([-/.]?)(\d\d?)\2(\d\d?)(?:[T ]00:00(?::00)?Z?)?$/.exec(text)?.toSpliced(2, 1) ?? []
  if (year) return listReal([Number(year), Number(month), Number(date)])
  const [, first, mark, second, last] = /^(\d\d?)([-/.]) ?(\d\d?)\2 ?(\d{4})$/.exec(text) ?? []
  if (first) {
    const [one, other, end] = [first, second, last].map(Number) as [number, number, number]
    // With dots, the day always comes first.
    return listReal([end, other, one], ...(mark === '.' || one === other ? [] : [[end, one, other] as const]))
  }
  return readInWords(text)
}

/** `24 December 2027`, `Dec 24th, 2027`, `24. Dezember 2027` */
function readInWords(text: string): Day[] {
  const [, before, name = '', after, year] =
    /^(?:(\d\d?)(?:\.|st|nd|rd|th)? )?(?:of )?(\p{L}{3,9})\.?(?: (\d\d?)(?:st|nd|rd|th)?)?,? (\d{4})$/iu.exec(text) ??
    []
  const month = MONTHS.findIndex((names) => names.split(' ').includes(name.slice(0, 3).toLowerCase())) + 1
  if (month === 0 || (before === undefined) === (after === undefined)) return []
  return listReal([Number(year), month, Number(before ?? after)])
}

const listReal = (...days: Day[]): Day[] =>
  days.filter(([year, month, day]) => {
    const date = new Date(Date.UTC(year, month - 1, day))
    return date.getUTCMonth() === month - 1 && date.getUTCDate() === day
  })

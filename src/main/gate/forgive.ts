import type { Coercion } from '#shared/call/plan'
import { isObject, type Json, type JsonObject } from '#shared/json'
import { readNumber } from './coerce.ts'
import { compilePattern, needsBacktracking } from './pattern.ts'

interface Forgiven {
  args: JsonObject
  coercion: Coercion
}

const NOTHING = new Set(['', 'null', 'none', 'n/a', 'na', 'nil', 'undefined', '-', 'optional', 'default'])
const YES = new Set(['yes', 'on', 'true', '1'])
const NO = new Set(['no', 'off', 'false', '0'])
const WORDS = 'zero one two three four five six seven eight nine ten eleven twelve'.split(' ')
const PATH_NAME = /path|file|folder|directory|archive|database/i

/**
 * Finds another reading of the refused argument: an optional parameter that says nothing is dropped, a word becomes a
 * number or a boolean, a date is respelled, one value becomes a list. Null if there is none.
 */
export function forgive(schema: JsonObject, args: JsonObject, path: string | undefined): Forgiven | null {
  const [, param = ''] = /^([^.[]+)/.exec(path ?? '') ?? []
  if (!Object.hasOwn(args, param)) return null
  const property = isObject(schema.properties) ? schema.properties[param] : undefined
  const from = args[param] ?? null
  if (!isObject(property)) return null
  const to = readOtherwise(property, from)
  if (to !== undefined) return { args: { ...args, [param]: to }, coercion: { param, from, to } }
  const isRequired = Array.isArray(schema.required) && schema.required.includes(param)
  if (isRequired || !saysNothing(property, from)) return null
  const { [param]: _, ...rest } = args
  return { args: rest, coercion: { param, from, to: null } }
}

function readOtherwise({ type, items, pattern }: JsonObject, value: Json): Json | undefined {
  const wants = (one: string) => type === one || (Array.isArray(type) && type.includes(one))
  if (wants('array') && !Array.isArray(value) && value !== null && !saysNothing({}, value)) {
    const inner = isObject(items) ? readOtherwise(items, value) : undefined
    return [inner ?? value]
  }
  if (typeof value !== 'string' && typeof value !== 'number') return undefined
  if (wants('string') && typeof pattern === 'string' && !needsBacktracking(pattern))
    return respellDate(String(value), compilePattern(pattern).test)
  const word = String(value).trim().toLowerCase()
  if (wants('boolean')) return YES.has(word) ? true : NO.has(word) ? false : undefined
  if (!wants('integer') && !wants('number')) return undefined
  // Digits are read as strictly as in every other call.
  const number = WORDS.includes(word) ? WORDS.indexOf(word) : readNumber(String(value), !wants('number'))
  return number === value ? undefined : number
}

/** Says nothing, or only repeats the example of the description. */
function saysNothing({ description }: JsonObject, value: Json): boolean {
  if (value === null) return true
  if (typeof value !== 'string') return false
  const text = value.trim()
  if (NOTHING.has(text.toLowerCase())) return true
  const [, example] =
    /\bexamples?: *["'`]?(.+?)["'`]?\.?$/i.exec(typeof description === 'string' ? description : '') ?? []
  return example === text
}

/** Reads a text under an unknown name as the only required text that is missing. */
export function renameMissing({ properties, required }: JsonObject, args: JsonObject): Forgiven | null {
  const known = isObject(properties) ? properties : {}
  const [unknown, ...others] = Object.keys(args).filter((name) => !Object.hasOwn(known, name))
  const wanted = Array.isArray(required) ? required.filter((name) => args[String(name)] === undefined) : []
  const [param] = wanted
  if (unknown === undefined || others.length > 0 || typeof param !== 'string' || wanted.length > 1) return null
  const { [unknown]: to, ...rest } = args
  const property = known[param]
  if (typeof to !== 'string' || !isObject(property) || property.type !== 'string') return null
  return { args: { ...rest, [param]: to }, coercion: { param, from: { [unknown]: to }, to } }
}

/** Removes quotes or `file://` around a path. */
export function unquotePaths(args: JsonObject): { args: JsonObject; coercions: Coercion[] } {
  const coercions: Coercion[] = []
  const bare = Object.entries(args).map(([param, value]): [string, Json] => {
    const to = typeof value === 'string' && PATH_NAME.test(param) ? unquote(value) : value
    if (to !== value) coercions.push({ param, from: value, to })
    return [param, to]
  })
  return { args: coercions.length > 0 ? Object.fromEntries(bare) : args, coercions }
}

function unquote(text: string): string {
  const [, , inside] = /^(["'`])([^"'`]+)\1$/.exec(text) ?? []
  const path = inside ?? text
  if (!/^file:\/\/(?:localhost)?\//i.test(path)) return path
  try {
    return decodeURIComponent(new URL(path).pathname)
  } catch {
    return path
  }
}
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
function respellDate(text: string, fits: (spelling: string) => boolean): string | undefined {
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

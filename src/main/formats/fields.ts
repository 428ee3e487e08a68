import { isObject, type Json, type JsonObject } from '#shared/json'
import { type Message, message } from '#shared/messages/message'
import { LONGEST_DESCRIPTION, OWN_TOOLS, TOOL_NAME } from './names.ts'
import { nearestWord } from './nearest-word.ts'
import { inside, type Place, quote, report } from './place.ts'

/** Reads the value of one field: undefined if it is absent, or if it cannot be used, which is reported. */
export type FieldReader<T> = (value: Json | undefined, at: Place) => T

type FieldReaders = Readonly<Record<string, FieldReader<unknown>>>

/** What fields with these readers hold. One that may be absent is optional. */
export type Taken<K extends FieldReaders, N extends keyof K = keyof K> = {
  [P in N as undefined extends ReturnType<K[P]> ? never : P]: ReturnType<K[P]>
} & { [P in N as undefined extends ReturnType<K[P]> ? P : never]?: Exclude<ReturnType<K[P]>, undefined> }

/** A JSON object of a descriptor with its place, and a reader for each field it may have. */
export interface Fields<K extends FieldReaders = FieldReaders> extends Place {
  value: JsonObject
  readers: K
}

/** A field whose name promises a protection: if it is unknown, the tool must not run. */
const PROTECTS = /^(deny|restrict|unsafe)|paths?$/i

/** The object, after its unknown fields are reported. Any other value is null and a diagnostic. */
export function openFields<K extends FieldReaders>(
  place: Place,
  value: Json | undefined,
  readers: K,
): Fields<K> | null {
  if (!isObject(value)) return reportType(place, value, message('an-object'))
  for (const name in value) if (!Object.hasOwn(readers, name)) reportUnknown(place, name, Object.keys(readers))
  return { ...place, value, readers }
}

/** Reads some of the fields, in this order. */
export function take<K extends FieldReaders, N extends keyof K & string>(
  fields: Fields<K>,
  ...names: N[]
): Taken<K, N> {
  const taken = names.flatMap((name): [string, unknown][] => {
    const value = fields.readers[name]?.(get(fields, name), inside(fields, name))
    return value === undefined ? [] : [[name, value]]
  })
  return Object.fromEntries(taken) as Taken<K, N>
}

/** Reads all fields in the order of their readers. */
export function takeAll<K extends FieldReaders>(place: Place, value: Json | undefined, readers: K): Taken<K> | null {
  const fields = openFields(place, value, readers)
  return fields && (take(fields, ...Object.keys(readers)) as Taken<K>)
}

function reportUnknown(place: Place, name: string, known: readonly string[]): void {
  const meant = nearestWord(name, known)
  const advise = (remedy: Message): Message =>
    meant === null
      ? remedy
      : message('two-sentences', { first: remedy, second: message('did-you-mean', { name: quote(meant) }) })
  const [at, values] = [inside(place, name), { name: quote(name) }]
  if (PROTECTS.test(name)) {
    report(at, 'error', 'FIELD_PROTECTS', 'protecting-field-unknown', advise(message('remove-or-protect')), values)
  } else report(at, 'warning', 'FIELD_UNKNOWN', 'field-unknown', advise(message('remove-it')), values)
}

/** Only own properties count. */
export const has = ({ value }: Fields, name: string): boolean => Object.hasOwn(value, name)

export const get = (fields: Fields, name: string): Json | undefined =>
  has(fields, name) ? fields.value[name] : undefined

const check =
  <T extends Json>(is: (value: Json) => value is T, wanted: Message): FieldReader<T | undefined> =>
  (value, at) => {
    if (value === undefined || is(value)) return value
    reportType(at, value, wanted)
    return undefined
  }

const string = check((value) => typeof value === 'string', message('a-string'))
const array = check((value): value is Json[] => Array.isArray(value), message('an-array'))
const object = check(isObject as (value: Json) => value is JsonObject, message('an-object'))
const boolean = check((value) => typeof value === 'boolean', message('true-or-false'))

const integer = (least: number, most: number) =>
  check((value) => isIntegerBetween(value, least, most), message('whole-number-between', { least, most }))

export const isIntegerBetween = (value: Json, least: number, most: number): value is number =>
  Number.isInteger(value) && (value as number) >= least && (value as number) <= most

/**
 * A text that can be an element of argv: without NUL or half characters, which a process would receive differently from
 * how they are shown.
 */
const element: FieldReader<string | undefined> = (value, at) => {
  const text = string(value, at)
  return text === undefined || isElement(at, text) ? text : undefined
}

export function isElement(place: Place, text: string): boolean {
  if (!text.includes('\0') && text.isWellFormed()) return true
  report(place, 'error', 'FIELD_TYPE', 'text-not-for-argv', 'remove-character')
  return false
}

/** A tool's name as written; one that no tool may have is reported. Null if there is none. */
const toolName: FieldReader<string | null> = (value, at) => {
  if (value === undefined) return reportMissing(at, message('give-tool-name'))
  const name = string(value, at)
  if (name === undefined) return null
  const values = { name: quote(name) }
  if (!TOOL_NAME.test(name)) report(at, 'error', 'TOOL_NAME', 'tool-name-invalid', 'use-tool-name-letters', values)
  else if (OWN_TOOLS.has(name)) report(at, 'error', 'TOOL_DUPLICATE', 'tool-name-is-own', 'choose-another-name', values)
  return name
}

/** A number outside its range is replaced by the nearest one in it, with a warning. */
const clamped =
  (least: number, most: number): FieldReader<number | undefined> =>
  (value, at) => {
    const number = check((each) => typeof each === 'number', message('number-between', { least, most }))(value, at)
    if (number === undefined) return undefined
    const nearest = Math.min(most, Math.max(least, Math.round(number)))
    const values = { value: number, clamped: nearest, least, most }
    if (nearest !== number) report(at, 'warning', 'FIELD_TYPE', 'number-clamped', 'write-number', values)
    return nearest
  }

/** The elements of an array that can be read; without the field none. */
const listOf =
  <T>(read: (value: Json, at: Place) => T | null): FieldReader<T[]> =>
  (value, at) =>
    (array(value, at) ?? []).map((each, index) => read(each, inside(at, index))).filter((each) => each !== null)

/** The texts of an array with their indexes; other elements are reported and skipped. */
const texts: FieldReader<[number, string][]> = listOf((value, at): [number, string] | null => {
  if (typeof value === 'string') return [Number(at.key), value]
  return reportType(at, value, message('a-string'))
})

const names: FieldReader<string[]> = (value, at) => texts(value, at).map(([, text]) => text)

const any: FieldReader<Json | undefined> = (value) => value

/** Arguments of a call: none without the field. */
const input: FieldReader<JsonObject | undefined> = (value, at) => object(value ?? {}, at)

/** Fields with a meaning elsewhere. */
const ignored = (list: string) => Object.fromEntries(list.split(' ').map((name) => [name, any]))

/** The readers that several formats use. */
export const field = {
  ...{ any, string, boolean, array, object, input, integer, clamped, element, toolName, listOf, texts, names, ignored },
}

/** Reports a description that is longer than what models are sent. `problem`: with the number of characters. */
export function reportLong(
  at: Place,
  text: string,
  problem: 'tool-description-long' | 'skill-description-long',
  remedy: 'move-rest-to-skill-md' | 'move-rest-below-frontmatter' | 'server-decides-this',
): void {
  const values = { count: text.length, most: LONGEST_DESCRIPTION }
  if (text.length > LONGEST_DESCRIPTION) report(at, 'warning', 'TEXT_TOO_LONG', problem, remedy, values)
}

/** Reports a missing required field. */
export function reportMissing(at: Place, remedy: Message): null {
  return report(at, 'error', 'FIELD_TYPE', 'field-missing', remedy, { name: quote(String(at.key)) })
}

export function reportType(place: Place, value: Json | undefined, wanted: Message): null {
  return report(place, 'error', 'FIELD_TYPE', 'value-type-wrong', 'write-type-or-remove-field', {
    wanted,
    value: describeValue(value),
  })
}

function describeValue(value: Json | undefined): Message | string {
  if (value === undefined) return message('nothing-there')
  if (value === null) return 'null'
  if (Array.isArray(value)) return message('an-array')
  if (typeof value === 'object') return message('an-object')
  if (typeof value === 'string') return message('the-string', { value: quote(value) })
  return `${value}`
}

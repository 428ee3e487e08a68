import { isObject, type Json, type JsonObject } from '#shared/json'
import type { Diagnostic } from '#shared/messages/diagnostic'
import { type Message, message } from '#shared/messages/message'
import { LONGEST_DESCRIPTION, OWN_TOOLS, TOOL_NAME } from './names.ts'
import { nearestWord } from './nearest-word.ts'
import { inside, type Place, quote, report } from './place.ts'

/** Reads the value of a field that is there: undefined if it cannot be used, which is reported. */
export type FieldReader<T> = (value: Json, at: Place) => T | undefined

/** One that checks the value against something else. */
export type ContextReader<T, C> = (value: Json, at: Place, context: C) => T | undefined

type FieldReaders<C = never> = Readonly<Record<string, ContextReader<unknown, C>>>

/** What fields with these readers hold. */
export type Taken<K extends FieldReaders, N extends keyof K = keyof K> = {
  [P in N]?: Exclude<ReturnType<K[P]>, undefined>
}

/** A JSON object of a descriptor with its place, and a reader for each field it may have. */
export interface Fields<K extends FieldReaders = FieldReaders> extends Place {
  value: JsonObject
  readers: K
  /** Passed to the readers. */
  context?: unknown
}

/** A field whose name promises a protection: if it is unknown, the tool must not run. */
const PROTECTS = /^(deny|restrict|unsafe)|paths?$/i

/** The object, after its unknown fields are reported. Any other value is null and a diagnostic. */
export function openFields<C, K extends FieldReaders<C>>(
  place: Place,
  value: Json | undefined,
  readers: K,
  context?: C,
): Fields<K> | null {
  if (!isObject(value)) return reportType(place, value, message('an-object'))
  for (const name in value) if (!Object.hasOwn(readers, name)) reportUnknown(place, name, Object.keys(readers))
  const { file, diagnostics, parent, key } = place
  return { file, diagnostics, parent, key, value, readers, context }
}

/** Reads those of the fields that are there, in this order. */
export function take<K extends FieldReaders, N extends keyof K & string>(
  fields: Fields<K>,
  ...names: N[]
): Taken<K, N> {
  const taken: Record<string, unknown> = {}
  for (const name of names) readInto(taken, fields, name)
  return taken as Taken<K, N>
}

/** Reads every field in the order in which they are written. */
export function takeEach<K extends FieldReaders>(fields: Fields<K>): Taken<K> {
  const taken: Record<string, unknown> = {}
  for (const name in fields.value) if (Object.hasOwn(fields.readers, name)) readInto(taken, fields, name)
  return taken as Taken<K>
}

/** Written for speed, like its callers: every field of every descriptor passes through it. */
function readInto(taken: Record<string, unknown>, fields: Fields, name: string): void {
  const own = Object.hasOwn(fields.value, name) ? fields.value[name] : undefined
  if (own === undefined) return
  const value = fields.readers[name]?.(own, inside(fields, name), fields.context as never)
  if (value !== undefined) taken[name] = value
}

export function takeAll<C, K extends FieldReaders<C>>(
  place: Place,
  value: Json | undefined,
  readers: K,
  context?: C,
): Taken<K> | null {
  const fields = openFields(place, value, readers, context)
  return fields && takeEach(fields)
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
  <T extends Json>(is: (value: Json) => value is T, wanted: Message): FieldReader<T> =>
  (value, at) => {
    if (is(value)) return value
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
const element: FieldReader<string> = (value, at) => {
  const text = string(value, at)
  return text === undefined || isElement(at, text) ? text : undefined
}

export function isElement(place: Place, text: string): boolean {
  if (!text.includes('\0') && text.isWellFormed()) return true
  report(place, 'error', 'FIELD_TYPE', 'text-not-for-argv', 'remove-character')
  return false
}

/** A tool's name as written; one that no tool may have is reported. Null if there is none. */
export function takeToolName(fields: Fields<{ name: FieldReader<string> }>): string | null {
  const at = inside(fields, 'name')
  if (!has(fields, 'name')) return reportMissing(at, message('give-tool-name'))
  const { name = null } = take(fields, 'name')
  const isValid = name !== null && TOOL_NAME.test(name)
  if (name === null || (isValid && !OWN_TOOLS.has(name))) return name
  const values = { name: quote(name) }
  if (isValid) report(at, 'error', 'TOOL_DUPLICATE', 'tool-name-is-own', 'choose-another-name', values)
  else report(at, 'error', 'TOOL_NAME', 'tool-name-invalid', 'use-tool-name-letters', values)
  return name
}

/** A number outside its range is replaced by the nearest one in it, with a warning. */
const clamped =
  (least: number, most: number): FieldReader<number> =>
  (value, at) => {
    const number = check((each) => typeof each === 'number', message('number-between', { least, most }))(value, at)
    if (number === undefined) return undefined
    const nearest = Math.min(most, Math.max(least, Math.round(number)))
    const values = { value: number, clamped: nearest, least, most }
    if (nearest !== number) report(at, 'warning', 'FIELD_TYPE', 'number-clamped', 'write-number', values)
    return nearest
  }

/** The elements of an array that can be read. */
const listOf =
  <T>(read: (value: Json, at: Place) => T | null): FieldReader<T[]> =>
  (value, at) =>
    array(value, at)
      ?.map((each, index) => read(each, inside(at, index)))
      .filter((each) => each !== null)

/** The texts of an array with their indexes; other elements are reported and skipped. */
const texts: FieldReader<[number, string][]> = listOf((value, at): [number, string] | null => {
  if (typeof value === 'string') return [Number(at.key), value]
  return reportType(at, value, message('a-string'))
})

const names: FieldReader<string[]> = (value, at) => texts(value, at)?.map(([, text]) => text)

const any: FieldReader<Json> = (value) => value

/** Arguments of a call. */
const input: FieldReader<JsonObject> = (value, at) => object(value ?? {}, at)

/** Fields with a meaning elsewhere. */
const ignored = (list: string) => Object.fromEntries(list.split(' ').map((name) => [name, any]))

/** The readers that several formats use. */
export const field = {
  ...{ any, string, boolean, array, object, input, integer, clamped, element, listOf, texts, names, ignored },
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
export function reportMissing(at: Place, remedy: Message, severity: Diagnostic['severity'] = 'error'): null {
  return report(at, severity, 'FIELD_TYPE', 'field-missing', remedy, { name: quote(String(at.key)) })
}

export function reportType(
  place: Place,
  value: Json | undefined,
  wanted: Message,
  severity: Diagnostic['severity'] = 'error',
): null {
  return report(place, severity, 'FIELD_TYPE', 'value-type-wrong', 'write-type-or-remove-field', {
    wanted,
    value: describeValue(value),
  })
}

export function describeValue(value: Json | undefined): Message | string {
  if (value === undefined) return message('nothing-there')
  if (value === null) return 'null'
  if (Array.isArray(value)) return message('an-array')
  if (typeof value === 'object') return message('an-object')
  if (typeof value === 'string') return message('the-string', { value: quote(value) })
  return `${value}`
}

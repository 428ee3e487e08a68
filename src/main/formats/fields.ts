import { isObject, type Json, type JsonObject } from '#shared/json'
import { type Message, message } from '#shared/messages/message'
import { OWN_TOOLS, TOOL_NAME } from './names.ts'
import { nearestWord } from './nearest-word.ts'
import { inside, type Place, quote, report } from './place.ts'

/** A JSON object of a descriptor with its place. Only its own properties count. */
export interface Fields extends Place {
  value: JsonObject
}

/** A field whose name promises a protection: if it is unknown, the tool must not run. */
const PROTECTS = /^(deny|restrict|unsafe)|paths?$/i

/** The object, after its unknown fields are reported. Any other value is null and a diagnostic. */
export function openFields(place: Place, value: Json | undefined, known: ReadonlySet<string>): Fields | null {
  if (!isObject(value)) return reportType(place, value, message('an-object'))
  for (const name in value) if (!known.has(name)) reportUnknown(place, name, known)
  return { file: place.file, diagnostics: place.diagnostics, parent: place.parent, key: place.key, value }
}

function reportUnknown(place: Place, name: string, known: ReadonlySet<string>): void {
  const meant = nearestWord(name, known)
  const advise = (remedy: Message): Message =>
    meant === null
      ? remedy
      : message('two-sentences', { first: remedy, second: message('did-you-mean', { name: quote(meant) }) })
  if (PROTECTS.test(name)) {
    const at = inside(place, name)
    report(at, 'error', 'FIELD_PROTECTS', 'protecting-field-unknown', advise(message('remove-or-protect')), {
      name: quote(name),
    })
    return
  }
  report(inside(place, name), 'warning', 'FIELD_UNKNOWN', 'field-unknown', advise(message('remove-it')), {
    name: quote(name),
  })
}

export function has(fields: Fields, name: string): boolean {
  return Object.hasOwn(fields.value, name)
}

export function get(fields: Fields, name: string): Json | undefined {
  return Object.hasOwn(fields.value, name) ? fields.value[name] : undefined
}

/** Of any other type it is reported and undefined. */
function take<T extends Json>(fields: Fields, name: string, is: (value: Json) => value is T, wanted: Message) {
  const value = get(fields, name)
  if (value === undefined || is(value)) return value
  reportType(inside(fields, name), value, wanted)
  return undefined
}

export const takeString = (fields: Fields, name: string): string | undefined =>
  take(fields, name, (value) => typeof value === 'string', message('a-string'))

export const takeBoolean = (fields: Fields, name: string): boolean | undefined =>
  take(fields, name, (value) => typeof value === 'boolean', message('true-or-false'))

export const takeArray = (fields: Fields, name: string): Json[] | undefined =>
  take(fields, name, Array.isArray, message('an-array'))

export const takeInteger = (fields: Fields, name: string, least: number, most: number): number | undefined =>
  take(
    fields,
    name,
    (value): value is number => isIntegerBetween(value, least, most),
    message('whole-number-between', { least, most }),
  )

/**
 * A text that can be an element of argv: without NUL or half characters, which a process would receive differently from
 * how they are shown.
 */
export function takeElement(fields: Fields, name: string): string | undefined {
  const text = takeString(fields, name)
  return text === undefined || isElement(inside(fields, name), text) ? text : undefined
}

/** A tool's name as written; one that no tool may have is reported. Null if there is none. */
export function takeToolName(fields: Fields): string | null {
  const name = takeString(fields, 'name')
  if (name === undefined) return has(fields, 'name') ? null : reportMissing(fields, 'name', message('give-tool-name'))
  const [at, values] = [inside(fields, 'name'), { name: quote(name) }]
  if (!TOOL_NAME.test(name)) report(at, 'error', 'TOOL_NAME', 'tool-name-invalid', 'use-tool-name-letters', values)
  else if (OWN_TOOLS.has(name)) report(at, 'error', 'TOOL_DUPLICATE', 'tool-name-is-own', 'choose-another-name', values)
  return name
}

export function isElement(place: Place, text: string): boolean {
  if (!text.includes('\0') && text.isWellFormed()) return true
  report(place, 'error', 'FIELD_TYPE', 'text-not-for-argv', 'remove-character')
  return false
}

/** A number outside its range is replaced by the nearest one in it, with a warning. */
export function takeClamped(fields: Fields, name: string, least: number, most: number): number | undefined {
  const value = get(fields, name)
  if (value === undefined) return undefined
  if (typeof value !== 'number') {
    reportType(inside(fields, name), value, message('number-between', { least, most }))
    return undefined
  }
  const clamped = Math.min(most, Math.max(least, Math.round(value)))
  const values = { value, clamped, least, most }
  if (clamped !== value) report(inside(fields, name), 'warning', 'FIELD_TYPE', 'number-clamped', 'write-number', values)
  return clamped
}

export function isIntegerBetween(value: Json, least: number, most: number): value is number {
  return Number.isInteger(value) && (value as number) >= least && (value as number) <= most
}

/** The texts of an array with their indexes; other elements are reported and skipped. */
export const takeTexts = (fields: Fields, name: string): [number, string][] =>
  readTexts(inside(fields, name), takeArray(fields, name) ?? [])

export const takeNames = (fields: Fields, name: string): string[] => takeTexts(fields, name).map(([, text]) => text)

export function readTexts(place: Place, list: Json[]): [number, string][] {
  const texts: [number, string][] = []
  list.forEach((element, index) => {
    if (typeof element === 'string') texts.push([index, element])
    else reportType(inside(place, index), element, message('a-string'))
  })
  return texts
}

/** Reports a missing required field. */
export function reportMissing(fields: Fields, name: string, remedy: Message): null {
  return report(inside(fields, name), 'error', 'FIELD_TYPE', 'field-missing', remedy, { name: quote(name) })
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

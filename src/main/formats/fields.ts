import { isObject, type Json, type JsonObject } from '#shared/json'
import { type Message, message } from '#shared/messages/message'
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

export function takeString(fields: Fields, name: string): string | undefined {
  const value = get(fields, name)
  if (typeof value === 'string') return value
  if (value !== undefined) reportType(inside(fields, name), value, message('a-string'))
  return undefined
}

/**
 * A text that can be an element of argv: without NUL or half characters, which a process would receive differently from
 * how they are shown.
 */
export function takeElement(fields: Fields, name: string): string | undefined {
  const text = takeString(fields, name)
  return text === undefined || isElement(inside(fields, name), text) ? text : undefined
}

export function isElement(place: Place, text: string): boolean {
  if (!text.includes('\0') && text.isWellFormed()) return true
  report(place, 'error', 'FIELD_TYPE', 'text-not-for-argv', 'remove-character')
  return false
}

export function takeBoolean(fields: Fields, name: string): boolean | undefined {
  const value = get(fields, name)
  if (typeof value === 'boolean') return value
  if (value !== undefined) reportType(inside(fields, name), value, message('true-or-false'))
  return undefined
}

export function takeInteger(fields: Fields, name: string, least: number, most: number): number | undefined {
  const value = get(fields, name)
  if (value === undefined || isIntegerBetween(value, least, most)) return value
  reportType(inside(fields, name), value, message('whole-number-between', { least, most }))
  return undefined
}

export function isIntegerBetween(value: Json, least: number, most: number): value is number {
  return Number.isInteger(value) && (value as number) >= least && (value as number) <= most
}

export function takeArray(fields: Fields, name: string): Json[] | undefined {
  const value = get(fields, name)
  if (value === undefined || Array.isArray(value)) return value
  reportType(inside(fields, name), value, message('an-array'))
  return undefined
}

/** The texts of an array with their indexes; other elements are reported and skipped. */
export function takeTexts(fields: Fields, name: string): [number, string][] | undefined {
  const list = takeArray(fields, name)
  return list === undefined ? undefined : readTexts(inside(fields, name), list)
}

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

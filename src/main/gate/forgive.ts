import type { Coercion } from '#shared/call/plan'
import { isObject, type Json, type JsonObject } from '#shared/json'
import { readNumber } from './coerce.ts'
import { compilePattern, needsBacktracking } from './pattern.ts'
import { respellDate } from './respell-date.ts'

export interface Forgiven {
  args: JsonObject
  coercion: Coercion
}

/** What small models write for "nothing". */
const NOTHING = new Set(['', 'null', 'none', 'n/a', 'na', 'nil', 'undefined', '-', 'optional', 'default'])
const YES = new Set(['yes', 'on', 'true', '1'])
const NO = new Set(['no', 'off', 'false', '0'])
const WORDS = 'zero one two three four five six seven eight nine ten eleven twelve'.split(' ')
const PATH_NAME = /path|file|folder|directory|archive|database/i

/**
 * Another reading of the argument that the schema refused, where there is one: an optional parameter that says nothing
 * is left out, a word becomes the number or the boolean it means, a date is spelled otherwise, one value becomes a list. Null where none is left.
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
  // A number in digits is read as exactly as in every other call.
  const number = WORDS.includes(word) ? WORDS.indexOf(word) : readNumber(String(value), !wants('number'))
  return number === value ? undefined : number
}

/** Nothing, or the example that the description gives, said again. */
function saysNothing({ description }: JsonObject, value: Json): boolean {
  if (value === null) return true
  if (typeof value !== 'string') return false
  const text = value.trim()
  if (NOTHING.has(text.toLowerCase())) return true
  const [, example] =
    /\bexamples?: *["'`]?(.+?)["'`]?\.?$/i.exec(typeof description === 'string' ? description : '') ?? []
  return example === text
}

/** A path without the quotes or the `file://` around it. */
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

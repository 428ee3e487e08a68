import type { Coercion } from '#shared/call/plan'
import { isObject, type Json, type JsonObject, ownOf } from '#shared/json'

const NUMBER = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/

/**
 * Makes three safe conversions if a schema asks for them: text to number, text to boolean, either to text. `switches`
 * are parameters that are only checked for being true.
 */
export function coerceArguments(
  schema: JsonObject,
  args: JsonObject,
  switches: ReadonlySet<string> = new Set(),
): { args: JsonObject; coercions: Coercion[] } {
  const coercions: Coercion[] = []
  return { args: coerceMembers(schema, args, '', coercions, switches), coercions }
}

/** A boolean flag also takes the word in any case, and whole numbers. */
function readSwitch(value: Json): boolean | undefined {
  if (typeof value === 'string' && /^(?:true|false)$/i.test(value)) return value.toLowerCase() === 'true'
  return Number.isSafeInteger(value) ? value !== 0 : undefined
}

function coerceMembers(
  schema: JsonObject,
  args: JsonObject,
  path: string,
  coercions: Coercion[],
  switches?: ReadonlySet<string>,
): JsonObject {
  const members = Object.entries(args).map(([name, value]): [string, Json] => {
    const property = propertyOf(schema, name)
    const place = path === '' ? name : `${path}.${name}`
    const isOn = switches?.has(name) && allowsOnly(property, 'boolean') ? readSwitch(value) : undefined
    if (isOn === undefined) return [name, coerceValue(property, value, place, coercions)]
    coercions.push({ param: place, from: value, to: isOn })
    return [name, isOn]
  })
  return Object.fromEntries(members)
}

function propertyOf({ properties }: JsonObject, name: string): Json | undefined {
  return isObject(properties) ? ownOf(properties, name) : undefined
}

function coerceValue(schema: Json | undefined, value: Json, path: string, coercions: Coercion[]): Json {
  if (!isObject(schema)) return value
  if (Array.isArray(value)) {
    const { items } = schema
    return isObject(items)
      ? value.map((each, index) => coerceValue(items, each, `${path}[${index}]`, coercions))
      : value
  }
  if (isObject(value)) return coerceMembers(schema, value, path, coercions)
  const to = coerceScalar(schema, value)
  if (to === undefined) return value
  coercions.push({ param: path, from: value, to })
  return to
}

function coerceScalar(schema: JsonObject, value: string | number | boolean | null): Json | undefined {
  if (typeof value === 'string') {
    if (allows(schema, 'string')) return undefined
    if (allows(schema, 'number') || allows(schema, 'integer')) return readNumber(value, !allows(schema, 'number'))
    return allows(schema, 'boolean') && (value === 'true' || value === 'false') ? value === 'true' : undefined
  }
  if (value === null || !allowsOnly(schema, 'string')) return undefined
  return JSON.stringify(value)
}

export function readNumber(text: string, isInteger: boolean): number | undefined {
  if (!NUMBER.test(text)) return undefined
  const number = Number(text)
  return isExact(number) && (!isInteger || Number.isInteger(number)) ? number : undefined
}

/** A whole number beyond 2^53, or one that overflowed, is not what was written. */
export function isExact(number: number): boolean {
  return Number.isFinite(number) && (!Number.isInteger(number) || Number.isSafeInteger(number))
}

/** Without a `type` there is nothing to convert to. */
function allows({ type }: JsonObject, wanted: string): boolean {
  return type === undefined || type === wanted || (Array.isArray(type) && type.includes(wanted))
}

function allowsOnly(schema: Json | undefined, wanted: string): boolean {
  if (!isObject(schema) || schema.type === undefined) return false
  return [schema.type].flat().every((each) => each === wanted || each === 'null')
}

import { isObject, type Json } from '#shared/json'

export type JsonPath = (string | number)[]

/** The place of every value in a JSON value, the whole included. */
export function pathsOf(value: Json, at: JsonPath = []): JsonPath[] {
  const below = Array.isArray(value)
    ? value.flatMap((element, index) => pathsOf(element, [...at, index]))
    : isObject(value)
      ? Object.entries(value).flatMap(([key, member]) => pathsOf(member, [...at, key]))
      : []
  return [at, ...below]
}

/** The same value with another at one place, or without it; places that are no longer there change nothing. */
export function replaceAt(value: Json, [key, ...rest]: JsonPath, put: Json | undefined): Json {
  if (key === undefined) return put ?? null
  if (Array.isArray(value) && typeof key === 'number' && key < value.length) {
    const kept = rest.length === 0 && put === undefined
    return value.flatMap((element, index) => (index !== key ? [element] : kept ? [] : [replaceAt(element, rest, put)]))
  }
  if (!isObject(value) || typeof key !== 'string' || !Object.hasOwn(value, key)) return value
  const entries = Object.entries(value).flatMap(([name, member]): [string, Json][] => {
    if (name !== key) return [[name, member]]
    return rest.length === 0 && put === undefined ? [] : [[name, replaceAt(member, rest, put)]]
  })
  return Object.fromEntries(entries)
}

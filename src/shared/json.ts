export type Json = null | boolean | number | string | Json[] | JsonObject
export interface JsonObject {
  [key: string]: Json
}

export function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** `String` would call whatever an object from outside names `toString`. */
export const toText = (value: unknown): string =>
  typeof value === 'object' ? (JSON.stringify(value) ?? '') : String(value)

/** What is under a name from outside, which may be `constructor` or `toString`. */
export const ownOf = <Value>(from: Readonly<Record<string, Value>>, name: string): Value | undefined =>
  Object.hasOwn(from, name) ? from[name] : undefined

/** Undefined if the text is not JSON. */
export function parseJson(text: string): Json | undefined {
  try {
    return JSON.parse(text) as Json
  } catch {
    return undefined
  }
}

/** The value at a path of own properties; a number leads into a list. */
export function valueAt(from: Json, path: readonly string[]): Json | undefined {
  let at: Json | undefined = from
  for (const key of path) {
    if (Array.isArray(at)) at = at[Number(key)]
    else at = isObject(at) ? ownOf(at, key) : undefined
  }
  return at
}

/** Level by level: recursion is what the limit prevents. */
export function isDeeper(value: Json, limit: number): boolean {
  let level: Json[] = [value]
  for (let depth = 0; level.length > 0; depth += 1) {
    if (depth > limit) return true
    level = level.flatMap((part) => (typeof part === 'object' && part !== null ? Object.values(part) : []))
  }
  return false
}

/** Gives the same text for the same value, whatever the order of its keys. */
export function canonicalJson(value: Json): string {
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(',')}]`
  if (!isObject(value)) return JSON.stringify(value)
  const members = Object.keys(value)
    .sort()
    .map((key) => `${JSON.stringify(key)}:${canonicalJson(value[key] as Json)}`)
  return `{${members.join(',')}}`
}

/** Merges objects; any other value, including a list, replaces the one below. `dropped`: a key that is left out above. */
export function mergeDeep(below: JsonObject, above: JsonObject, dropped?: string): JsonObject {
  const entries = Object.entries(above).flatMap(([name, value]): [string, Json][] => {
    const before = ownOf(below, name)
    const isMerged = isObject(before) && isObject(value)
    return name === dropped ? [] : [[name, isMerged ? mergeDeep(before, value, dropped) : value]]
  })
  return { ...below, ...Object.fromEntries(entries) }
}

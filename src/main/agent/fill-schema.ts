import { isObject, type Json, type JsonObject } from '#shared/json'

const KEPT = ['type', 'enum', 'const', 'required'] as const
const DEEPEST = 6

/**
 * What of a tool's schema a server can make a grammar of, whatever the rest holds: patterns, formats and bounds make
 * some servers refuse the request. The gate checks the arguments against the whole schema.
 */
export function toGrammar(schema: JsonObject, depth = 0): JsonObject {
  const grammar: JsonObject = {}
  for (const key of KEPT) if (schema[key] !== undefined) grammar[key] = schema[key] as Json
  if (depth > DEEPEST) return grammar
  if (isObject(schema.properties)) {
    const members = Object.entries(schema.properties).filter(([, member]) => isObject(member))
    grammar.properties = Object.fromEntries(
      members.map(([name, member]) => [name, toGrammar(member as JsonObject, depth + 1)]),
    )
    grammar.additionalProperties = false
  }
  if (isObject(schema.items)) grammar.items = toGrammar(schema.items, depth + 1)
  return grammar
}

import { isObject, type Json, type JsonObject } from '#shared/json'
import { asReported, type Message, message } from '#shared/messages/message'
import type { ParamsSchema } from '#shared/skill/tool'
import type { Checks } from './format.ts'
import { hasError, inside, type Place, quote, report } from './place.ts'

/** The schema of a tool's parameters. Null and a diagnostic if no call could be checked with it. */
export function readParams(place: Place, value: Json | undefined, checks: Checks): ParamsSchema | null {
  if (!isObject(value)) {
    const problem = value === undefined ? 'parameters-missing' : 'parameters-not-object'
    return report(place, 'error', 'FIELD_TYPE', problem, 'write-empty-parameters')
  }
  // Arguments are always an object, even if the schema does not say so.
  const params = { type: 'object', ...value } as ParamsSchema
  if (params.type !== 'object')
    return report(place, 'error', 'SCHEMA_INVALID', 'parameters-need-object-type', 'add-object-type')
  const before = place.diagnostics.length
  checkProperties(inside(place, 'properties'), params)
  checkRequired(inside(place, 'required'), params)
  checkAnnotations(place, params)
  if (hasError(place.diagnostics.slice(before))) return null
  const problem = tryCheck(() => checks.schema(params))
  if (problem === null) return params
  return report(place, 'error', 'SCHEMA_INVALID', 'schema-unusable', 'correct-schema', { problem })
}

/** The schema of a result; one that no result could be checked with is reported. */
export function checkResults(place: Place, schema: JsonObject, checks: Checks, severity: 'error' | 'warning'): boolean {
  // A result is checked as a parameter is, with the definitions that its schema refers to.
  const { $defs = {}, definitions = {}, ...value } = schema
  const problem = tryCheck(() => checks.schema({ type: 'object', properties: { value }, $defs, definitions }))
  if (problem !== null) report(place, severity, 'SCHEMA_INVALID', 'schema-unusable', 'correct-schema', { problem })
  return problem === null
}

/** A failing compiler must not make the whole skill fail. */
export function tryCheck(check: () => Message | null): Message | null {
  try {
    return check()
  } catch (error) {
    return asReported(error instanceof Error ? error.message : String(error))
  }
}

/** The schema of each parameter. */
export function propertiesOf(params: JsonObject): JsonObject {
  const properties = Object.hasOwn(params, 'properties') ? params.properties : undefined
  return isObject(properties) ? properties : {}
}

function checkProperties(at: Place, { properties = {} }: ParamsSchema): void {
  if (!isObject(properties)) report(at, 'error', 'SCHEMA_INVALID', 'properties-not-object', 'write-object-here')
  for (const name in isObject(properties) ? properties : {}) {
    if (isObject(properties) && isObject(properties[name])) continue
    report(inside(at, name), 'error', 'SCHEMA_INVALID', 'property-not-schema', 'write-string-schema')
  }
}

function checkRequired(at: Place, params: ParamsSchema): void {
  const { required = [] } = params
  if (!Array.isArray(required) || !required.every((name) => typeof name === 'string')) {
    return void report(at, 'error', 'SCHEMA_INVALID', 'required-not-names', 'write-strings-here')
  }
  const properties = propertiesOf(params)
  for (const [index, name] of required.entries()) {
    if (Object.hasOwn(properties, name)) continue
    const [here, values] = [inside(at, index), { name: quote(name) }]
    report(here, 'warning', 'PARAM_NOT_IN_SCHEMA', 'required-not-in-properties', 'add-or-remove-required', values)
  }
}

type Role = 'text' | 'switch' | 'list' | 'schema' | 'schemas' | 'named-schemas'

const KEYWORDS: readonly [role: Role, keywords: string][] = [
  ['text', 'title description $comment contentEncoding contentMediaType'],
  ['switch', 'deprecated readOnly writeOnly'],
  ['list', 'examples'],
  ['schema', 'items additionalProperties not if then else contains propertyNames'],
  ['schema', 'unevaluatedItems unevaluatedProperties'],
  ['schemas', 'anyOf oneOf allOf prefixItems'],
  ['named-schemas', 'properties patternProperties $defs definitions dependentSchemas'],
]
const ROLES = new Map(KEYWORDS.flatMap(([role, keywords]) => keywords.split(' ').map((each) => [each, role] as const)))

/**
 * Reports annotations of a wrong type. They do not affect validation, but Ollama refuses a whole request if one
 * description is not a text.
 */
function checkAnnotations(place: Place, schema: Json): void {
  if (!isObject(schema)) return
  for (const keyword in schema) {
    const role = ROLES.get(keyword)
    if (role === undefined) continue
    const value = schema[keyword] as Json
    const at = inside(place, keyword)
    const wanted = findWrongType(role, value)
    if (wanted !== null) {
      const values = { keyword, wanted }
      report(at, 'error', 'SCHEMA_INVALID', 'keyword-type-wrong', 'write-type-or-leave-out', values)
    } else if (role === 'schema') checkAnnotations(at, value)
    else if (role === 'schemas' && Array.isArray(value)) {
      for (const [index, each] of value.entries()) checkAnnotations(inside(at, index), each)
    } else if (role === 'named-schemas' && isObject(value)) {
      for (const name in value) checkAnnotations(inside(at, name), value[name] as Json)
    }
  }
}

/** What an annotation should be instead; null if it is right, or none. */
function findWrongType(role: Role, value: Json): Message | null {
  if (role === 'text') return typeof value === 'string' ? null : message('a-text')
  if (role === 'switch') return typeof value === 'boolean' ? null : message('true-or-false')
  return role === 'list' && !Array.isArray(value) ? message('an-array') : null
}

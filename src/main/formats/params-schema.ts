import { isObject, type Json, type JsonObject } from '#shared/json'
import { type Message, message } from '#shared/messages/message'
import type { ParamsSchema } from '#shared/skill/tool'
import { type Checks, tryCheck } from './checks.ts'
import { inside, type Place, quote, report } from './place.ts'

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
  const checked = [checkProperties(place, params), checkRequired(place, params), checkAnnotations(place, params)]
  const isShaped = checked.every(Boolean)
  if (!isShaped) return null
  const problem = tryCheck(() => checks.schema(params))
  if (problem === null) return params
  return report(place, 'error', 'SCHEMA_INVALID', 'schema-unusable', 'correct-schema', { problem })
}

/** The schema of each parameter. */
export function propertiesOf(params: ParamsSchema): JsonObject {
  const properties = Object.hasOwn(params, 'properties') ? params.properties : undefined
  return isObject(properties) ? properties : {}
}

function checkProperties(place: Place, params: ParamsSchema): boolean {
  if (!Object.hasOwn(params, 'properties')) return true
  const at = inside(place, 'properties')
  if (!isObject(params.properties)) {
    report(at, 'error', 'SCHEMA_INVALID', 'properties-not-object', 'write-object-here')
    return false
  }
  let isGood = true
  for (const name in params.properties) {
    if (isObject(params.properties[name])) continue
    report(inside(at, name), 'error', 'SCHEMA_INVALID', 'property-not-schema', 'write-string-schema')
    isGood = false
  }
  return isGood
}

function checkRequired(place: Place, params: ParamsSchema): boolean {
  if (!Object.hasOwn(params, 'required')) return true
  const { required } = params
  const at = inside(place, 'required')
  if (!Array.isArray(required) || !required.every((name) => typeof name === 'string')) {
    report(at, 'error', 'SCHEMA_INVALID', 'required-not-names', 'write-strings-here')
    return false
  }
  const properties = propertiesOf(params)
  required.forEach((name, index) => {
    if (Object.hasOwn(properties, name as string)) return
    const here = inside(at, index)
    report(here, 'warning', 'PARAM_NOT_IN_SCHEMA', 'required-not-in-properties', 'add-or-remove-required', {
      name: quote(name as string),
    })
  })
  return true
}

const TEXTS = new Set(['title', 'description', '$comment', 'contentEncoding', 'contentMediaType'])
const SWITCHES = new Set(['deprecated', 'readOnly', 'writeOnly'])
const ONE_SCHEMA = new Set(
  'items additionalProperties not if then else contains propertyNames unevaluatedItems unevaluatedProperties'.split(
    ' ',
  ),
)
const MANY_SCHEMAS = new Set('anyOf oneOf allOf prefixItems'.split(' '))
const NAMED_SCHEMAS = new Set('properties patternProperties $defs definitions dependentSchemas'.split(' '))

/**
 * Reports annotations of a wrong type. They do not affect validation, but Ollama refuses a whole request if one
 * description is not a text.
 */
function checkAnnotations(place: Place, schema: Json): boolean {
  if (!isObject(schema)) return true
  let isGood = true
  for (const keyword in schema) {
    const value = schema[keyword] as Json
    if (TEXTS.has(keyword)) isGood = expectType(place, keyword, typeof value === 'string', message('a-text')) && isGood
    else if (SWITCHES.has(keyword)) {
      isGood = expectType(place, keyword, typeof value === 'boolean', message('true-or-false')) && isGood
    } else if (keyword === 'examples')
      isGood = expectType(place, keyword, Array.isArray(value), message('an-array')) && isGood
    else if (ONE_SCHEMA.has(keyword)) isGood = checkAnnotations(inside(place, keyword), value) && isGood
    else if (MANY_SCHEMAS.has(keyword) && Array.isArray(value)) {
      const at = inside(place, keyword)
      value.forEach((each, index) => {
        isGood = checkAnnotations(inside(at, index), each) && isGood
      })
    } else if (NAMED_SCHEMAS.has(keyword) && isObject(value)) {
      const at = inside(place, keyword)
      for (const name in value) isGood = checkAnnotations(inside(at, name), value[name] as Json) && isGood
    }
  }
  return isGood
}

function expectType(place: Place, keyword: string, isRight: boolean, wanted: Message): boolean {
  if (!isRight) {
    report(inside(place, keyword), 'error', 'SCHEMA_INVALID', 'keyword-type-wrong', 'write-type-or-leave-out', {
      keyword,
      wanted,
    })
  }
  return isRight
}

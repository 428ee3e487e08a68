import { isObject, type Json, type JsonObject } from '#shared/json'
import { asReported, type Message, message } from '#shared/messages/message'
import type { ParamsSchema } from '#shared/skill/tool'
import type { Checks } from './checks.ts'
import { inside, type Place, quote, report } from './place.ts'

/** The schema of a tool's parameters. Null and a diagnostic if no call could be checked with it. */
export function readParams(place: Place, value: Json | undefined, checks: Checks): ParamsSchema | null {
  if (!isObject(value)) {
    report(place, {
      severity: 'error',
      code: 'FIELD_TYPE',
      message: value === undefined ? message('parameters-missing') : message('parameters-not-object'),
      remedy: message('write-empty-parameters'),
    })
    return null
  }
  // Arguments are always an object, even if the schema does not say so.
  const params = { type: 'object', ...value } as ParamsSchema
  if (params.type !== 'object') {
    reportSchema(place, message('parameters-need-object-type'), message('add-object-type'))
    return null
  }
  const checked = [checkProperties(place, params), checkRequired(place, params), checkAnnotations(place, params)]
  const isShaped = checked.every(Boolean)
  if (!isShaped) return null
  const problem = compile(params, checks)
  if (problem === null) return params
  reportSchema(place, message('schema-unusable', { problem }), message('correct-schema'))
  return null
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
    reportSchema(at, message('properties-not-object'), message('write-object-here'))
    return false
  }
  let isGood = true
  for (const name in params.properties) {
    if (isObject(params.properties[name])) continue
    reportSchema(inside(at, name), message('property-not-schema'), message('write-string-schema'))
    isGood = false
  }
  return isGood
}

function checkRequired(place: Place, params: ParamsSchema): boolean {
  if (!Object.hasOwn(params, 'required')) return true
  const { required } = params
  const at = inside(place, 'required')
  if (!Array.isArray(required) || !required.every((name) => typeof name === 'string')) {
    reportSchema(at, message('required-not-names'), message('write-strings-here'))
    return false
  }
  const properties = propertiesOf(params)
  required.forEach((name, index) => {
    if (Object.hasOwn(properties, name as string)) return
    report(at, {
      severity: 'warning',
      code: 'PARAM_NOT_IN_SCHEMA',
      message: message('required-not-in-properties', { name: quote(name as string) }),
      remedy: message('add-or-remove-required'),
      at: index,
    })
  })
  return true
}

/** A failing compiler must not make the whole skill fail. */
function compile(params: ParamsSchema, checks: Checks): Message | null {
  try {
    return checks.schema(params)
  } catch (error) {
    return asReported(error instanceof Error ? error.message : String(error))
  }
}

function reportSchema(place: Place, message: Message, remedy: Message): void {
  report(place, { severity: 'error', code: 'SCHEMA_INVALID', message, remedy })
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
    report(place, {
      severity: 'error',
      code: 'SCHEMA_INVALID',
      message: message('keyword-type-wrong', { keyword, wanted }),
      remedy: message('write-type-or-leave-out', { wanted }),
      at: keyword,
    })
  }
  return isRight
}

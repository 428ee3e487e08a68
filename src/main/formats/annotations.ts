import { isObject, type Json } from '#shared/json'
import { type Message, message } from '#shared/messages/message'
import { inside, type Place, report } from './place.ts'

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
 * Reports annotations of a wrong type, which say nothing about arguments and so do not disturb a validator.
 * Ollama refuses a whole request for one description that is no text.
 */
export function checkAnnotations(place: Place, schema: Json): boolean {
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

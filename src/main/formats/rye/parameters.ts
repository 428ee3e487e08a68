import { reportType } from '#main/formats/fields'
import type { Checks } from '#main/formats/format'
import { propertiesOf, readParams } from '#main/formats/params-schema'
import { inside, type Place, quote, report } from '#main/formats/place'
import { isObject, type Json, type JsonObject, ownOf, toText } from '#shared/json'
import { message } from '#shared/messages/message'
import type { ParamsSchema } from '#shared/skill/tool'
import type { Item } from './item.ts'
import type { PythonFunction } from './python-reader.ts'

const TYPES: Readonly<Record<string, string>> = {
  ...{ float: 'number', int: 'integer', bool: 'boolean', str: 'string', list: 'array', dict: 'object' },
  ...{ String: 'string', Number: 'number', Boolean: 'boolean', double: 'number' },
}
const SCHEMA_TYPES = new Set(['string', 'integer', 'number', 'boolean', 'object', 'array', 'null'])
/** A line of a docstring that says what a parameter is. */
const DESCRIBED = /^[ \t]*([^\s(:]+)[ \t]*(?:\([^)\n]*\))?(?=:\s*(.+)$)/gm
/** In this order, the first one counts. */
const SCHEMAS = ['input_schema', 'config_schema', 'parameters']
const SNAKE_CASE = /^[a-z_][a-z0-9_]*$/

const typeNamed = (name: string) => ownOf(TYPES, name)

/** An action of a tool, and where it is written. */
export interface Action {
  name: string
  place: Place
  fields: JsonObject
}

/**
 * Prefers `input_schema`, then the tool's own schema, then `parameters`; otherwise what its function or yargs accepts. An
 * action has the tool's parameters and its own.
 */
export function readSchema(place: Place, item: Item, checks: Checks, action?: Action): ParamsSchema | null {
  const shared = openSchema(place, item.fields)
  const fault = SCHEMAS.find((each) => item.faults[each])
  if (!shared && fault !== undefined) {
    const { line = 1, key = '' } = item.faults[fault] ?? {}
    const values = { name: quote(fault), key: quote(key || fault), line }
    return report(inside(place, fault), 'error', 'NOT_LITERAL', 'rye-not-literal', 'rye-write-literal', values)
  }
  const own = action && openSchema(action.place, action.fields)
  const given = own ?? shared
  const at = given?.at ?? inside(place, 'parameters')
  const none = action ? { type: 'object', properties: {} } : deriveSchema(item)
  const schema = own && shared ? mergeSchemas(shared.schema, own.schema) : given ? given.schema : none
  if (schema === null) return null
  const normal = isObject(schema) ? normalize(at, schema, checks) : schema
  const params = readParams(at, normal, checks)
  if (params) advise(at, params)
  if (given && !saysRequired(given.value)) report(at, 'info', 'METADATA', 'rye-required-unsaid', 'rye-say-required')
  return params
}

/** Undefined where nothing is written. The schema is null if the list it was written as cannot be read. */
function openSchema(place: Place, fields: JsonObject) {
  const name = SCHEMAS.find((each) => (fields[each] ?? null) !== null)
  const value = fields[name ?? '']
  if (name === undefined || value === undefined) return undefined
  const at = inside(place, name)
  return { at, value, schema: Array.isArray(value) ? fromList(at, value) : value }
}

/** Of a parameter in both, the one above counts. */
function mergeSchemas(below: Json, above: Json): Json {
  if (!isObject(below) || !isObject(above)) return isObject(below) ? above : below
  const [shared, own] = [propertiesOf(below), propertiesOf(above)]
  const kept = namesIn(below.required).filter((name) => !Object.hasOwn(own, name))
  const required = [...new Set([...kept, ...namesIn(above.required)])]
  const { required: _both, ...rest } = { ...below, ...above }
  return { ...rest, properties: { ...shared, ...own }, ...(required.length > 0 && { required }) }
}

const namesIn = (value: Json | undefined) => (Array.isArray(value) ? value.map(toText) : [])

function fromList(place: Place, list: Json[]): JsonObject | null {
  const properties = new Map<string, Json>()
  const required = new Set<string>()
  let isGood = true
  list.forEach((each, index) => {
    const at = inside(place, index)
    if (!isObject(each) || typeof each.name !== 'string' || each.name === '') {
      report(at, 'error', 'FIELD_TYPE', 'rye-parameter-name', 'rye-write-parameter-name')
      isGood = false
      return
    }
    const { name, required: isRequired, ...schema } = each
    if (properties.has(name))
      report(at, 'warning', 'FIELD_TYPE', 'rye-parameter-twice', 'rename-or-remove-one', { name: quote(name) })
    properties.set(name, schema)
    if (isRequired === true) required.add(name)
    else if (typeof (isRequired ?? false) !== 'boolean')
      reportType(inside(at, 'required'), isRequired, message('true-or-false'), 'warning')
  })
  if (!isGood) return null
  return {
    type: 'object',
    properties: Object.fromEntries(properties),
    ...(required.size > 0 && { required: [...required] }),
  }
}

/** Converts Python and YAML type names to those of JSON Schema. An empty list of values accepts nothing. */
function normalize(place: Place, schema: JsonObject, checks: Checks): JsonObject {
  const made: JsonObject = { ...schema }
  if (typeof schema.type === 'string' && !SCHEMA_TYPES.has(schema.type)) {
    const type = typeNamed(schema.type)
    const values = { type: quote(schema.type), right: quote(type ?? 'string') }
    const severity = type === undefined ? 'error' : 'warning'
    report(inside(place, 'type'), severity, 'SCHEMA_INVALID', 'rye-type-unknown', 'rye-write-type', values)
    if (type !== undefined) made.type = type
  }
  if (Array.isArray(schema.enum) && schema.enum.length === 0) {
    report(inside(place, 'enum'), 'error', 'SCHEMA_INVALID', 'rye-enum-empty', 'rye-fill-enum')
  }
  const { pattern } = schema
  const alone = { type: 'object', properties: { value: { pattern } } } as ParamsSchema
  const problem = typeof pattern === 'string' && checks.pattern(pattern) ? checks.schema(alone) : null
  if (problem !== null) {
    delete made.pattern
    const values = { pattern: quote(toText(pattern)), problem }
    report(inside(place, 'pattern'), 'warning', 'SCHEMA_INVALID', 'rye-pattern-unchecked', 'rye-write-pattern', values)
  }
  if (isObject(schema.properties)) {
    const at = inside(place, 'properties')
    const normal = Object.entries(schema.properties).map(([name, each]): [string, Json] => {
      return [name, isObject(each) ? normalize(inside(at, name), each, checks) : each]
    })
    made.properties = Object.fromEntries(normal)
  }
  if (isObject(schema.items)) made.items = normalize(inside(place, 'items'), schema.items, checks)
  return made
}

/** From the arguments of the function `main`, or from the options of yargs. */
function deriveSchema(item: Item): JsonObject {
  const main = item.functions.has('execute') ? null : item.functions.get('main')
  if (main) return fromSignature(main)
  const options = item.language === 'node' ? readOptions(item.text) : {}
  if (Object.keys(options).length > 0) return { type: 'object', properties: options }
  return { type: 'object', properties: {}, additionalProperties: true }
}

function fromSignature({ params, isOpen, doc }: PythonFunction): JsonObject {
  const named = params.filter(({ name }) => name !== 'self')
  const lines = [...(doc ?? '').matchAll(DESCRIBED)].toReversed()
  const descriptions = new Map(lines.map(([, name, text]) => [name, text]))
  const properties = Object.fromEntries(
    named.map(({ name, type, default: value }): [string, JsonObject] => {
      const base = type === null ? typeOfValue(value) : typeNamed(type.replace(/[[|].*/s, '').trim())
      const description = descriptions.get(name)
      return [
        name,
        {
          ...(base && { type: base }),
          ...(description && { description }),
          ...(value !== undefined && value !== null && { default: value }),
        },
      ]
    }),
  )
  const required = named.flatMap(({ name, isOptional }) => (isOptional ? [] : [name]))
  return { type: 'object', properties, ...(required.length > 0 && { required }), additionalProperties: isOpen }
}

function typeOfValue(value: Json | undefined): string | undefined {
  if (typeof value === 'string' || typeof value === 'boolean' || typeof value === 'number') return typeof value
  return Array.isArray(value) ? 'array' : undefined
}

/** The options that a yargs script declares with literals. */
function readOptions(text: string): JsonObject {
  const options = text.matchAll(/\.option\(\s*(['"])([\w-]+)\1\s*,\s*\{([^{}]*)\}/g)
  return Object.fromEntries(
    [...options].map(([, , name = '', body = '']): [string, JsonObject] => {
      const get = (key: string) => new RegExp(`\\b${key}:\\s*(?:(['"])(.*?)\\1|([\\w.-]+))`).exec(body)
      const type = get('type')?.[2]
      const [, , text, word] = get('default') ?? []
      const value = text ?? (word === 'true' || word === 'false' ? word === 'true' : word && Number(word))
      const described = get('describe')?.[2] ?? get('description')?.[2]
      return [
        name,
        {
          ...(type && SCHEMA_TYPES.has(type) && { type }),
          ...(described && { description: described }),
          ...(value !== undefined && value !== '' && !Number.isNaN(value) && { default: value }),
        },
      ]
    }),
  )
}

/** Of a list each parameter, of a schema the whole. */
function saysRequired(value: Json | undefined): boolean {
  if (Array.isArray(value)) return value.every((each) => isObject(each) && each.required !== undefined)
  if (!isObject(value)) return true
  const { required, properties = {} } = value
  return required !== undefined || (isObject(properties) && Object.keys(properties).length === 0)
}

/** What both documents call best practice. */
function advise(place: Place, params: ParamsSchema): void {
  for (const [name, schema] of Object.entries(propertiesOf(params))) {
    const [at, values] = [inside(inside(place, 'properties'), name), { name: quote(name) }]
    if (isObject(schema) && typeof schema.description !== 'string')
      report(at, 'info', 'METADATA', 'rye-parameter-undescribed', 'rye-describe-parameter', values)
    if (!SNAKE_CASE.test(name)) report(at, 'info', 'METADATA', 'rye-parameter-case', 'rye-use-snake-case', values)
  }
}

import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { checkSchema, compileSchema } from '#main/gate/schema'
import type { Json, JsonObject } from '#shared/json'
import { textOf } from '#shared/messages/message'
import type { ParamsSchema } from '#shared/skill/tool'

const object = (x: Json, more: JsonObject = {}): JsonObject => ({ type: 'object', properties: { x }, ...more })

/** `{not: {not: …}}`, so deep. */
function nest(depth: number): Json {
  return Array.from({ length: depth }).reduce<Json>((inner) => ({ not: inner }), {})
}

describe('checkSchema', () => {
  it.each<[string, unknown]>([
    ['an empty object schema', { type: 'object' }],
    [
      'a root that names its dialect',
      { $schema: 'http://json-schema.org/draft-07/schema#', $id: 'https://x.test/y', ...object({}) },
    ],
    [
      'every plain keyword',
      object({
        type: 'string',
        minLength: 1,
        maxLength: 9,
        pattern: '^a',
        enum: ['a'],
        const: 'a',
        default: 'a',
        description: 'd',
      }),
    ],
    ['numbers', object({ type: ['number', 'null'], minimum: 0, exclusiveMaximum: 1.5, multipleOf: 0.1 })],
    ['lists', object({ type: 'array', items: { type: 'integer' }, minItems: 1, uniqueItems: true })],
    [
      'combinations',
      object({ anyOf: [{ type: 'string' }, true], not: false, ...JSON.parse('{"if":{},"then":{},"else":{}}') }),
    ],
    ['references into itself', object({ $ref: '#/$defs/name' }, { $defs: { name: { type: 'string' } } })],
    [
      'two references to one place',
      { type: 'object', properties: { x: { $ref: '#/$defs/n' }, y: { $ref: '#/$defs/n' } }, $defs: { n: {} } },
    ],
    ['references to older definitions', object({ $ref: '#/definitions/n' }, { definitions: { n: {} } })],
    ['a property named like a keyword', { type: 'object', properties: { id: {}, $ref: {}, pattern: {}, type: {} } }],
    ['a format that nobody knows', object({ format: 'whatever' })],
    ['a keyword that nobody knows', object({ 'x-shown-as': 7 })],
    [
      'dependencies',
      object({}, { dependentRequired: { x: ['y'] }, dependencies: { x: ['y'], y: {} }, dependentSchemas: { x: {} } }),
    ],
    [
      'patterns that look around and refer back',
      object({ pattern: '^(?!-)(a)\\1' }, { patternProperties: { '(?=x)': {} } }),
    ],
    ['nesting that people write', object(nest(20))],
  ])('takes %s', (_, schema) => {
    expect(checkSchema(schema)).toBeNull()
    expect(() => compileSchema(schema as ParamsSchema)).not.toThrow()
  })

  it.each<[string, unknown, string]>([
    ['nothing', null, '"type": "object"'],
    ['a list', [], '"type": "object"'],
    ['a schema of another type', { type: 'string' }, '"type": "object"'],
    ['a schema without a type', {}, '"type": "object"'],
    ['a property that is no schema', object('string'), 'properties.x must be a schema'],
    ['properties that are a list', { type: 'object', properties: [] }, 'properties must be an object'],
    ['an unknown type', object({ type: 'str' }), 'properties.x.type must be one of'],
    ['an empty list of types', object({ type: [] }), 'properties.x.type must be one of'],
    ['required as true', object({ required: true }), 'properties.x.required must be a list of names'],
    ['required that repeats', object({}, { required: ['x', 'x'] }), 'each once'],
    ['an empty enum', object({ enum: [] }), 'must be a list of values'],
    ['a bound that is no number', object({ exclusiveMinimum: true }), 'properties.x.exclusiveMinimum must be a number'],
    ['a negative length', object({ minLength: -1 }), 'must be a whole number'],
    ['a step of nothing', object({ multipleOf: 0 }), 'must be greater than 0'],
    ['an empty anyOf', object({ anyOf: [] }), 'must be a list of schemas'],
    ['items as a list', object({ items: [{}] }), 'prefixItems'],
    ['a pattern that looks ahead and never ends', object({ pattern: '^(?!-' }), 'looks ahead'],
    ['a pattern that refers back in no known way', object({ pattern: '(a)\\1(?P=b)' }), 'refers back'],
    ['a pattern in patternProperties', object({ patternProperties: { '(?=x': {} } }), 'looks ahead'],
    ['a pattern that is no string', object({ pattern: 1 }), 'must be a string'],
    ['a remote reference', object({ $ref: 'https://example.test/schema.json' }), 'nothing is loaded from elsewhere'],
    ['a relative reference', object({ $ref: 'other.json#/x' }), 'nothing is loaded from elsewhere'],
    ['a reference to nothing', object({ $ref: '#/$defs/gone' }), 'points at nothing'],
    ['a reference by an inherited name', object({ $ref: '#/constructor' }), 'points at nothing'],
    ['a circle at the root', object({ $ref: '#' }), 'refers to itself'],
    [
      'a circle of one',
      object({ $ref: '#/$defs/a' }, { $defs: { a: { items: { $ref: '#/$defs/a' } } } }),
      'refers to itself',
    ],
    [
      'a circle of two',
      object(
        { $ref: '#/$defs/a' },
        { $defs: { a: { not: { $ref: '#/$defs/b' } }, b: { not: { $ref: '#/$defs/a' } } } },
      ),
      'refers to itself',
    ],
    [
      'an asynchronous schema, whose answer would be a promise',
      object({}, { $async: true }),
      '$async is not supported',
    ],
    ['an identity inside', object({ $id: 'y' }), '$id is not supported'],
    ['anchors', object({ $anchor: 'y' }), '$anchor is not supported'],
    ['dynamic references', object({ $dynamicRef: '#y' }), '$dynamicRef is not supported'],
    ['the old id', object({}, { id: 'y' }), 'id is not supported'],
    ['nullable without a type', object({ nullable: true }), 'needs a type'],
    ['nullable against its type', object({ nullable: false, type: ['null'] }), 'while type allows null'],
    ['a property named __proto__', JSON.parse('{"type":"object","properties":{"__proto__":{}}}'), '__proto__'],
    ['nesting 500 deep', object(nest(500)), 'nested more than'],
    ['nesting 50 000 deep', object(nest(50_000)), 'nested more than'],
    [
      'a thousand properties',
      { type: 'object', properties: Object.fromEntries(Array.from({ length: 1000 }, (_, i) => [`p${i}`, {}])) },
      'too large',
    ],
    ['a huge enum', object({ enum: Array.from({ length: 10_000 }, (_, i) => i) }), 'too large'],
    [
      'references that double at each step',
      object(
        { $ref: '#/$defs/d0' },
        {
          $defs: Object.fromEntries(
            Array.from({ length: 30 }, (_, i) => [
              `d${i}`,
              i === 29 ? {} : { allOf: [{ $ref: `#/$defs/d${i + 1}` }, { $ref: `#/$defs/d${i + 1}` }] },
            ]),
          ),
        },
      ),
      'n',
    ],
  ])('refuses %s', (_, schema, reason) => {
    expect(textOf(checkSchema(schema) ?? '')).toContain(reason)
  })

  const keyword = fc.constantFrom(
    ...[
      'type',
      'properties',
      'required',
      'enum',
      'const',
      'minimum',
      'maxLength',
      'multipleOf',
      'pattern',
      'items',
      'format',
      'not',
    ],
    ...[
      'anyOf',
      'oneOf',
      'if',
      'then',
      '$ref',
      '$defs',
      'uniqueItems',
      'nullable',
      'dependencies',
      'dependentRequired',
      'contains',
    ],
    ...[
      'additionalProperties',
      'patternProperties',
      'prefixItems',
      'propertyNames',
      'minContains',
      'unevaluatedProperties',
      '$comment',
    ],
    ...['discriminator', '$data', 'deprecated', 'contentEncoding', 'id', '$async', 'unknown'],
  )
  const leaf = fc.constantFrom<Json>(
    ...[null, true, false, 0, 1, -1, 1.5, '', 'a', 'string', 'object', '#/properties/a', '^a$', '('],
  )
  const { schema } = fc.letrec<{ schema: Json; value: Json }>((tie) => ({
    value: fc.oneof(
      { maxDepth: 3 },
      leaf,
      fc.constant<Json>(['string', 'null']),
      tie('schema'),
      fc.array(tie('schema'), { maxLength: 3 }),
      fc.constant<Json>([]),
    ),
    schema: fc.dictionary(
      fc.oneof({ weight: 5, arbitrary: keyword }, { weight: 1, arbitrary: fc.constantFrom('a', 'b') }),
      tie('value'),
      { maxKeys: 4 },
    ),
  }))

  it('passes nothing that then fails to compile, and never throws', { timeout: 60_000 }, () => {
    let taken = 0
    fc.assert(
      fc.property(fc.dictionary(fc.constantFrom('a', 'b'), schema, { maxKeys: 2 }), (properties) => {
        const params = { type: 'object' as const, properties }
        if (checkSchema(params) !== null) return
        taken += 1
        compileSchema(params)({ a: 'x', b: [1, { a: null }] })
      }),
      { numRuns: 3000 },
    )
    expect(taken).toBeGreaterThan(100)
  })
})

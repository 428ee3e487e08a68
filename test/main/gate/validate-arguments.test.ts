import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { validateArguments } from '#main/gate/validate-arguments'
import type { CallError } from '#shared/call/plan'
import type { Json, JsonObject } from '#shared/json'
import { textOf } from '#shared/messages/message'
import { makeTool, type WrittenTool } from '#test/helpers/make-tool'

async function check(properties: JsonObject, given: unknown, more: WrittenTool = {}) {
  const answer = await validateArguments(makeTool({ properties, ...more }), given)
  return answer.ok ? { args: answer.args, coercions: answer.coercions } : answer.error
}

const path = (depth: number): Json => Array.from({ length: depth }).reduce<Json>((inner) => [inner], 1)

describe('arguments', () => {
  it.each<[string, unknown, object]>([
    ['an object', { x: 'v' }, { args: { x: 'v' }, coercions: [] }],
    ['a text that holds an object', '{"x":"v"}', { args: { x: 'v' } }],
    ['a text around a text that holds an object', '"{\\"x\\":1}"', { code: 'ARGS_NOT_OBJECT' }],
    [
      'a text that is not JSON',
      'x=v',
      { code: 'ARGS_NOT_OBJECT', message: expect.stringMatching(/^arguments must be an object.*received a string/) },
    ],
    ['an empty text', '', { code: 'ARGS_NOT_OBJECT' }],
    ['null', null, { code: 'ARGS_NOT_OBJECT', message: expect.stringContaining('received null') }],
    ['nothing', undefined, { code: 'ARGS_NOT_OBJECT' }],
    ['a list', [1], { code: 'ARGS_NOT_OBJECT', message: expect.stringContaining('received a list') }],
    ['a number', 5, { code: 'ARGS_NOT_OBJECT' }],
    ['a function inside', { x: () => 1 }, { code: 'ARGS_INVALID', path: 'x' }],
    ['a big integer inside', { x: 1n }, { code: 'ARGS_INVALID', path: 'x' }],
    [
      'nesting 5 000 deep',
      { x: path(5000) },
      { code: 'ARGS_INVALID', message: expect.stringContaining('nested more than 64') },
    ],
    ['nesting that fits', { x: path(60) }, { args: { x: path(60) } }],
    [
      'more than 1 MiB',
      { x: 'x'.repeat(2 ** 20) },
      { code: 'ARGS_INVALID', message: expect.stringContaining('1 MiB') },
    ],
    ['a text of more than 1 MiB', `{"x":"${'x'.repeat(2 ** 20)}"}`, { code: 'ARGS_NOT_OBJECT' }],
    ['a parameter named __proto__', JSON.parse('{"__proto__":{"x":1}}'), { code: 'PARAM_UNKNOWN', path: '__proto__' }],
    ['a member named __proto__', { x: JSON.parse('{"__proto__":{}}') }, { code: 'PARAM_UNKNOWN', path: 'x.__proto__' }],
  ])('as %s', async (_, given, expected) => {
    expect(await check({ x: {} }, given)).toMatchObject(expected)
  })

  it('that contain themselves are refused, not followed', async () => {
    const circle: Record<string, unknown> = {}
    circle.x = circle
    expect(await check({ x: {} }, circle)).toMatchObject({ code: 'ARGS_INVALID' })
  })
})

describe('an unknown parameter', () => {
  it.each([{}, { additionalProperties: true }, { additionalProperties: false }, { patternProperties: { '.': {} } }])(
    'is refused by name together with the known ones, even %j',
    async (params) => {
      const error = await check({ query: {}, limit: {} }, { qurey: 'x', limit: 1, 'zero\u200b': 2 }, { params })
      const message = 'unknown parameters: qurey, zero\\u{200B}. Known parameters: query, limit'
      expect(error).toEqual({ code: 'PARAM_UNKNOWN', message, path: 'qurey' })
    },
  )

  it('is refused with a sentence if the tool takes none', async () => {
    expect(await check({}, { x: 1 })).toMatchObject({ message: 'unknown parameter: x. This tool takes no parameters' })
  })

  it.each(['constructor', 'toString', 'hasOwnProperty'])('is %s as well', async (name) => {
    expect(await check({ x: {} }, { [name]: 1 })).toMatchObject({ code: 'PARAM_UNKNOWN', path: name })
  })
})

describe('a missing parameter', () => {
  const properties = { query: { type: 'string' }, limit: { type: ['integer', 'null'] }, free: {} }

  it.each<[Json, Json]>([
    [
      {},
      { code: 'PARAM_MISSING', message: 'missing parameter: query (string), limit (integer or null)', path: 'query' },
    ],
    [
      { query: null, limit: 1 },
      { code: 'PARAM_MISSING', message: 'missing parameter: query (string)', path: 'query' },
    ],
    [{ query: 'q', limit: null }, { args: { query: 'q', limit: null } }],
    [{ query: 'q', limit: 1, free: null }, { args: { query: 'q', limit: 1 } }],
  ])('in %j', async (given, expected) => {
    expect(await check(properties, given, { required: ['query', 'limit'] })).toMatchObject(expected as object)
  })

  it('is named with its place if it is nested', async () => {
    const inner = { type: 'object', required: ['deep'], properties: { deep: {} }, additionalProperties: false }
    expect(await check({ x: inner }, { x: {} })).toMatchObject({ code: 'PARAM_MISSING', path: 'x.deep' })
    expect(await check({ x: inner }, { x: { deep: 1, deeper: 2 } })).toMatchObject({
      code: 'PARAM_UNKNOWN',
      path: 'x.deeper',
    })
  })
})

describe('a value that does not fit', () => {
  it.each<[JsonObject, Json, string]>([
    [{ enum: ['fast', 'slow'] }, 'fats', 'parameter x: expected one of "fast", "slow", received "fats" (a string)'],
    [{ enum: Array.from({ length: 50 }, (_, i) => i) }, 99, 'parameter x: expected one of 0, 1'],
    [{ const: 'a' }, 'b', 'parameter x: expected "a", received "b"'],
    [{ type: 'integer', minimum: 1 }, 0, 'parameter x: must be >= 1, received 0'],
    [{ type: 'string', maxLength: 2 }, 'abc', 'parameter x: must have at most 2 characters, received "abc"'],
    [{ type: 'string', pattern: '^[a-z]+$' }, 'A', 'parameter x: must match the pattern "^[a-z]+$", received "A"'],
    [{ format: 'https-url' }, 'http://x', 'parameter x: expected an address that starts with https://'],
    [{ type: 'array', items: { type: 'string' } }, [[1]], 'parameter x[0]: expected string, received a list: [1]'],
    [{ type: 'string' }, { long: 'x'.repeat(200) }, 'parameter x: expected string, received an object: {"long":"xxx'],
    [
      { anyOf: [{ type: 'integer' }, { type: 'null' }, { type: 'boolean' }] },
      'a',
      'parameter x: expected integer or null or boolean, received "a"',
    ],
    [
      { oneOf: [{ enum: ['a', 'b'] }, { type: 'number', minimum: 3 }] },
      'c',
      'parameter x: must be one of ["a","b"], or must be number, received "c"',
    ],
    [
      { oneOf: [{ type: 'number' }, { minimum: 3 }] },
      5,
      'parameter x: must match exactly one schema in oneOf, received 5',
    ],
    [{ enum: ['a'] }, 'a\u202eb', 'parameter x: expected one of "a", received "a\\u{202E}b" (a string)'],
  ])('%j is explained so that the next try can be right', async (schema, given, message) => {
    const error = await check({ x: schema }, { x: given })
    expect(error).toMatchObject({
      code: expect.stringMatching(/^(ARGS_INVALID|PARAM_TYPE)$/),
      path: expect.stringMatching(/^x/),
    })
    const told = textOf((error as CallError).message)
    expect(told.slice(0, message.length)).toBe(message)
    expect(told.length).toBeLessThan(400)
  })
})

describe('a pattern with lookaround or backreferences', () => {
  const doubled = { x: { type: 'string', pattern: '^(?!0)(.)\\1$' } }

  it('matches as it does in JavaScript', async () => {
    expect(await check(doubled, { x: 'aa' })).toMatchObject({ args: { x: 'aa' } })
    expect(await check(doubled, { x: '00' })).toMatchObject({ code: 'ARGS_INVALID', path: 'x' })
  })

  it('gets no more time than the checks of any schema', async () => {
    const endless = { x: { type: 'string', pattern: '^(?!b)(a+)+$' } }
    const error = await check(endless, { x: `${'a'.repeat(60)}!` })
    expect(error).toMatchObject({ code: 'ARGS_INVALID', message: { code: 'arguments-checked-too-long' } })
  })

  it('does not cause another reading of the model’s value', async () => {
    const answer = await validateArguments(makeTool({ properties: doubled }), { x: '00' }, true)
    expect(answer.ok).toBe(false)
  })
})

describe('a broken tool', () => {
  it('reports what is wrong with its schema', async () => {
    const error = await check({ x: { pattern: '(?=a' } }, { x: 'a' })
    expect(error).toMatchObject({ code: 'TOOL_BROKEN', message: expect.stringContaining('looks ahead') })
  })
})

it('never throws, whatever the arguments are', async () => {
  const tool = makeTool({
    properties: { a: { type: 'integer' }, b: { type: 'array', items: {} }, c: {} },
    required: ['a'],
  })
  await fc.assert(
    fc.asyncProperty(
      fc.oneof(fc.anything(), fc.jsonValue(), fc.record({ a: fc.anything(), b: fc.anything(), c: fc.jsonValue() })),
      async (given) => {
        const answer = await validateArguments(tool, given)
        if (!answer.ok) expect(textOf(answer.error.message)).not.toBe('')
      },
    ),
    { numRuns: 2000 },
  )
})

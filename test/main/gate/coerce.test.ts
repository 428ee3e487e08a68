import { describe, expect, it } from 'vitest'
import { validateArguments } from '#main/gate/validate-arguments'
import type { Json, JsonObject } from '#shared/json'
import { makeTool, type WrittenTool } from '#test/helpers/make-tool'

async function check(properties: JsonObject, given: unknown, more: WrittenTool = {}) {
  const answer = await validateArguments(makeTool({ properties, ...more }), given)
  return answer.ok ? { args: answer.args, coercions: answer.coercions } : answer.error
}

const refused = { code: 'PARAM_TYPE' }

describe('the safe coercions', () => {
  it.each<[string, Json, Json]>([
    ['integer', '5', 5],
    ['integer', '-3', -3],
    ['integer', '5.0', 5],
    ['integer', '1e3', 1000],
    ['number', '0.1', 0.1],
    ['number', '-0.5e-1', -0.05],
    ['boolean', 'true', true],
    ['boolean', 'false', false],
    ['string', 5, '5'],
    ['string', -0.5, '-0.5'],
    ['string', true, 'true'],
  ])('make for %s of %j %j, and show it', async (type, from, to) => {
    expect(await check({ x: { type } }, { x: from })).toEqual({
      args: { x: to },
      coercions: [{ param: 'x', from, to }],
    })
  })

  it.each<[string, Json]>([
    ['integer', '5.5'],
    ['integer', 5.5],
    ['integer', ''],
    ['integer', ' 5'],
    ['integer', '0x5'],
    ['integer', '05'],
    ['integer', '+5'],
    ['integer', '5.'],
    ['integer', 'five'],
    ['integer', true],
    ['integer', '9007199254740992'],
    ['number', '1e400'],
    ['number', 'NaN'],
    ['number', 'Infinity'],
    ['boolean', 'TRUE'],
    ['boolean', 'yes'],
    ['boolean', '1'],
    ['boolean', 1],
    ['boolean', 0],
    ['string', [1]],
    ['string', { a: 1 }],
    ['array', 'a,b'],
    ['object', '{}'],
  ])('refuse for %s what %j might mean', async (type, given) => {
    const error = await check({ x: { type } }, { x: given })
    expect(error).toMatchObject({
      ...refused,
      path: 'x',
      message: expect.stringMatching(`^parameter x: expected ${type}, received `),
    })
  })

  it.each<[unknown]>([[2 ** 53], [-(2 ** 53)], [1e300], [Number.POSITIVE_INFINITY], [Number.NaN]])(
    'refuse the number %d, whatever is wanted',
    async (x) => {
      for (const schema of [{}, { type: 'number' }, { type: 'integer' }, { type: 'string' }]) {
        expect(await check({ x: schema }, { x })).toMatchObject({ ...refused, path: 'x' })
      }
    },
  )

  it('refuse a number that JSON cannot hold exactly', async () => {
    expect(await check({ x: {} }, '{"x":1e400}')).toMatchObject(refused)
    expect(await check({ x: {} }, '{"x":9007199254740993}')).toMatchObject(refused)
  })

  it('leave values alone that already fit one of the types', async () => {
    expect(await check({ x: { type: ['string', 'integer'] } }, { x: '5' })).toEqual({ args: { x: '5' }, coercions: [] })
    expect(await check({ x: { type: ['string', 'integer'] } }, { x: 5 })).toEqual({ args: { x: 5 }, coercions: [] })
    expect(await check({ x: { type: ['integer', 'null'] } }, { x: '5' })).toMatchObject({ args: { x: 5 } })
  })

  it('reach into lists and objects', async () => {
    const properties = {
      list: { type: 'array', items: { type: 'integer' } },
      object: { type: 'object', properties: { on: { type: 'boolean' } } },
    }
    expect(await check(properties, { list: [1, '2'], object: { on: 'true' } })).toEqual({
      args: { list: [1, 2], object: { on: true } },
      coercions: [
        { param: 'list[1]', from: '2', to: 2 },
        { param: 'object.on', from: 'true', to: true },
      ],
    })
  })

  it.each<[Json, boolean]>([
    ['TRUE', true],
    ['False', false],
    [2, true],
    [0, false],
  ])('read %j for a boolean flag as its specification does', async (given, to) => {
    const args = [{ param: 'x', kind: 'flagifboolean', flagIfTrue: '--x' }]
    expect(await check({ x: { type: 'boolean' } }, { x: given }, { args })).toMatchObject({ args: { x: to } })
    expect(await check({ x: { type: 'boolean' } }, { x: given }, { args: [...args, { param: 'x' }] })).toMatchObject(
      refused,
    )
  })
})

import { describe, expect, it } from 'vitest'
import { checkReturns } from '#main/calls/tell-model'
import type { Ended } from '#main/runners/runner'
import type { Json, JsonObject } from '#shared/json'
import { textOf } from '#shared/messages/message'

const nothing = { text: '', bytes: 0, truncated: false }
const gave = (result: Json): Ended => ({ how: 'done', ms: 1, stdout: nothing, stderr: nothing, result })
const promising = (returns: JsonObject) => ({ name: 'a', returns })
const describing = (output: JsonObject) => ({ name: 'a', output })
const schema = { type: 'object', properties: { n: { type: 'number' } }, required: ['n'] }

describe('the result of a tool', () => {
  it('is a failure without a result if it breaks what the tool promises', async () => {
    const ended = await checkReturns(promising(schema), gave({ n: 'x' }))
    expect([ended.how, ended.failure?.code]).toEqual(['failed', 'result-misfits'])
    expect(ended).not.toHaveProperty('result')
  })

  it('is used with a note if it differs from the tool’s description', async () => {
    const ended = await checkReturns(describing(schema), gave({ n: 'x' }))
    expect(ended).toMatchObject({ how: 'done', result: { n: 'x' } })
    expect(ended.misfit && textOf(ended.misfit)).toMatch(/^What a gave does not fit its own schema: .*n/)
    expect(await checkReturns(describing(schema), gave({ n: 1 }))).not.toHaveProperty('misfit')
    expect(await checkReturns(describing(schema), gave({ data: { n: 1 } }))).toHaveProperty('misfit')
  })

  it.each<[Json, boolean]>([
    [{ success: true, data: { n: 1 } }, true],
    [{ success: true, data: { n: 'x' } }, false],
    [{ n: 1 }, true],
  ])('of a tool that describes its data is checked there: %j', async (result, fits) => {
    const ended = await checkReturns({ ...describing(schema), format: 'rye' }, gave(result))
    expect(ended.misfit === undefined).toBe(fits)
  })

  it.each<[Json, Json]>([
    ['array', [1]],
    ['null', null],
    ['string', 'x'],
  ])('may be of any type: %s', async (type, result) => {
    expect(await checkReturns(promising({ type }), gave(result))).toMatchObject({ how: 'done' })
    expect(await checkReturns(promising({ type }), gave(true))).toMatchObject({ how: 'failed' })
  })

  it('is used with a note if its schema cannot be used', async () => {
    const ended = await checkReturns(describing({ type: 'nonsense' }), gave(1))
    expect(ended).toMatchObject({ how: 'done', result: 1, misfit: { code: 'result-misfits' } })
  })
})

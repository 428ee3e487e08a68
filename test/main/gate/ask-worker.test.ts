import { spawnSync } from 'node:child_process'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { describe, expect, it } from 'vitest'
import { askWorker } from '#main/gate/ask-worker'
import { checkSchema } from '#main/gate/schema'
import { validateArguments } from '#main/gate/validate-arguments'
import type { Json, JsonObject } from '#shared/json'
import type { ParamsSchema } from '#shared/skill/tool'
import { makeTool } from '#test/helpers/make-tool'

const numbers = {
  type: 'object',
  properties: { x: { anyOf: [{ type: 'integer' }, { type: 'null' }] } },
} as unknown as ParamsSchema

/** Every pair is compared, so a list of this length takes minutes. */
const slow = { type: 'object', properties: { x: { type: 'array', uniqueItems: true } } } as unknown as ParamsSchema
const longList: Json = Array.from({ length: 60_000 }, (_, index) => ({ i: index }))

describe('askWorker', () => {
  it('checks what must not block this thread', async () => {
    expect(await askWorker({ kind: 'validate', params: numbers, args: { x: 1 } })).toEqual({
      state: 'validated',
      mismatch: null,
    })
    const answer = await askWorker({ kind: 'validate', params: numbers, args: { x: 'a' } })
    expect(answer).toMatchObject({ state: 'validated', mismatch: { instancePath: '/x', keyword: 'type' } })
    expect(await askWorker({ kind: 'match', pattern: 'b$', text: 'ab' })).toEqual({ state: 'matched', isMatch: true })
  })

  it('ends a check that takes too long, and answers those that wait behind it', async () => {
    const answers = await Promise.all([
      askWorker({ kind: 'validate', params: slow, args: { x: longList } }),
      askWorker({ kind: 'validate', params: numbers, args: { x: null } }),
    ])
    expect(answers).toEqual([
      { state: 'too-slow', phase: 'check' },
      { state: 'validated', mismatch: null },
    ])
  })

  it('reports a schema that does not compile', async () => {
    const params = { type: 'object', properties: { x: { $ref: '#/gone' } } } as unknown as ParamsSchema
    expect(await askWorker({ kind: 'validate', params, args: {} })).toMatchObject({
      state: 'failed',
      problem: expect.stringContaining('gone'),
    })
  })

  it('neither keeps a process alive nor lets it end before the answer', () => {
    const script = `
      const { askWorker } = await import(${JSON.stringify(new URL('../../../src/main/gate/ask-worker.ts', import.meta.url).href)})
      console.log(JSON.stringify(await askWorker({ kind: 'match', pattern: 'a', text: 'a' })))`
    const { stdout, status, error } = spawnSync(process.execPath, ['--input-type=module', '-e', script], {
      timeout: 20_000,
      encoding: 'utf8',
    })
    expect({ error, status, stdout: stdout.trim() }).toEqual({
      error: undefined,
      status: 0,
      stdout: '{"state":"matched","isMatch":true}',
    })
  })
})

describe('a hostile schema', () => {
  const doubling: JsonObject = Object.fromEntries(
    Array.from({ length: 8 }, (_, index) => [
      `d${index}`,
      index === 7 ? { const: 1 } : { anyOf: Array.from({ length: 2 }, () => ({ $ref: `#/$defs/d${index + 1}` })) },
    ]),
  )
  const deep = Array.from({ length: 500 }).reduce<Json>((inner) => ({ not: inner }), {})

  it.each<[string, JsonObject, JsonObject, Json, RegExp]>([
    ['a pattern that explodes elsewhere', { pattern: '^(a+)+$' }, {}, `${'a'.repeat(40)}!`, /^ARGS_INVALID$/],
    ['the same over a long text', { pattern: '^(a+)+$' }, {}, `${'a'.repeat(900_000)}!`, /^ARGS_INVALID$/],
    ['a large pattern over a long text', { pattern: '^([a-z]{1,60}){16}$' }, {}, 'a'.repeat(900_000), /^ARGS_INVALID$/],
    ['pairs', { type: 'array', uniqueItems: true }, {}, longList, /^ARGS_INVALID$/],
    ['references that double', { $ref: '#/$defs/d0' }, { $defs: doubling }, 2, /^(ARGS_INVALID|TOOL_BROKEN)$/],
    ['nesting', deep as JsonObject, {}, 2, /^TOOL_BROKEN$/],
    [
      'a long list against a long enum',
      { type: 'array', items: { enum: Array.from({ length: 4000 }, (_, index) => ({ index })) } },
      {},
      longList,
      /^ARGS_INVALID$/,
    ],
  ])('with %s never holds this thread', async (_, property, more, x, code) => {
    const tool = makeTool({ properties: { x: property }, params: more })
    await validateArguments(makeTool({ properties: { x: { anyOf: [{}] } } }), { x: 1 })
    const delay = monitorEventLoopDelay({ resolution: 1 })
    delay.enable()
    const answer = await validateArguments(tool, { x })
    delay.disable()
    expect(answer).toMatchObject({ ok: false, error: { code: expect.stringMatching(code) } })
    expect(delay.max / 1e6).toBeLessThan(1500)
  })

  it('of the largest allowed size compiles within its limit or reports that it does not', async () => {
    const properties = Object.fromEntries(
      Array.from({ length: 240 }, (_, index) => [
        `p${index}`,
        { anyOf: [{ type: 'string', pattern: `^a{1,${index + 1}}$` }] },
      ]),
    )
    expect(checkSchema({ type: 'object', properties })).toBeNull()
    const answer = await validateArguments(makeTool({ properties }), { p9: 'b' })
    expect(answer).toMatchObject({ ok: false, error: { code: expect.stringMatching(/^(ARGS_INVALID|TOOL_BROKEN)$/) } })
  })
})

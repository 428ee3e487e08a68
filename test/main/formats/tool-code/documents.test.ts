import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { runExamples } from '#main/calls/run-examples'
import type { JsonObject } from '#shared/json'
import { textOf } from '#shared/messages/message'
import { FIXTURES } from '#test/helpers/open-test-core'
import { body, makeToolCode, openToolCode } from '#test/helpers/tool-code'

/** Runs the examples of a tool and tells how each ended. */
async function tryExamples(source: string, examples: JsonObject[], context: JsonObject = {}) {
  const described = examples.map((example, n) => ({ description: `Example ${n + 1}`, ...example }))
  const { core } = await openToolCode([makeToolCode(source, { examples: described, ...context })])
  const [skill] = core.registry().skills
  const [tool] = skill?.tools ?? []
  if (!skill || !tool) throw new Error('no tool')
  const results = await runExamples(tool, core.runCall, new AbortController().signal, true)
  return { results, warnings: skill.diagnostics.map(({ message }) => textOf(message)) }
}

describe('the function of the document, word for word', () => {
  it('runs, and says so if Skillet’s start called it', async () => {
    const source = readFileSync(join(FIXTURES, 'tool-code', 'execute.txt'), 'utf8')
    const { call } = await openToolCode([makeToolCode(source)])
    expect(await call()).toMatchObject({ succeeded: true, run: { result: null, stdout: '' } })
    const trigger = { schema_name: 'system.startup.v1', timestamp: '2025-10-30T10:00:00Z' }
    const started = await call({}, { trigger })
    expect(started).toMatchObject({ succeeded: true, run: { stdout: 'Running from bootstrap...\n' } })
  })
})

describe('the tools that the document’s cases name', () => {
  it('TC-03 a calculator passes its three examples, with a warning about how it works', async () => {
    const source = body(`
      if (!/^[-+*/().\\d\\s]+$/.test(input.expression)) throw new Error('not an expression')
      return { result: new Function('return ' + input.expression)(), expression: input.expression }`)
    const { results, warnings } = await tryExamples(source, [
      { input: { expression: '2 + 2' }, output: { result: 4, expression: '2 + 2' } },
      { input: { expression: '(10 - 4) / 3' }, output: { result: 2, expression: '(10 - 4) / 3' } },
      { input: { expression: '1.5 * 4' }, output: { result: 6, expression: '1.5 * 4' } },
    ])
    expect(results.map(({ isRight, differences }) => [isRight, differences])).toEqual([
      [true, []],
      [true, []],
      [true, []],
    ])
    expect(warnings).toContainEqual(expect.stringContaining('Function('))
  })

  it('TC-04 a JSON transformation extracts and maps', async () => {
    const source = body(`
      const read = (value, path) => path.split('.').reduce((part, key) => part?.[key], value)
      if (input.operation === 'extract') return read(input.data, input.path)
      return Object.fromEntries(Object.entries(input.mapping).map(([key, path]) => [key, read(input.data, path)]))`)
    const { results } = await tryExamples(source, [
      { input: { operation: 'extract', data: { user: { name: 'Alice' } }, path: 'user.name' }, output: 'Alice' },
      {
        input: {
          operation: 'map',
          data: { field1: 'value1', nested: { n: 25 } },
          mapping: { name: 'field1', age: 'nested.n' },
        },
        output: { name: 'value1', age: 25 },
      },
    ])
    expect(results.map(({ isRight }) => isRight)).toEqual([true, true])
  })

  it('TC-05 eleven random numbers are refused by the schema before anything starts', async () => {
    const input_schema = {
      type: 'object',
      properties: { count: { type: 'number', maximum: 10, description: 'How many.' } },
    }
    const { call, facts } = await openToolCode([makeToolCode(body('return []'), { input_schema })])
    const refused = await call({ count: 11 })
    expect(refused.error?.code).toBe('ARGS_INVALID')
    expect(refused.forModel).toMatch(/count.*10/)
    expect(facts.map(({ type }) => type)).not.toContain('run.started')
  })
})

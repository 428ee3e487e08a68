import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { compare, runExamples } from '#main/calls/run-examples'
import type { JsonObject } from '#shared/json'
import { openTestCore } from '#test/helpers/open-test-core'
import { makeTempDir } from '#test/helpers/temp-dir'
import { SKILLS_FOLDER } from './shipped.ts'

async function openToolbox() {
  const skills = [{ path: join(SKILLS_FOLDER, 'toolbox'), origin: 'named' as const }]
  const decide = async () => ({ decision: 'once', by: 'person' }) as const
  const { core } = await openTestCore({ home: makeTempDir(), cwd: makeTempDir(), skills, decide })
  onTestFinished(() => core.close())
  const [skill] = core.registry().skills
  const call = async (tool: string, args: JsonObject) => {
    const request = { tool: `toolbox_${tool}`, args, chat: null, call: `${tool}-${JSON.stringify(args).length}` }
    const caller = { kind: 'person' } as const
    const outcome = await core.runCall({ ...request, caller, allowScripts: true, signal: new AbortController().signal })
    return outcome.succeeded ? (outcome.run?.result as JsonObject) : outcome.forModel
  }
  return { core, skill, call }
}

describe('the bundled toolbox', () => {
  it('has five tools without a network, a secret or a remark', async () => {
    const { skill } = await openToolbox()
    expect(skill?.tools.map(({ name }) => name)).toEqual([
      ...['toolbox_calculate', 'toolbox_convert', 'toolbox_notes', 'toolbox_table', 'toolbox_text'],
    ])
    expect(skill?.diagnostics.filter(({ severity }) => severity !== 'info')).toEqual([])
    for (const tool of skill?.tools ?? []) expect(tool.runtime).not.toHaveProperty('network')
  })

  it('does what its examples show', async () => {
    const { core, skill } = await openToolbox()
    for (const tool of skill?.tools ?? []) {
      const results = await runExamples(tool, core.runCall, new AbortController().signal, true)
      expect(
        results.filter(({ isRight }) => !isRight),
        tool.name,
      ).toEqual([])
      expect(results).toHaveLength(tool.examples?.length ?? 0)
    }
  })

  it.each<[string, JsonObject, JsonObject | string]>([
    ['calculate', { expression: '1 / 0' }, 'division by zero'],
    ['calculate', { expression: 'process.exit(1)' }, 'what is process?'],
    ['calculate', { expression: '2 +' }, 'ends too early'],
    ['calculate', { expression: '-2 ^ 2 + 0.1 + 0.2' }, { result: -3.7, text: '-3.7' }],
    ['convert', { value: 1, from: 'kg', to: 'm' }, 'cannot be converted'],
    ['convert', { value: 1, from: '2026-02-30', to: 'days' }, 'there is no date 2026-02-30'],
    [
      'convert',
      { value: -1, from: '2024-02-29', to: 'years' },
      { result: '2023-02-28', text: '2024-02-29 - 1 years = 2023-02-28' },
    ],
    ['text', { text: 'a1 b22', action: 'find', find: '\\d+' }, { result: '1\n22', count: 2 }],
    [
      'table',
      { data: 'a;b\n"x; ""y""";2\n', sum: 'b' },
      { table: '| a | b |\n| --- | --- |\n| x; "y" | 2 |', rows: 1, sum: 2 },
    ],
    ['table', { data: 'a\n1', columns: ['b'] }, 'there is no column b'],
  ])('%s %j', async (tool, args, expected) => {
    const { call } = await openToolbox()
    const result = await call(tool, args)
    if (typeof expected === 'string') expect(result).toContain(expected)
    else expect(result).toEqual(expected)
  })

  it('keeps a note, finds it again, and forgets it', async () => {
    const { call } = await openToolbox()
    const kept = (await call('notes', {
      action: 'keep',
      text: 'The bin is emptied on Tuesdays',
      tag: 'home',
    })) as JsonObject
    const [note] = kept.notes as JsonObject[]
    expect(await call('notes', { action: 'find', text: 'bin', tag: 'home' })).toEqual({ notes: [note] })
    await call('notes', { action: 'forget', id: note?.id ?? '' })
    expect(await call('notes', { action: 'find' })).toEqual({ notes: [] })
  })
})

describe('a difference from an example', () => {
  it.each<[JsonObject, JsonObject, string[]]>([
    [{ a: 1 }, { a: 1 }, []],
    [{ a: 1, b: [1, { c: 2 }] }, { a: 2, b: [1, { c: 3 }] }, ['a: 1 → 2', 'b[1].c: 2 → 3']],
    [{ a: null }, {}, ['a: null → ']],
    [{}, { a: [] }, ['a:  → []']],
    [{ a: [] }, { a: {} }, ['a: [] → {}']],
  ])('is told by its place: %j and %j', (expected, actual, told) => {
    const found = compare(expected, actual, '').map((each) => `${each.path}: ${each.expected} → ${each.actual}`)
    expect(found).toEqual(told)
  })
})

import { describe, expect, it } from 'vitest'
import { validateArguments } from '#main/gate/validate-arguments'
import type { JsonObject } from '#shared/json'
import { makeTool, type WrittenTool } from '#test/helpers/make-tool'

async function check(properties: JsonObject, given: unknown, more: WrittenTool = {}) {
  const answer = await validateArguments(makeTool({ properties, ...more }), given, true)
  return answer.ok ? { args: answer.args, coercions: answer.coercions } : answer.error
}

const text = (more: JsonObject = {}): JsonObject => ({ type: 'string', minLength: 1, maxLength: 60, ...more })

describe('an optional parameter without a real value', () => {
  it.each<[string, JsonObject, unknown]>([
    ['an empty text', text(), ''],
    ['null', text(), null],
    ['null in words', text({ pattern: '^/' }), 'null'],
    ['none', text({ enum: ['open', 'closed'] }), 'None'],
    ['N/A', { type: 'integer' }, 'N/A'],
    ['an empty text for a number', { type: 'integer', minimum: 1 }, ''],
    [
      'the example of its description',
      text({ pattern: '^x', description: 'A date. Example: 2026-01-01' }),
      '2026-01-01',
    ],
  ])('is left out where the schema refuses it, as a correction that is shown: %s', async (_what, schema, given) => {
    expect(await check({ x: schema, y: {} }, { x: given, y: 1 })).toEqual({
      args: { y: 1 },
      coercions: [{ param: 'x', from: given, to: null }],
    })
  })

  it('stays if the schema accepts it', async () => {
    expect(await check({ x: { type: 'string' } }, { x: 'none' })).toEqual({ args: { x: 'none' }, coercions: [] })
  })

  it('is null without a correction if the schema takes null', async () => {
    expect(await check({ x: { type: ['string', 'null'] }, y: {} }, { x: null, y: null })).toMatchObject({
      coercions: [],
    })
  })

  it('is refused if it is required', async () => {
    expect(await check({ x: text() }, { x: '' }, { required: ['x'] })).toMatchObject({ path: 'x' })
  })

  it('is left out, and so is each further one', async () => {
    expect(await check({ x: text(), y: { type: 'integer' } }, { x: '', y: 'null' })).toMatchObject({ args: {} })
  })
})

describe('a date in another spelling than the tool wants', () => {
  const ISO = '^\\d{4}-\\d{2}-\\d{2}$'
  it.each([
    ['24.12.2027', ISO, '2027-12-24'],
    ['24. 12. 2027', ISO, '2027-12-24'],
    ['12/24/2027', ISO, '2027-12-24'],
    ['24/12/2027', ISO, '2027-12-24'],
    ['05/05/2027', ISO, '2027-05-05'],
    ['2027/12/24', ISO, '2027-12-24'],
    ['20271224', ISO, '2027-12-24'],
    ['2027-12-24T00:00:00Z', ISO, '2027-12-24'],
    ['2027-2-4', ISO, '2027-02-04'],
    ['24 December 2027', ISO, '2027-12-24'],
    ['Dec 24th, 2027', ISO, '2027-12-24'],
    ['24. Dezember 2027', ISO, '2027-12-24'],
    ['1 März 2027', ISO, '2027-03-01'],
    ['2027-12-24', '^\\d{2}\\.\\d{2}\\.\\d{4}$', '24.12.2027'],
    ['2027-12-24', '^\\d{8}$', '20271224'],
  ])('is corrected, and shown as a correction: %s', async (given, pattern, to) => {
    const answer = await check({ on: text({ pattern }) }, { on: given }, { required: ['on'] })
    expect(answer).toEqual({ args: { on: to }, coercions: [{ param: 'on', from: given, to }] })
  })

  it.each([
    ['it may be two days', '03/04/2027', ISO],
    ['there is no such day', '31.02.2027', ISO],
    ['it has a time, which would be lost', '2027-12-24T18:30:00Z', ISO],
    ['it has no year', '24 December', ISO],
    ['it is no date', 'tomorrow', ISO],
    ['two spellings fit that mean two days', '2027-03-04', '^\\d{2}/\\d{2}/\\d{4}$'],
  ])('is asked back where %s', async (_why, given, pattern) => {
    const answer = await check({ on: text({ pattern }) }, { on: given }, { required: ['on'] })
    expect(answer).toMatchObject({ path: 'on' })
  })
})

describe('a value with one other reading', () => {
  it.each<[string, JsonObject, unknown, unknown]>([
    ['a number in a word', { type: 'integer' }, 'three', 3],
    ['yes', { type: 'boolean' }, 'yes', true],
    ['0 for no', { type: 'boolean' }, 0, false],
    ['one value for a list', { type: 'array', items: { type: 'string' } }, 'a.txt', ['a.txt']],
    ['one number in digits for a list of numbers', { type: 'array', items: { type: 'integer' } }, '2', [2]],
    ['one word for a list of numbers', { type: 'array', items: { type: 'integer' } }, 'two', [2]],
  ])('is taken for it: %s', async (_what, schema, given, to) => {
    expect(await check({ x: schema }, { x: given })).toMatchObject({ args: { x: to } })
  })

  it.each<[string, JsonObject, unknown]>([
    ['a word that is no number', { type: 'integer' }, 'many'],
    ['a number with spaces', { type: 'integer' }, ' 5 '],
    ['a number that would be rounded', { type: 'integer' }, '9007199254740993'],
    ['a number that would be rounded in a list', { type: 'array', items: { type: 'integer' } }, '9007199254740993'],
    ['perhaps', { type: 'boolean' }, 'perhaps'],
    ['a number out of bounds', { type: 'integer', maximum: 2 }, 'three'],
  ])('is refused where it has none, as the model wrote it: %s', async (_what, schema, given) => {
    expect(await check({ x: schema }, { x: given })).toMatchObject({ path: 'x', code: expect.any(String) })
  })
})

describe('a name that the tool does not have', () => {
  const two = { path: text(), lines: { type: 'integer' } }

  it('is read as the only missing required text, and the correction is shown', async () => {
    expect(await check(two, { file: '"a.txt"', lines: 3 }, { required: ['path'] })).toEqual({
      args: { path: 'a.txt', lines: 3 },
      coercions: [
        { param: 'path', from: { file: '"a.txt"' }, to: '"a.txt"' },
        { param: 'path', from: '"a.txt"', to: 'a.txt' },
      ],
    })
  })

  it.each<[string, JsonObject, JsonObject, string[]]>([
    ['nothing is missing', two, { path: 'a', file: 'b' }, ['path']],
    ['two are missing', { from: text(), to: text() }, { file: 'a' }, ['from', 'to']],
    ['two are unknown', two, { file: 'a', folder: 'b' }, ['path']],
    ['it is no text', two, { file: 3 }, ['path']],
    ['no text is missing', two, { count: '3' }, ['lines']],
  ])('is refused where %s', async (_why, properties, given, required) => {
    expect(await check(properties, given, { required })).toMatchObject({ code: expect.stringMatching(/^PARAM_/) })
  })

  it('is refused from a tool that calls a tool', async () => {
    const tool = makeTool({ properties: two, required: ['path'] })
    expect(await validateArguments(tool, { file: 'a.txt' })).toMatchObject({ ok: false })
  })
})

describe('a path', () => {
  it.each([
    ['"my notes.txt"', 'my notes.txt'],
    ["'/tmp/a'", '/tmp/a'],
    ['file:///home/ann/my%20notes.txt', '/home/ann/my notes.txt'],
  ])('loses what is around it: %s', async (given, path) => {
    expect(await check({ path: text() }, { path: given })).toEqual({
      args: { path },
      coercions: [{ param: 'path', from: given, to: path }],
    })
  })

  it.each([
    ['path', 'it\'s "here"'],
    ['path', 'file://other-host/share'],
    ['text', '"quoted"'],
  ])('stays as it is where nothing is around it, and so does any other text: %s %s', async (param, given) => {
    expect(await check({ [param]: text() }, { [param]: given })).toEqual({ args: { [param]: given }, coercions: [] })
  })
})

import { describe, expect, it } from 'vitest'
import type { Json } from '#shared/json'
import { textOf } from '#shared/messages/message'
import {
  makeExecution,
  makeRequest,
  makeSurroundings,
  makeTool,
  type Surroundings,
  type WrittenArg,
  type WrittenTool,
} from '#test/helpers/make-tool'
import { planCall } from '#test/helpers/plan-call'

function plan(
  args: WrittenArg[],
  given: Json,
  written: WrittenTool = {},
  changes: Partial<Surroundings> = {},
): ReturnType<typeof planCall> {
  return planCall(makeRequest(makeTool({ args, ...written }), given), makeSurroundings(changes))
}

async function argvOf(...call: Parameters<typeof plan>): Promise<string[] | string> {
  const planned = await plan(...call)
  return planned.ok ? planned.plan.action.argv.slice(1) : `${planned.error.code}: ${textOf(planned.error.message)}`
}

describe('a value', () => {
  it.each<[Json, string]>([
    [5, '5'],
    [-3, 'PARAM'],
    [0.1, '0.1'],
    [1e-7, '1e-7'],
    [-0, '0'],
    [true, 'true'],
    [false, 'false'],
    ['', ''],
    ['  v ', '  v '],
    ['a\r\nb', 'a\r\nb'],
  ])('%j is its JSON text', async (x, text) => {
    const given = await argvOf([{ param: 'x', kind: 'flag' }], { x })
    expect(given).toEqual(['run', '-x', text === 'PARAM' ? '-3' : text])
  })

  it.each<Json>([[], ['a'], {}, { a: 1 }])('%j is refused', async (x) => {
    const message = 'PARAM_TYPE: parameter x must be a string, number, or boolean'
    for (const kind of ['positional', 'flag', 'stdin', 'tempfile', 'workingdir']) {
      expect(await argvOf([{ param: 'x', kind }], { x })).toBe(message)
    }
  })

  it.each(['positional', 'stdin', 'workingdir'])('missing for %s is an error, also as null', async (kind) => {
    for (const given of [{}, { x: null }])
      expect(await argvOf([{ param: 'x', kind }], given)).toBe('PARAM_MISSING: missing parameter: x')
  })

  it.each(['flag', 'tempfile'])('missing for %s is left out', async (kind) => {
    for (const given of [{}, { x: null }]) expect(await argvOf([{ param: 'x', kind }], given)).toEqual(['run'])
  })
})

describe('optional and absentDefault', () => {
  it.each(['positional', 'flag', 'stdin', 'tempfile', 'workingdir'])('leave out an optional %s', async (kind) => {
    for (const given of [{}, { x: null }])
      expect(await argvOf([{ param: 'x', kind, optional: true }], given)).toEqual(['run'])
  })

  it('put a default in place of a missing value, as the skill’s words', async () => {
    const planned = await plan(
      [
        { param: 'x', absentDefault: 'd' },
        { param: 'y', kind: 'flag', absentDefault: 5 },
      ],
      { y: null },
    )
    expect(planned.ok && planned.plan.action).toMatchObject({
      argv: ['ad', 'run', 'd', '-y', '5'],
      origin: ['skill', 'skill', 'skill', 'skill', 'skill'],
    })
    expect(planned.ok && planned.callable.telling(planned.args).args).toEqual({ x: 'd', y: 5 })
  })

  it.each<[Json | undefined, string[]]>([
    [true, ['run', '--on']],
    ['true', ['run', '--on']],
    [false, ['run', '--off']],
    [undefined, ['run', '--off']],
  ])('decide a boolean flag: %j', async (absentDefault, argv) => {
    const arg = {
      param: 'x',
      kind: 'flagifboolean',
      flagIfTrue: '--on',
      flagIfFalse: '--off',
      ...(absentDefault !== undefined && { absentDefault }),
    }
    expect(await argvOf([arg], {})).toEqual(argv)
    expect(await argvOf([arg], { x: false })).toEqual(['run', '--off'])
  })
})

describe('split', () => {
  it.each<[string, string[]]>([
    ['a b', ['run', 'a', 'b']],
    ['  a\t\nb  ', ['run', 'a', 'b']],
    ['a', ['run', 'a']],
    ['', ['run']],
    ['   ', ['run']],
    ['"a b"', ['run', '"a', 'b"']],
  ])('makes of %j one element a word', async (x, argv) => {
    expect(await argvOf([{ param: 'x', split: true }], { x })).toEqual(argv)
  })
})

describe('disambiguateAfterSkippedPositionals', () => {
  const args = [
    { param: 'rev', optional: true },
    { param: 'path', disambiguateAfterSkippedPositionals: true },
  ]

  it('puts -- before the value if an earlier optional positional was left out', async () => {
    expect(await argvOf(args, { path: 'p' })).toEqual(['run', '--', 'p'])
    expect(await argvOf(args, { rev: 'r', path: 'p' })).toEqual(['run', 'r', 'p'])
    expect(await argvOf([...args].reverse(), { path: 'p' })).toEqual(['run', 'p'])
  })

  it('never puts it twice, nor before nothing', async () => {
    const two = [...args, { param: 'more', optional: true, disambiguateAfterSkippedPositionals: true }]
    expect(await argvOf(two, { path: 'p', more: 'm' })).toEqual(['run', '--', 'p', 'm'])
    expect(await argvOf([args[0] as WrittenArg, { ...args[1], split: true }], { path: ' ' })).toEqual(['run'])
  })
})

describe('the other kinds', () => {
  it('literal is a fixed element in its place', async () => {
    expect(
      await argvOf([{ kind: 'literal', value: '--json' }, { param: 'x' }, { kind: 'literal', value: '' }], { x: 'v' }),
    ).toEqual(['run', '--json', 'v', ''])
  })

  it('stdin goes only to standard input', async () => {
    const planned = await plan([{ param: 'x', kind: 'stdin', normalizeNewlines: true }], { x: 'a\\nb' })
    expect(planned.ok && planned.plan.action).toMatchObject({ argv: ['ad', 'run'], stdin: 'a\\nb' })
    const without = await plan([], {})
    expect(without.ok && without.plan.action.stdin).toBeNull()
  })

  it('tempfile is a flag and the path of a file with the value', async () => {
    const planned = await plan(
      [
        { param: 'body text', kind: 'tempfile', flag: 'file' },
        { param: 'y', kind: 'tempfile' },
      ],
      { 'body text': '--x', y: 5 },
    )
    expect(planned.ok && planned.plan.action).toMatchObject({
      argv: ['ad', 'run', '--file', '/private/call/1-body_text', '-y', '/private/call/2-y'],
      origin: ['skill', 'skill', 'skill', 'skill', 'skill', 'skill'],
      tempFiles: [
        { path: '/private/call/1-body_text', content: '--x' },
        { path: '/private/call/2-y', content: '5' },
      ],
    })
    expect(planned.ok && planned.plan.risk.class).toBe('C')
  })

  it('workingdir is the folder the command runs in', async () => {
    const planned = await plan([{ param: 'x', kind: 'workingdir' }], { x: '/projects' })
    expect(planned.ok && planned.plan.action).toMatchObject({ argv: ['ad', 'run'], cwd: '/projects' })
  })
})

describe('subcommandOverride', () => {
  const args = [
    { param: 'all', kind: 'flagifboolean', subcommandOverride: 'search all', flagIfFalse: '--one' },
    { param: 'x' },
  ]
  const allowlist = { ad: ['run', 'search all'] }

  it('replaces the subcommand and adds no element', async () => {
    expect(await argvOf(args, { all: true, x: 'v' }, { allowlist })).toEqual(['search', 'all', 'v'])
    expect(await argvOf(args, { all: false, x: 'v' }, { allowlist })).toEqual(['run', '--one', 'v'])
  })

  it('must be in the allowlist if it is used', async () => {
    expect(await argvOf(args, { all: true, x: 'v' })).toMatch(/^SUBCOMMAND_NOT_ALLOWED.*search all/)
    expect(await argvOf(args, { x: 'v' })).toEqual(['run', '--one', 'v'])
  })
})

describe('several executions', () => {
  const executions = [
    makeExecution({ args: [{ param: 'id' }], when: { present: ['id'], absent: ['query'] } }),
    makeExecution({ args: [{ param: 'query', kind: 'flag' }], when: { present: ['query', 'limit'], absent: [] } }),
    makeExecution({ args: [{ kind: 'literal', value: 'all' }] }),
  ]
  const written = { properties: { id: {}, query: {}, limit: {} }, executions }

  it('are chosen by which parameters are present', async () => {
    expect(await argvOf([], { id: 1 }, written)).toEqual(['run', '1'])
    expect(await argvOf([], { query: 'q', limit: 1 }, written)).toEqual(['run', '--query', 'q'])
    expect(await argvOf([], { id: 1, query: null }, written)).toEqual(['run', '1'])
    expect(await argvOf([], { id: null }, written)).toEqual(['run', 'all'])
    expect(await argvOf([], { query: 'q' }, written)).toEqual(['run', 'all'])
  })

  it('are an error if none fits, and the error names what must come together', async () => {
    const given = await argvOf([], { query: 'q' }, { ...written, executions: executions.slice(0, 2) })
    expect(given).toBe('ARGS_INVALID: these parameters do not fit together. Give id without query, or query and limit')
  })

  it('are an error if several fit', async () => {
    const both = [...executions, makeExecution({ when: { present: ['id'], absent: [] } })]
    expect(await argvOf([], { id: 1 }, { ...written, executions: both })).toBe(
      'ARGS_INVALID: these parameters are ambiguous: they match id without query and id. Leave out one that tells them apart',
    )
  })

  it('are an error if the only one does not fit', async () => {
    expect(await argvOf([], {}, { ...written, executions: executions.slice(0, 1) })).toMatch(
      /^ARGS_INVALID.*Give id without query/,
    )
  })
})

it('the origin of every element is given', async () => {
  const resolveCommand = { command: { binary: 'look', subcommand: '' }, args: ['$param'] }
  const args = [
    { param: 'a', kind: 'flag' },
    { param: 'b', resolveCommand },
    { kind: 'literal', value: 'l' },
    { param: 'c', split: true },
  ]
  const planned = await plan(
    args,
    { a: '1', b: '2', c: '3 4' },
    { allowlist: { ad: ['run'], look: [''] } },
    { runHelper: async () => ({ outcome: 'resolved', value: 'r' }) },
  )
  expect(
    planned.ok && planned.plan.action.argv.map((element, index) => `${element}:${planned.plan.action.origin[index]}`),
  ).toEqual('ad:skill run:skill -a:skill 1:model r:resolver l:skill 3:model 4:model'.split(' '))
})

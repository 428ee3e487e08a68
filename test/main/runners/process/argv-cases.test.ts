import { describe, expect, it } from 'vitest'
import type { ResolverOutcome } from '#shared/call/plan'
import type { Json } from '#shared/json'
import { textOf } from '#shared/messages/message'
import {
  makeRequest,
  makeSkill,
  makeSurroundings,
  makeTool,
  type WrittenArg,
  type WrittenTool,
} from '#test/helpers/make-tool'
import { planCall } from '#test/helpers/plan-call'

/** The arguments after `ad run`, or the code of the error. */
async function argvOf(args: WrittenArg[], given: Json, written: WrittenTool = {}): Promise<string[] | string> {
  const planned = await planCall(makeRequest(makeTool({ args, ...written }), given), makeSurroundings())
  return planned.ok ? planned.plan.action.argv.slice(2) : planned.error.code
}

interface Case {
  title: string
  args: WrittenArg[]
  params: Json
  argv: string[]
}

const hostile = '$(id); `ls` && \'q\' "z"'
const flag: WrittenArg[] = [{ param: 'x', kind: 'flag', flag: 'content' }]
const either: WrittenArg[] = [{ param: 'x', kind: 'flagifboolean', flagIfTrue: '--overwrite', flagIfFalse: '--append' }]
const three: WrittenArg[] = [{ param: 'b' }, { param: 'a', kind: 'flag' }, { param: 'c' }]

const cases: Case[] = [
  {
    title: '1 a positional is one element',
    args: [{ param: 'x', kind: 'positional' }],
    params: { x: 'hello world' },
    argv: ['hello world'],
  },
  { title: '2 shell text is one element, verbatim', args: [{ param: 'x' }], params: { x: hostile }, argv: [hostile] },
  {
    title: '3 the order is that of the declaration',
    args: three,
    params: { a: 1, b: 2, c: 3 },
    argv: ['2', '-a', '1', '3'],
  },
  { title: '3 whatever the order of the keys', args: three, params: { c: 3, b: 2, a: 1 }, argv: ['2', '-a', '1', '3'] },
  {
    title: '4 one parameter may be used twice',
    args: [{ param: 'x' }, { param: 'x', kind: 'flag', flag: 'also' }],
    params: { x: 'v' },
    argv: ['v', '--also', 'v'],
  },
  { title: '5 no arguments, no elements', args: [], params: {}, argv: [] },
  { title: '6 a flag with its value', args: flag, params: { x: 'v' }, argv: ['--content', 'v'] },
  { title: '6 an empty value is an empty element', args: flag, params: { x: '' }, argv: ['--content', ''] },
  { title: '6 a missing flag is left out', args: flag, params: {}, argv: [] },
  { title: '6 a null flag is left out', args: flag, params: { x: null }, argv: [] },
  {
    title: '7 a flag is named after its parameter',
    args: [{ param: 'dry_run', kind: 'flag' }],
    params: { dry_run: '1' },
    argv: ['--dry_run', '1'],
  },
  {
    title: '8 one letter takes one dash',
    args: [{ param: 'x', kind: 'flag', flag: 'n' }],
    params: { x: 5 },
    argv: ['-n', '5'],
  },
  {
    title: '8 two dashes are not doubled',
    args: [{ param: 'x', kind: 'flag', flag: '--content' }],
    params: { x: 5 },
    argv: ['--content', '5'],
  },
  {
    title: '8 one dash is not doubled',
    args: [{ param: 'x', kind: 'flag', flag: '-n' }],
    params: { x: 5 },
    argv: ['-n', '5'],
  },
  ...[true, 'TRUE', 'true', 2, -1].map((x) => ({
    title: `9 ${JSON.stringify(x)} is on`,
    args: either,
    params: { x },
    argv: ['--overwrite'],
  })),
  ...[false, null, 0, 'no', '', 0.5, [], {}].map((x) => ({
    title: `9 ${JSON.stringify(x)} is off`,
    args: either,
    params: { x },
    argv: ['--append'],
  })),
  { title: '9 missing is off', args: either, params: {}, argv: ['--append'] },
  {
    title: '10 a side that is not given adds nothing',
    args: [{ param: 'x', kind: 'flagifboolean', flagIfTrue: '-l' }],
    params: { x: false },
    argv: [],
  },
  {
    title: '10 the other side does',
    args: [{ param: 'x', kind: 'flagifboolean', flagIfTrue: '-l' }],
    params: { x: true },
    argv: ['-l'],
  },
  {
    title: '11 the text of a flag is one element',
    args: [{ param: 'x', kind: 'flagifboolean', flagIfTrue: '--mode fast' }],
    params: { x: true },
    argv: ['--mode fast'],
  },
  {
    title: '12 literal line breaks and tabs become real',
    args: [{ param: 'x', kind: 'flag', normalizeNewlines: true }],
    params: { x: 'a\\nb\\tc\\r' },
    argv: ['-x', 'a\nb\tc\\r'],
  },
  {
    title: '12 and stay literal without the wish',
    args: [{ param: 'x', kind: 'flag' }],
    params: { x: 'a\\nb' },
    argv: ['-x', 'a\\nb'],
  },
]

describe('the specification’s cases', () => {
  it.each(cases)('$title', async ({ args, params, argv }) => {
    expect(await argvOf(args, params)).toEqual(argv)
  })

  it('17 a subcommand of two words is two elements', async () => {
    const tool = makeTool({ subcommand: 'remote show', args: [{ param: 'x' }] })
    const planned = await planCall(makeRequest(tool, { x: 'origin' }), makeSurroundings())
    expect(planned.ok && planned.plan.action.argv).toEqual(['ad', 'remote', 'show', 'origin'])
  })

  it('an empty subcommand adds nothing', async () => {
    const planned = await planCall(makeRequest(makeTool({ subcommand: '' }), {}), makeSurroundings())
    expect(planned.ok && planned.plan.action.argv).toEqual(['ad'])
  })

  it('18 a binary of another skill is refused before anything starts', async () => {
    const started: string[] = []
    const tool = makeTool({
      args: [{ param: 'x', resolveCommand: { command: { binary: 'other', subcommand: '' }, args: ['$param'] } }],
      allowlist: { other: [''] },
    })
    const surroundings = makeSurroundings({
      runHelper: async ({ argv, value }) => {
        started.push(argv.join(' '))
        return { outcome: 'resolved', value }
      },
    })
    const planned = await planCall(makeRequest(tool, { x: 'v' }), surroundings)
    expect(planned).toMatchObject({ ok: false, error: { code: 'BINARY_NOT_ALLOWED' } })
    expect(started).toEqual([])
  })
})

describe('a resolver', () => {
  const script = (name: string, args: string[] = ['$param']): WrittenArg[] => [
    { param: 'x', resolveCommand: { script: name, args } },
    { param: 'other', kind: 'flag' },
  ]
  const scripts = [{ name: 'real', file: 'scripts/real.sh', sha256: 'b'.repeat(64) }]

  async function resolveWith(args: WrittenArg[], given: Json, outcome: ResolverOutcome, value: string) {
    const seen: string[][] = []
    const planned = await planCall(
      makeRequest(makeTool({ args }), given, { skill: makeSkill({ scripts }), allowScripts: true }),
      makeSurroundings({
        runHelper: async ({ argv }) => {
          seen.push(argv)
          return { outcome, value }
        },
      }),
    )
    return {
      seen,
      argv: planned.ok ? planned.plan.action.argv.slice(2) : planned.error.code,
      plan: planned.ok ? planned.plan : null,
    }
  }

  it('13 sees the value wherever its argument names it', async () => {
    const { seen, argv } = await resolveWith(script('real', ['pre-$param-$param']), { x: 'v' }, 'resolved', ' new \n')
    expect(seen).toEqual([['sh', '/skills/test/scripts/real.sh', 'pre-v-v']])
    expect(argv).toEqual(['new'])
  })

  it('14 never expands a value twice', async () => {
    const { seen } = await resolveWith(
      script('real', ['$param', 'a$param', '$other']),
      { x: '$other $param', other: '$param' },
      'resolved',
      'n',
    )
    expect(seen[0]?.slice(2)).toEqual(['$other $param', 'a$other $param', '$param'])
  })

  it('an argument that names another parameter becomes its value, or empty if it is absent', async () => {
    const { seen } = await resolveWith(script('real', ['$other', '$unknown', 'a$other']), { x: 'v' }, 'resolved', 'n')
    expect(seen[0]?.slice(2)).toEqual(['', '$unknown', 'a$other'])
  })

  it.each(['failed', 'timed-out', 'not-found', 'refused'] as const)(
    '15 leaves the value and says so if it is %s',
    async (outcome) => {
      const { argv, plan } = await resolveWith(script('real'), { x: 'v' }, outcome, 'printed')
      expect(argv).toEqual(['v'])
      expect(plan?.resolvers[0]).toMatchObject({ param: 'x', kind: 'script', outcome, value: 'v' })
      expect(textOf(plan?.resolvers[0]?.note ?? '')).toContain('unchanged')
      expect(plan?.risk.class).toBe('D')
    },
  )

  it('15 leaves the value if it prints only spaces', async () => {
    const { argv, plan } = await resolveWith(script('real'), { x: 'v' }, 'resolved', ' \n\t ')
    expect(argv).toEqual(['v'])
    expect(plan?.resolvers[0]?.outcome).toBe('empty')
  })

  it.each(['gone', '-c', 'a b'])('15 never runs a missing script named %j', async (name) => {
    const { seen, argv, plan } = await resolveWith(script(name), { x: 'v' }, 'resolved', 'n')
    expect({ seen, argv }).toEqual({ seen: [], argv: ['v'] })
    const note = expect.stringContaining(`scripts/${name}`)
    expect(plan?.resolvers[0]).toMatchObject({ outcome: 'not-found', note })
  })

  it.each(['../x', 'a/b', 'a..b', 'a\\b', '..', '.', '', '/etc/x', 'x\0'])(
    '15 never runs a script named %j',
    async (name) => {
      const { seen, argv, plan } = await resolveWith(script(name), { x: 'v' }, 'resolved', 'n')
      expect({ seen, argv }).toEqual({ seen: [], argv: ['v'] })
      expect(plan?.resolvers[0]).toMatchObject({
        outcome: 'refused',
        note: expect.stringContaining('not the name of a script'),
      })
    },
  )
})

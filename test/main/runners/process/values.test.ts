import { describe, expect, it } from 'vitest'
import { normalizeNewlines } from '#main/runners/process/values'
import type { ResolverOutcome, ResolverStep } from '#shared/call/plan'
import type { Json, JsonObject } from '#shared/json'
import { makeRequest, makeSkill, makeSurroundings, makeTool, type WrittenTool } from '#test/helpers/make-tool'
import { planCall } from '#test/helpers/plan-call'

const scripts = [
  { name: 'real', file: 'scripts/real.sh', sha256: 'b'.repeat(64) },
  { name: 'plain.sh', file: '/store/abc/scripts/plain.sh', sha256: 'c'.repeat(64) },
]
const command = { binary: 'look', subcommand: 'up word' }
const allowlist = { ad: ['run'], look: ['up word'] }

interface Options {
  allowScripts?: boolean
  resolve?: 'run' | 'dry'
  outcome?: ResolverOutcome
  value?: string
  arg?: JsonObject
  written?: WrittenTool
}

/** Plans with one parameter `x` that is resolved, and tells what was started. */
async function resolveX(resolveCommand: JsonObject, given: Json, options: Options = {}) {
  const { allowScripts = true, resolve = 'run', outcome = 'resolved', value = 'new', arg = {}, written = {} } = options
  const tool = makeTool({ args: [{ param: 'x', resolveCommand, ...arg }], allowlist, ...written })
  const started: ResolverStep[] = []
  const runHelper = async (step: ResolverStep) => {
    started.push(step)
    return { outcome, value }
  }
  const planned = await planCall(
    makeRequest(tool, given, { skill: makeSkill({ scripts }), allowScripts, resolve }),
    makeSurroundings({ runHelper }),
  )
  return { planned, started: started.map(({ argv }) => argv.join(' ')), argv: argvOf(planned), step: stepOf(planned) }
}

const argvOf = (planned: Awaited<ReturnType<typeof planCall>>) =>
  planned.ok ? planned.plan.action.argv.slice(2) : planned.error.code
const stepOf = (planned: Awaited<ReturnType<typeof planCall>>) =>
  planned.ok ? planned.plan.resolvers[0] : planned.resolvers?.[0]

describe('script or command', () => {
  it('uses only the script if scripts are on', async () => {
    const { started, step } = await resolveX({ script: 'real', command, args: ['$param'] }, { x: 'v' })
    expect(started).toEqual(['sh /skills/test/scripts/real.sh v'])
    expect(step).toMatchObject({
      param: 'x',
      kind: 'script',
      outcome: 'resolved',
      value: 'new',
      sha256: 'b'.repeat(64),
    })
  })

  it('does not fall back to the command if the script fails', async () => {
    const { started, argv } = await resolveX(
      { script: 'real', command, args: ['$param'] },
      { x: 'v' },
      { outcome: 'failed' },
    )
    expect({ started, argv }).toEqual({ started: ['sh /skills/test/scripts/real.sh v'], argv: ['v'] })
  })

  it('uses the command if scripts are off', async () => {
    const { started, step } = await resolveX(
      { script: 'real', command, args: ['$param'] },
      { x: 'v' },
      { allowScripts: false },
    )
    expect(started).toEqual(['look up word v'])
    expect(step).toMatchObject({ kind: 'command', outcome: 'resolved' })
  })

  it('does nothing if there is only a script and scripts are off, shown and without a higher risk', async () => {
    const { started, argv, step, planned } = await resolveX(
      { script: 'real', args: ['$param'] },
      { x: 'v' },
      { allowScripts: false },
    )
    expect({ started, argv }).toEqual({ started: [], argv: ['v'] })
    expect(step).toMatchObject({ outcome: 'scripts-off', note: expect.stringContaining('scripts are off'), value: 'v' })
    expect(planned.ok && planned.plan.risk.class).toBe('C')
  })

  it('finds a script without its extension, and by an absolute path', async () => {
    expect((await resolveX({ script: 'plain' }, { x: 'v' })).started).toEqual(['sh /store/abc/scripts/plain.sh'])
  })
})

describe('when a resolver runs', () => {
  it('does not run for a missing flag', async () => {
    expect(await resolveX({ command, args: [] }, {}, { arg: { kind: 'flag' } })).toMatchObject({
      started: [],
      argv: [],
    })
    expect(await resolveX({ command, args: [] }, { x: null }, { arg: { kind: 'flag' } })).toMatchObject({
      started: [],
      argv: [],
    })
  })

  it('does not run for a missing positional, which is an error', async () => {
    expect(await resolveX({ command, args: [] }, {})).toMatchObject({ started: [], argv: 'PARAM_MISSING' })
  })

  it.each(['positional', 'flag'])(
    'runs with an empty text for a missing optional %s, and its output is used',
    async (kind) => {
      const arg = { kind, optional: true }
      const prefix = kind === 'flag' ? ['-x'] : []
      expect(await resolveX({ command, args: ['[$param]'] }, {}, { arg })).toMatchObject({
        started: ['look up word []'],
        argv: [...prefix, 'new'],
      })
      expect(await resolveX({ command, args: [] }, {}, { arg, value: ' ' })).toMatchObject({ argv: [] })
      expect(await resolveX({ command, args: [] }, {}, { arg, outcome: 'failed' })).toMatchObject({ argv: [] })
    },
  )

  it('runs with the default of a missing parameter', async () => {
    expect(await resolveX({ command, args: ['$param'] }, {}, { arg: { absentDefault: 'd' } })).toMatchObject({
      started: ['look up word d'],
      argv: ['new'],
    })
  })

  it('runs after line breaks are made real', async () => {
    const { started } = await resolveX(
      { command, args: ['$param'] },
      { x: 'a\\nb' },
      { arg: { normalizeNewlines: true } },
    )
    expect(started).toEqual(['look up word a\nb'])
  })

  it('runs in order of the argument list', async () => {
    const seen: string[] = []
    const args = ['b', 'a', 'c'].map((param) => ({
      param,
      kind: 'flag',
      resolveCommand: { command, args: ['$param'] },
    }))
    const runHelper = async ({ param }: ResolverStep) => {
      seen.push(param)
      return { outcome: 'resolved' as const, value: param.toUpperCase() }
    }
    const planned = await planCall(
      makeRequest(makeTool({ args, allowlist }), { a: 1, b: 2, c: 3 }),
      makeSurroundings({ runHelper }),
    )
    expect({ seen, argv: argvOf(planned) }).toEqual({ seen: ['b', 'a', 'c'], argv: ['-b', 'B', '-a', 'A', '-c', 'C'] })
  })

  it('never runs in a dry plan, which keeps the value', async () => {
    const { started, argv, step } = await resolveX({ command, args: ['$param'] }, { x: 'v' }, { resolve: 'dry' })
    expect({ started, argv }).toEqual({ started: [], argv: ['v'] })
    expect(step).toEqual({
      param: 'x',
      kind: 'command',
      argv: ['look', 'up', 'word', 'v'],
      outcome: 'not-run',
      value: 'v',
    })
  })

  it.each(['--output=x', 'a\0', '\ud800'])('never with %j, which is refused and then checked as it is', async (x) => {
    const { started, step } = await resolveX({ command, args: ['$param'] }, { x })
    expect({ started, outcome: step?.outcome }).toEqual({ started: [], outcome: 'refused' })
  })

  it('runs with a number that looks like an option if the schema asks for one', async () => {
    const written = { properties: { x: { type: 'integer' } } }
    expect((await resolveX({ command, args: ['$param'] }, { x: -5 }, { written })).started).toEqual(['look up word -5'])
  })

  it('never runs if it could run any code', async () => {
    const any = { command: { binary: 'python3', subcommand: '' }, args: ['$param'] }
    const written = { allowlist: { ad: ['run'], python3: [''] } }
    const { started, argv, step } = await resolveX(any, { x: 'v' }, { written })
    expect({ started, argv, outcome: step?.outcome }).toEqual({ started: [], argv: ['v'], outcome: 'refused' })
  })
})

describe('the resolved value', () => {
  it('is trimmed, one element, with inner line breaks kept', async () => {
    expect(await resolveX({ command }, { x: 'v' }, { value: '\n a b\nc \n\n' })).toMatchObject({ argv: ['a b\nc'] })
  })

  it('is checked like any other value', async () => {
    expect(await resolveX({ command }, { x: 'v' }, { value: '--output=x' })).toMatchObject({
      argv: 'ARG_LOOKS_LIKE_OPTION',
      step: { outcome: 'resolved' },
    })
    expect(await resolveX({ command }, { x: 'v' }, { value: 'a\0b' })).toMatchObject({ argv: 'ARG_NUL' })
    expect(await resolveX({ command }, { x: 'v' }, { value: 'x'.repeat(131_072) })).toMatchObject({
      argv: 'ARG_TOO_LONG',
    })
  })

  it.each<ResolverOutcome>(['failed', 'timed-out', 'not-found', 'refused', 'empty'])(
    'is an error where it must succeed and is %s',
    async (outcome) => {
      const { planned } = await resolveX({ command, onFailure: 'reject' }, { x: 'v' }, { outcome })
      expect(planned).toMatchObject({
        ok: false,
        error: { code: 'RESOLVER_REJECTED', path: 'x' },
        resolvers: [{ outcome }],
      })
      const kept = await resolveX({ command, onFailure: 'keep' }, { x: 'v' }, { outcome })
      expect(kept).toMatchObject({ argv: ['v'], step: { outcome, note: expect.stringContaining('unchanged') } })
      expect(kept.planned.ok && kept.planned.plan.risk.class).toBe('D')
    },
  )

  it('is an error if it must succeed and scripts are off, even in a dry plan', async () => {
    for (const resolve of ['run', 'dry'] as const) {
      const { argv } = await resolveX(
        { script: 'real', onFailure: 'reject' },
        { x: 'v' },
        { allowScripts: false, resolve },
      )
      expect(argv).toBe('RESOLVER_REJECTED')
    }
    expect((await resolveX({ command, onFailure: 'reject' }, { x: 'v' }, { resolve: 'dry' })).argv).toEqual(['v'])
  })
})

describe('normalizeNewlines', () => {
  it.each([
    ['a\\nb', 'a\nb', false],
    ['a\\\\nb', 'a\\\nb', false],
    ['\\t\\r\\x', '\t\\r\\x', false],
    ['C:\\new\\table', 'C:\new\table', true],
    ['in C:\\temp', 'in C:\temp', true],
    ['\\\\server\\new', '\\\\server\new', true],
    ['C:\\Users', 'C:\\Users', false],
    ['abc:\\n', 'abc:\n', false],
  ])('makes of %j %j, with a note: %s', (text, normalized, hasNote) => {
    const result = normalizeNewlines(text)
    expect({ text: result.text, hasNote: result.note !== undefined }).toEqual({ text: normalized, hasNote })
  })
})

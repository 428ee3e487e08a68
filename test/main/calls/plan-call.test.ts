import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { toCallable } from '#main/calls/callable'
import { hashToolSpec } from '#main/skills/spec-hash'
import type { Plan } from '#shared/call/plan'
import { asReported, message, textOf } from '#shared/messages/message'
import type { Skill } from '#shared/skill/skill'
import {
  identity,
  makeRequest,
  makeSkill,
  makeSurroundings,
  makeTool,
  type Surroundings,
} from '#test/helpers/make-tool'
import { planCall } from '#test/helpers/plan-call'

const tool = makeTool({
  args: [
    { param: 'x' },
    { param: 'n', kind: 'flag', absentDefault: 3 },
    { param: 'in', kind: 'stdin', optional: true },
  ],
  properties: { x: { type: 'string' }, n: { type: 'integer' }, in: {} },
  required: ['x'],
})

async function plan(
  args: unknown,
  changes: Partial<Surroundings> = {},
  more: Parameters<typeof makeRequest>[2] = {},
): Promise<Plan> {
  const planned = await planCall(makeRequest(tool, args, more), makeSurroundings(changes))
  if (!planned.ok) throw new Error(`${planned.error.code}: ${textOf(planned.error.message)}`)
  return planned.plan
}

describe('a plan', () => {
  it('contains exactly what would run', async () => {
    const { digest, risk, toolSpec, ...rest } = await plan({ x: 5, in: 'text' }, { realAncestor: async (path) => path })
    expect(rest).toEqual({
      heading: { now: [{ text: 'A tool', origin: 'skill' }] },
      ...{ tool: 'tool', skill: 'test', skillHash: 'a'.repeat(64) },
      action: {
        ...{ kind: 'process', argv: ['ad', 'run', '5', '-n', '3'] },
        origin: ['skill', 'skill', 'model', 'skill', 'skill'],
        binary: { name: 'ad', path: '/usr/bin/ad', identity: { ...identity, realpath: '/usr/bin/ad' } },
        ...{ cwd: '/projects', env: ['LANG', 'PATH'], stdin: 'text', tempFiles: [] },
      },
      effects: [
        { does: 'unknown', what: 'ad run' },
        { does: 'read', path: '/projects', realPath: '/projects', tree: true, slot: { in: 'cwd' } },
      ],
      grants: { read: ['/projects'], write: ['/projects'], hosts: [], secrets: [], tools: [] },
      timeoutMs: 120_000,
      ...{ resolvers: [], coercions: [{ param: 'x', from: 5, to: '5' }], notes: [], sandbox: 'none' },
    })
    expect(risk).toEqual({ class: 'C', reasons: [message('risk-may-change', { name: 'ad run' })] })
    expect(digest).toMatch(/^[0-9a-f]{64}$/)
    expect(toolSpec).toBe(hashToolSpec(tool, []))
  })

  it('is frozen at every depth', async () => {
    const frozen = (value: unknown): boolean =>
      typeof value !== 'object' || value === null || (Object.isFrozen(value) && Object.values(value).every(frozen))
    expect(frozen(await plan({ x: 5, in: 'text' }))).toBe(true)
  })

  it('of the same call has the same digest, and of another call a different one', async () => {
    const digests = await Promise.all([
      plan({ x: 'a' }),
      plan({ x: 'a' }),
      plan({ x: 'b' }),
      plan({ x: 'a' }, { env: { PATH: '/bin', LANG: 'C.UTF-8' } }),
    ])
    const [first, same, other, elsewhere] = digests.map(({ digest }) => digest)
    expect(same).toBe(first)
    expect(new Set([first, other, elsewhere]).size).toBe(3)
  })

  it('uses another time limit if one is given', async () => {
    expect((await plan({ x: 'a' }, {}, { timeoutMs: 5 })).timeoutMs).toBe(5)
  })

  it('comes with everything the run needs', async () => {
    const env = { PATH: '/x' }
    const planned = await planCall(makeRequest(tool, { x: 'a' }), makeSurroundings({ env }))
    expect(planned).toMatchObject({ ok: true, env })
    const telling = toCallable(makeSkill(), tool).telling({ x: 'a' })
    expect(telling).toEqual({ args: { x: 'a', n: 3 }, telling: tool.runtime.executions[0] })
  })
})

describe('the verdict', () => {
  it.each([
    ['ask', 'none', 'status', 'ask', 'C'],
    ['trusted', 'none', 'status', 'run', 'C'],
    ['ask', 'enforced', 'status', 'ask', 'B'],
    ['trusted', 'enforced', 'status', 'run', 'B'],
    ['trusted', 'enforced', 'clean', 'ask', 'D'],
  ] as const)(
    'under the policy %s, sandbox %s, of git %s is %s (%s)',
    async (policy, sandbox, subcommand, kind, risk) => {
      const git = makeTool({ binary: 'git', subcommand })
      const planned = await planCall(makeRequest(git, {}), makeSurroundings({ policy, sandbox }))
      expect(planned).toMatchObject({ ok: true, verdict: { kind }, plan: { risk: { class: risk } } })
    },
  )

  it('never lets an untrusted skill run unasked', async () => {
    const skill = makeSkill({ state: 'unavailable' })
    const planned = await planCall(makeRequest(tool, { x: 'a' }, { skill }), makeSurroundings({ policy: 'trusted' }))
    expect(planned).toMatchObject({ ok: true, verdict: { kind: 'ask' } })
  })

  it('refuses if the environment could load other code', async () => {
    const planned = await planCall(
      makeRequest(tool, { x: 'a' }),
      makeSurroundings({ env: { LD_PRELOAD: '/tmp/x.so' } }),
    )
    expect(planned).toMatchObject({
      ok: true,
      verdict: { kind: 'refuse', reason: message('risk-forbidden-environment', { names: 'LD_PRELOAD' }) },
    })
  })
})

describe('a call that fails', () => {
  it.each<[Skill['state'], string]>([
    ['quarantined', 'SKILL_UNTRUSTED'],
    ['changed', 'SKILL_CHANGED'],
  ])('of a skill that is %s is %s', async (state, code) => {
    const planned = await planCall(makeRequest(tool, { x: 'a' }, { skill: makeSkill({ state }) }), makeSurroundings())
    expect(planned).toMatchObject({ ok: false, error: { code, message: expect.stringContaining('test') } })
  })

  it('has no binary', async () => {
    const findBinary = async () => ({
      ok: false as const,
      code: 'BINARY_NOT_FOUND' as const,
      message: asReported('No program named ad was found.'),
    })
    const planned = await planCall(makeRequest(tool, { x: 'a' }), makeSurroundings({ findBinary }))
    expect(planned).toEqual({
      ok: false,
      error: { code: 'BINARY_NOT_FOUND', message: 'No program named ad was found.' },
      resolvers: [],
    })
  })

  it('shows what its resolvers did before it failed', async () => {
    const resolving = makeTool({
      args: [{ param: 'x', resolveCommand: { command: { binary: 'look', subcommand: '' }, args: ['$param'] } }],
      allowlist: { ad: ['run'], look: [''] },
    })
    const runHelper = async () => ({ outcome: 'resolved' as const, value: '-x' })
    const planned = await planCall(makeRequest(resolving, { x: 'a' }), makeSurroundings({ runHelper }))
    expect(planned).toMatchObject({
      error: { code: 'ARG_LOOKS_LIKE_OPTION' },
      resolvers: [{ outcome: 'resolved', value: '-x', argv: ['look', 'a'] }],
    })
  })
})

it('never throws for any arguments, and answers with a plan or a typed error', async () => {
  const wide = makeTool({
    args: [
      { param: 'a' },
      { param: 'b', kind: 'flag' },
      { param: 'c', kind: 'flagifboolean', flagIfTrue: '-c' },
      { param: 'd', kind: 'stdin', optional: true },
    ],
    properties: { a: {}, b: { type: ['number', 'string'] }, c: { type: 'boolean' }, d: {} },
  })
  const members = fc.record(
    { a: fc.anything(), b: fc.jsonValue(), c: fc.anything(), d: fc.string({ unit: 'binary' }) },
    { requiredKeys: [] },
  )
  await fc.assert(
    fc.asyncProperty(fc.oneof(members, fc.anything(), fc.jsonValue(), fc.json()), async (args) => {
      const planned = await planCall(makeRequest(wide, args), makeSurroundings())
      if (!planned.ok)
        expect(planned.error).toMatchObject({
          code: expect.stringMatching(/^[A-Z_]+$/),
          message: expect.stringMatching(/./),
        })
    }),
    { numRuns: 2000 },
  )
})

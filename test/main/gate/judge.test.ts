import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type JudgeContext, type JudgedPlan, judge } from '#main/gate/judge'
import type { RiskClass, Sandbox, Verdict } from '#shared/call/plan'
import { riskOf } from '#shared/call/risk'
import type { Rule } from '#shared/call/rule'
import { message, textOf } from '#shared/messages/message'
import type { Policy } from '#shared/settings/settings'
import { ARGS, makeJudgedPlan, makeRule, makeStanding } from '#test/helpers/make-standing'
import { identity } from '#test/helpers/make-tool'
import { planOf } from '#test/helpers/plan-of'

const until = (from: string, at: string): Rule['scope'] => ({ kind: 'until', from, at })

/** The words of the table's column of rules. */
const RULES: Record<string, Partial<Rule>> = {
  allow: {},
  'allow-values': { args: { path: { equals: 'a.md' } } },
  'allow-chat': { scope: { kind: 'chat', chat: 'chat-1' } },
  'allow-session': { scope: { kind: 'session', session: 'session-1' } },
  exact: { digest: 'd'.repeat(64), scope: { kind: 'session', session: 'session-1' } },
  ask: { effect: 'ask', scope: { kind: 'always' } },
  deny: { effect: 'deny', scope: { kind: 'always' } },
  'old-tool': { toolSpec: 'spec before' },
  'other-values': { args: { path: { equals: 'b.md' } } },
  'more-values': { args: {} },
  'other-chat': { scope: { kind: 'chat', chat: 'chat-2' } },
  expired: { scope: until('2026-01-01T00:00:00.000Z', '2026-03-05T12:00:00.000Z') },
  'not-yet': { scope: until('2026-03-06T00:00:00.000Z', '2026-04-06T00:00:00.000Z') },
  'old-session': { scope: { kind: 'session', session: 'session-0' } },
  'old-exact': { digest: 'e'.repeat(64), scope: { kind: 'session', session: 'session-1' } },
  'other-tool': { tool: 'notes_write' },
  'deny-other-tool': { effect: 'deny', tool: 'notes_write', scope: { kind: 'always' } },
  'deny-other-values': { effect: 'deny', args: { path: { equals: 'b.md' } }, scope: { kind: 'always' } },
  'deny-by-name': { effect: 'deny', toolSpec: 'spec before', scope: { kind: 'always' } },
}

const table = readFileSync(join(import.meta.dirname, 'decisions.table.txt'), 'utf8')
const rows = table
  .trim()
  .split('\n')
  .slice(1)
  .map((line) => line.split('|').map((cell) => cell.trim()))

describe('the table of decisions', () => {
  it('has at least 200 rows, all different', () => {
    expect(rows.length).toBeGreaterThanOrEqual(200)
    expect(new Set(rows.map((row) => row.slice(0, 6).join('|'))).size).toBe(rows.length)
  })

  it.each(rows)('class %s, sandbox %s, skill %s, policy %s, before: %s, rules: %s → %s', (...cells) => {
    const [risk, sandbox, skill, policy, before = '', rules = '', decision] = cells
    const happened = new Set(before.split('+'))
    const plan = makeJudgedPlan(risk as RiskClass, { sandbox: sandbox as Sandbox })
    const standing = makeStanding({
      policy: policy as Policy,
      isTainted: happened.has('tainted'),
      isFirstAfterChange: happened.has('changed'),
      isModelLocal: happened.has('local'),
      wasDeclined: happened.has('declined'),
      rules: rules === '-' ? [] : rules.split('+').map((name) => makeRule({ id: name, ...RULES[name] })),
    })
    expect(judge(plan, ARGS, { ...standing, isSkillTrusted: skill === 'trusted' }).kind).toBe(decision)
  })
})

const SEVERITY = { run: 0, ask: 1, refuse: 2 }
const severityOf = (plan: JudgedPlan, trusted: boolean, standing: JudgeContext) =>
  SEVERITY[judge(plan, ARGS, { ...standing, isSkillTrusted: trusted }).kind]

const anyClass = fc.constantFrom<RiskClass>('A', 'B', 'C', 'D', 'X')
const anySandbox = fc.constantFrom<Sandbox>('enforced', 'partial', 'none')
const anyRules = fc.array(fc.constantFrom(...Object.keys(RULES)), { maxLength: 5 })
const anyMoment = fc.record({
  policy: fc.constantFrom<Policy>('ask', 'changes', 'trusted'),
  ...{ isTainted: fc.boolean(), isFirstAfterChange: fc.boolean() },
  ...{ isModelLocal: fc.boolean(), wasDeclined: fc.boolean() },
})
const toRules = (names: string[]) => names.map((name, index) => makeRule({ id: `${index}`, ...RULES[name] }))

describe('judge', () => {
  it('never becomes milder with one more deny rule or ask rule, wherever it is', () => {
    fc.assert(
      fc.property(anyClass, anyRules, anyMoment, fc.boolean(), fc.nat(5), (risk, names, moment, trusted, at) => {
        const plan = makeJudgedPlan(risk)
        const without = severityOf(plan, trusted, makeStanding({ ...moment, rules: toRules(names) }))
        for (const more of ['deny', 'ask', 'deny-by-name', 'deny-other-values']) {
          const rules = toRules(names.toSpliced(at, 0, more))
          expect(severityOf(plan, trusted, makeStanding({ ...moment, rules }))).toBeGreaterThanOrEqual(without)
        }
      }),
      { numRuns: 500 },
    )
  })

  it('never becomes milder with anything that raises a class, a stricter policy or less trust', () => {
    fc.assert(
      fc.property(anyClass, anyRules, anyMoment, (risk, names, moment) => {
        const rules = toRules(names)
        const standing = makeStanding({ ...moment, rules })
        const before = severityOf(makeJudgedPlan(risk), true, standing)
        const harder = [
          { isTainted: true },
          { isFirstAfterChange: true },
          { wasDeclined: true },
          { policy: 'ask' },
        ] as const
        for (const change of harder) {
          const now = severityOf(makeJudgedPlan(risk), true, makeStanding({ ...moment, rules, ...change }))
          expect(now).toBeGreaterThanOrEqual(before)
        }
        expect(severityOf(makeJudgedPlan(risk), false, standing)).toBeGreaterThanOrEqual(before)
      }),
      { numRuns: 500 },
    )
  })

  it('refuses under every sandbox what it refuses under one', () => {
    const commands = fc.constantFrom(
      ['git', 'status'],
      ['sh', '-c'],
      ['rm', ''],
      ['sudo', ''],
      ['ls', ''],
      ['own', 'x'],
    )
    const env = fc.constantFrom<string[]>(['PATH'], ['PATH', 'LD_PRELOAD'])
    fc.assert(
      fc.property(commands, env, anySandbox, anySandbox, anyRules, anyMoment, (command, env, a, b, names, moment) => {
        const [name = '', subcommand = ''] = command
        const argv = [name, ...(subcommand === '' ? [] : [subcommand])]
        const draft = { argv, origin: argv.map(() => 'skill' as const), env, notes: [], resolvers: [] }
        const binary = { name, path: `/usr/bin/${name}`, identity: { ...identity, realpath: `/usr/bin/${name}` } }
        const kindUnder = (sandbox: Sandbox): Verdict['kind'] => {
          const risk = riskOf(planOf({ ...draft, binary }, subcommand, sandbox))
          const standing = makeStanding({ ...moment, rules: toRules(names) })
          return judge({ ...makeJudgedPlan('C'), risk, sandbox }, ARGS, standing).kind
        }
        expect(kindUnder(a) === 'refuse').toBe(kindUnder(b) === 'refuse')
      }),
      { numRuns: 500 },
    )
  })

  it('says why, with the class, what raises it, and which rule decided', () => {
    const plan = makeJudgedPlan('C')
    expect(textOf(judge(plan, ARGS, makeStanding()).reason)).toBe('why')
    expect(judge(plan, ARGS, makeStanding({ isTainted: true }))).toEqual({
      kind: 'ask',
      reason: message('why-untrusted-output'),
      more: ['why'],
      class: 'D',
    })
    expect(judge(plan, ARGS, makeStanding({ rules: [makeRule({ id: 'mine' })] }))).toEqual({
      ...{ kind: 'run', class: 'C', rule: 'mine' },
      reason: message('why-allowed-by-rule'),
      more: ['why'],
    })
  })

  it('takes the exact rule of a class D plan even if another rule for the tool comes first', () => {
    const rules = [makeRule({ id: 'wide' }), makeRule({ id: 'exact', ...RULES.exact })]
    expect(judge(makeJudgedPlan('D'), ARGS, makeStanding({ rules })).rule).toBe('exact')
  })
})

describe('a call that was given more than the open folders', () => {
  const grants = (...needs: string[]) => ({ read: [], write: [], hosts: [], secrets: [], tools: [], needs })

  it('is asked about under every policy where it sees the whole home, and runs by a rule that was made so', () => {
    const plan = makeJudgedPlan('B', { grants: grants('home'), effects: [] })
    for (const policy of ['ask', 'changes', 'trusted'] as const) {
      const standing = makeStanding({ policy, isModelLocal: true })
      expect(judge(plan, ARGS, standing)).toMatchObject({ kind: 'ask', reason: message('why-reads-home') })
    }
    const rules = [makeRule({ needs: ['home'] })]
    expect(judge(plan, ARGS, makeStanding({ rules })).kind).toBe('run')
  })

  it('runs by no rule that was made when it had less', () => {
    const plan = makeJudgedPlan('C', { grants: grants('git', 'read ~/x') })
    const verdict = (needs?: string[]) =>
      judge(plan, ARGS, makeStanding({ rules: [makeRule({ ...(needs && { needs }) })] })).kind
    expect([verdict(), verdict([]), verdict(['git'])]).toEqual(['ask', 'ask', 'ask'])
    expect([verdict(['git', 'read ~/x']), verdict(['read ~/x', 'git', 'home'])]).toEqual(['run', 'run'])
  })

  it('is asked about once the model was sent output, where it uses a sign-in', () => {
    const effects = [{ does: 'use-credential', name: 'git', to: 'git' } as const]
    const plan = makeJudgedPlan('C', { effects, grants: grants('git') })
    const led = makeStanding({ policy: 'trusted', hasOutput: true })
    expect(judge(plan, ARGS, led)).toMatchObject({ kind: 'ask', reason: message('why-output-seen') })
    expect(judge(plan, ARGS, makeStanding({ policy: 'trusted' })).kind).toBe('run')
  })
})

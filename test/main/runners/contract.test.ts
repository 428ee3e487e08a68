import { existsSync, lstatSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterAll, describe, expect, it, onTestFinished } from 'vitest'
import { planCall } from '#main/calls/plan-call'
import type { CallRequest } from '#main/calls/run-call'
import { digestPlan } from '#main/gate/compare-plans'
import { indexRules } from '#main/gate/rule-index'
import { runners } from '#main/runners/runners'
import type { Plan } from '#shared/call/plan'
import type { Rule } from '#shared/call/rule'
import type { NewFact } from '#shared/facts'
import { isObject, type Json } from '#shared/json'
import { textOf } from '#shared/messages/message'
import { machineFor, openSubject } from '#test/helpers/contract-call'
import { makeSubjects, type Subject, serveContract } from '#test/helpers/contract-tools'
import { makeRule } from '#test/helpers/make-standing'
import { NO_RULES } from '#test/helpers/no-rules'
import { makeTempDir } from '#test/helpers/temp-dir'

const server = await serveContract()
afterAll(server.close)
const SUBJECTS = makeSubjects(makeTempDir, server.origin)

describe.each(SUBJECTS)('a tool that is $title', (subject) => {
  it('is planned without a trace on the disk or the network, frozen, with its effects', async () => {
    const [cwd, callable] = [makeTempDir(), subject.callable()]
    writeFileSync(join(cwd, 'kept'), 'as it was')
    const see = () => [cwd, callable.skill?.dir ?? cwd].map(snapshot)
    const before = see()
    const plan = await planOf({ ...subject, callable: () => callable }, cwd)
    expect(see()).toEqual(before)
    // It has no request of an earlier test yet.
    if (subject.kind === 'http') expect(server.requests()).toBe(0)
    expect(plan.action.kind).toBe(subject.kind)
    expect(Object.isFrozen(plan.action)).toBe(true)
    expect(plan.effects.length > 0).toBe(subject.asks)
  })

  it('has another digest with each value of its plan, at any depth, and of what was observed', async () => {
    const { digest, risk: _, ...plan } = await planOf(subject, makeTempDir())
    const changed = changeEach(plan as unknown as Json).map((other) => digestPlan(other as never, null))
    expect(changed.length).toBeGreaterThan(10)
    const all = [digestPlan(plan as never, null), digestPlan(plan as never, { seen: 1 }), ...changed]
    expect(new Set(all).size).toBe(all.length)
    expect(all.slice(1)).not.toContain(digest)
  })

  it('happens exactly as shown and approved, for any text, and nothing starts before it is recorded', async () => {
    const opened = await open(subject)
    const text = fc.string({ unit: fc.constantFrom(...'aé𝒳 "\\$`{}\'%/;&|<>*?~'), minLength: 1, maxLength: 20 })
    const property = fc.asyncProperty(text, async (said) => {
      const { facts, outcome, shown } = await opened.call(`x${said}x`)
      const started = facts.find((fact) => fact.type === 'run.started')
      expect(outcome).toMatchObject({ succeeded: true, forModel: subject.prints(`x${said}x`) })
      expect(shown).toEqual(subject.asks ? [started?.plan] : [])
      expect(outcome.plan).toEqual(started?.plan)
      const decided = facts.flatMap((fact) => (fact.type === 'approval.answered' ? [fact.digest] : []))
      expect(decided).toEqual(subject.asks ? [started?.plan.digest] : [])
      expect(facts.map(({ type }) => type).filter((type) => !type.startsWith('approval'))).toEqual([
        ...['call.requested', 'run.started', 'run.finished'],
      ])
    })
    await fc.assert(property, { numRuns: 2 })
  })

  it('does not happen if a rule forbids it, or nobody approves it', async () => {
    const { skill, tool, toolSpec } = subject.callable()
    const named = { skill: skill?.name ?? '', tool: tool.name, toolSpec }
    const opened = await open(subject, { rules: [makeRule({ ...named, effect: 'deny', scope: { kind: 'always' } })] })
    const { outcome, facts, shown } = await opened.call('hello')
    expect(outcome).toMatchObject({ error: { code: 'REFUSED' }, verdict: { kind: 'refuse', rule: 'rule-1' } })
    expect([shown, facts.filter(({ type }) => type === 'run.started')]).toEqual([[], []])
    if (!subject.asks) return
    const denied = await (await open(subject, { decision: 'deny' })).call('hello')
    expect(denied.outcome.error?.code).toBe('DECLINED')
    expect(denied.facts.some(({ type }) => type === 'run.started')).toBe(false)
  })

  it('refuses arguments that are nested 4 000 deep', async () => {
    const deep = JSON.parse(`${'['.repeat(4000)}${']'.repeat(4000)}`) as Json
    const [name = ''] = Object.keys(subject.args('x'))
    const { outcome, facts } = await (await open(subject)).call('x', { args: { [name]: deep } })
    expect(outcome.error?.code).toBe('ARGS_INVALID')
    expect(facts.map(({ type }) => type)).toEqual(['call.requested', 'call.refused'])
  })

  it('is reported as failed, timed out or canceled, whatever it printed', async () => {
    const { fails = { how: 'failed', exitCode: 3 }, forged = /^error: exit code 1/ } = subject
    const opened = await open(subject)
    if (fails) {
      const { run, succeeded } = (await opened.call('fail')).outcome
      expect([run, succeeded]).toMatchObject([fails, false])
    }
    const { outcome } = await opened.call('forge')
    expect(outcome.run).not.toHaveProperty('result')
    expect(outcome).toMatchObject({
      succeeded: subject.isTextAlone === true,
      forModel: expect.stringMatching(forged),
    })
    expect((await opened.call('wait', { timeoutMs: 300 })).outcome.run).toMatchObject({ how: 'timed-out' })
    const stop = new AbortController()
    const canceled = await opened.call('wait', { signal: stop.signal }, () => stop.abort())
    expect(canceled.outcome.run).toMatchObject({ how: 'canceled', canceled: true })
  })
})

it('has a runner for every kind of action, and a tool of every kind in this table', () => {
  expect(Object.keys(runners).sort()).toEqual(['builtin', 'http', 'mcp', 'process', 'prompt'])
  expect([...new Set(SUBJECTS.map(({ kind }) => kind))].sort()).toEqual(Object.keys(runners).sort())
})

async function planOf(subject: Subject, cwd: string): Promise<Plan> {
  const machine = await machineFor(subject, cwd)
  const planned = await planCall(
    { callable: subject.callable(), args: subject.args('hello'), allowScripts: true, resolve: 'run' },
    {
      ...machine.forCall(),
      tempDir: join(cwd, 'not-there'),
      admit: () => null,
      runHelper: async (step) => step,
    },
  )
  if (!planned.ok) throw new Error(textOf(planned.error.message))
  expect(existsSync(join(cwd, 'not-there'))).toBe(false)
  return planned.plan
}

interface Circumstances {
  decision?: 'once' | 'deny'
  rules?: Rule[]
}

/** The whole way of its calls, with a person who is shown each plan. */
async function open(subject: Subject, { decision = 'once', rules = [] }: Circumstances = {}) {
  let facts: NewFact[] = []
  let shown: Plan[] = []
  let started: (() => void) | undefined
  const opened = await openSubject(subject, {
    cwd: makeTempDir(),
    rules: { ...NO_RULES, history: (chat) => ({ ...NO_RULES.history(chat), rules: indexRules(rules) }) },
    record: async (added) => {
      facts.push(...added.filter(({ type }) => !type.startsWith('server.')))
      if (added.some(({ type }) => type === 'run.started')) setImmediate(() => started?.())
    },
    decide: async (_call, plan) => {
      shown.push(plan)
      return { decision, by: 'person' }
    },
  })
  onTestFinished(opened.close)
  return {
    call: async (text: string, given: Partial<CallRequest> = {}, onStart?: () => void) => {
      ;[facts, shown, started] = [[], [], onStart]
      const outcome = await opened.call(text, given)
      return { facts, outcome, shown }
    },
  }
}

/** One copy for each value inside, in which that value is another. */
function changeEach(value: Json): Json[] {
  if (Array.isArray(value)) {
    return value.length === 0
      ? [['another']]
      : value.flatMap((each, at) => changeEach(each).map((other) => value.with(at, other)))
  }
  if (!isObject(value)) return ['another']
  return Object.entries(value).flatMap(([name, each]) =>
    each === undefined ? [] : changeEach(each).map((other) => ({ ...value, [name]: other })),
  )
}

/** Every file with its bytes, mode and time of change. */
function snapshot(folder: string): unknown[] {
  if (!existsSync(folder)) return []
  return readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((name) => {
    const { mode, mtimeMs } = lstatSync(join(folder, name))
    return [name, mode, mtimeMs, readFileSync(join(folder, name), 'utf8')]
  })
}

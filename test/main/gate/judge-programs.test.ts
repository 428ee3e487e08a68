import { describe, expect, it } from 'vitest'
import { type JudgeContext, judge, NOTHING_DECIDED } from '#main/gate/judge'
import { proposeRules } from '#main/gate/propose-rules'
import { indexRules } from '#main/gate/rule-index'
import type { Caller } from '#shared/call/action'
import type { Plan, RiskClass } from '#shared/call/plan'
import type { Rule } from '#shared/call/rule'
import { POLICIES } from '#shared/settings/settings'
import { makeRequest, makeSurroundings, makeTool } from '#test/helpers/make-tool'
import { type PlannedProcess, planCall } from '#test/helpers/plan-call'

const NOW = '2026-11-19T12:00:00.000Z'
const EDITOR = { kind: 'program', name: 'Editor', id: 'program-editor' } as const
const NAMESAKE: Caller = { kind: 'program', name: 'Editor' }
const asked = { kind: 'ask', reason: '', class: 'C' } as const

const planned = (await planCall(makeRequest(makeTool({}), {}), makeSurroundings())) as PlannedProcess
if (!planned.ok) throw new Error('not planned')
const plan = (risk: RiskClass = 'C'): Plan => ({ ...planned.plan, risk: { class: risk, reasons: [] } })

function verdictOf(
  caller: Caller,
  rules: Rule[] = [],
  { risk = 'C', ...more }: Partial<JudgeContext> & { risk?: RiskClass } = {},
) {
  const chat = caller.kind === 'program' ? (caller.id ?? 'terminal-1') : 'chat-1'
  return judge(plan(risk), new Map(), {
    ...NOTHING_DECIDED,
    ...{ chat, session: 'now', now: NOW, rules: indexRules(rules), isModelLocal: true, caller },
    ...{ isSkillTrusted: true, isRecordSound: true, hasChanged: false, otherThanTrusted: null },
    ...more,
  })
}

/** The rule that the person makes of the choice on this caller's card. */
function choose(caller: Caller, choice: string): Rule {
  const moment = { chat: 'program-editor', session: 'now', now: NOW }
  const proposal = proposeRules(plan(), new Map(), asked, moment, caller).find((each) => each.choice === choice)
  if (!proposal) throw new Error(`no ${choice}`)
  return { id: choice, ...proposal.rule }
}

describe('a call by another program', () => {
  it('is asked about under every policy, and whatever rules were made for others', () => {
    const person: Caller = { kind: 'person' }
    const general = ['chat', 'values', 'tool'].map((choice) => choose(person, choice))
    for (const policy of POLICIES) {
      for (const risk of ['B', 'C', 'D'] as const) {
        expect(verdictOf(EDITOR, general, { risk, policy }).kind).toBe('ask')
        expect(verdictOf(NAMESAKE, general, { risk, policy }).kind).toBe('ask')
      }
    }
  })

  it('runs by a rule made for this program, which covers nobody else', () => {
    const own = choose(EDITOR, 'tool')
    expect(own.scope).toMatchObject({ kind: 'program', program: 'program-editor', name: 'Editor' })
    expect(verdictOf(EDITOR, [own])).toMatchObject({ kind: 'run', rule: 'tool' })
    expect(verdictOf({ ...EDITOR, id: 'program-other' }, [own]).kind).toBe('ask')
    expect(verdictOf(NAMESAKE, [own]).kind).toBe('ask')
    expect(verdictOf({ kind: 'model', from: 'protocol' }, [own]).kind).toBe('ask')
    expect(verdictOf({ kind: 'person' }, [own]).kind).toBe('ask')
  })

  it('is asked about again when its rule has expired, and always if it cannot be undone', () => {
    const own = choose(EDITOR, 'tool')
    expect(verdictOf(EDITOR, [own], { now: '2027-01-19T12:00:00.000Z' }).kind).toBe('ask')
    expect(verdictOf(EDITOR, [own], { now: '2026-10-19T12:00:00.000Z' }).kind).toBe('ask')
    expect(verdictOf(EDITOR, [own], { risk: 'D' }).kind).toBe('ask')
    expect(verdictOf(EDITOR, [own], { isRecordSound: false }).kind).toBe('ask')
    expect(verdictOf(EDITOR, [own], { hasChanged: true }).kind).toBe('ask')
  })

  it('is refused by rules that deny it, its own and those for everybody', () => {
    const own = choose(EDITOR, 'never')
    expect(verdictOf(EDITOR, [own, choose(EDITOR, 'tool')])).toMatchObject({ kind: 'refuse', rule: 'never' })
    expect(verdictOf({ kind: 'model', from: 'protocol' }, [own]).kind).toBe('ask')
    expect(verdictOf(EDITOR, [choose({ kind: 'person' }, 'never')]).kind).toBe('refuse')
  })

  it('can be remembered only for a paired program, because any process can use a name', () => {
    const moment = { chat: 'terminal-1', session: 'now', now: NOW }
    expect(proposeRules(plan(), new Map(), asked, moment, NAMESAKE)).toEqual([])
  })
})

import { type JudgeContext, type JudgedPlan, NOTHING_DECIDED } from '#main/gate/judge'
import { indexRules } from '#main/gate/rule-index'
import type { JudgedArgs } from '#main/gate/rule-match'
import type { RiskClass } from '#shared/call/plan'
import type { Rule } from '#shared/call/rule'

export const NOW = '2026-03-05T12:00:00.000Z'
const DIGEST = 'd'.repeat(64)

export function makeJudgedPlan(risk: RiskClass, changes: Partial<JudgedPlan> = {}): JudgedPlan {
  return {
    ...{ skill: 'notes', tool: 'notes_read', toolSpec: 'spec', digest: DIGEST, sandbox: 'enforced' },
    risk: { class: risk, reasons: ['why'] },
    ...changes,
  }
}

export const ARGS: JudgedArgs = new Map([['path', [{ value: 'a.md', realPath: '/projects/notes/a.md' }]]])

export function makeRule(changes: Partial<Rule> = {}): Rule {
  return {
    ...{ id: 'rule-1', effect: 'allow', skill: 'notes', skillHash: 'h', toolSpec: 'spec', tool: 'notes_read' },
    scope: { kind: 'until', from: '2026-03-01T00:00:00.000Z', at: '2026-03-31T00:00:00.000Z' },
    createdFrom: DIGEST,
    ...changes,
  }
}

/** A model asks by the protocol, for a tool of a trusted skill. */
export const ASKED_PLAINLY = {
  ...{ caller: { kind: 'model', from: 'protocol' }, isSkillTrusted: true, isRecordSound: true, hasChanged: false },
  otherThanTrusted: null,
} as const satisfies Partial<JudgeContext>

export function makeStanding(changes: Partial<Omit<JudgeContext, 'rules'>> & { rules?: Rule[] } = {}): JudgeContext {
  const { rules = [], ...rest } = changes
  const moment = { chat: 'chat-1', session: 'session-1', now: NOW }
  return { ...NOTHING_DECIDED, ...ASKED_PLAINLY, ...moment, ...rest, rules: indexRules(rules) }
}

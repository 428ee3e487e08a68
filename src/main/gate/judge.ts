import type { Plan, RiskClass, Verdict } from '#shared/call/plan'
import type { Rule } from '#shared/call/rule'
import { raiseClass } from './risk.ts'
import { findRule, type RuleIndex } from './rule-book.ts'
import type { JudgedArgs, RuleMoment } from './rule-match.ts'

export type Policy = 'ask' | 'trusted'

/** What the person decided so far, and what happened so far, as far as it bears on one plan. */
export interface Standing extends RuleMoment {
  policy: Policy
  rules: RuleIndex
  /** Output that nobody vouches for came before, in this turn. */
  isTainted: boolean
  /** The tool ran before, and is not what it was then. */
  isFirstAfterChange: boolean
  /** A person approved this tool, as it is, in this session. */
  wasApproved: boolean
  /** A person declined exactly this in this turn. */
  wasDeclined: boolean
}

export const NOTHING_STANDS: Standing = {
  ...{ policy: 'ask', rules: new Map(), chat: null, session: '', now: '' },
  ...{ isTainted: false, isFirstAfterChange: false, wasApproved: false, wasDeclined: false },
}

export type JudgedPlan = Pick<Plan, 'risk' | 'skill' | 'tool' | 'toolSpec' | 'digest' | 'sandbox'>

type Kind = Verdict['kind']

/**
 * In this order, and the first that speaks decides: refused by its class, deny rules, what raises the class, ask rules,
 * allow rules, what its class means under the policy. How exactly a rule fits makes no difference.
 */
export function judge(plan: JudgedPlan, args: JudgedArgs, isTrusted: boolean, standing: Standing): Verdict {
  const { rules, isTainted } = standing
  const risk = raise(plan, standing)
  const say = (kind: Kind, why?: string, rule?: string): Verdict => ({
    kind,
    reason: `${WORDS[kind]} (class ${risk.class}): ${[...(why === undefined ? [] : [why]), ...risk.reasons].join('; ')}`,
    class: risk.class,
    ...(rule !== undefined && { rule }),
  })
  if (risk.class === 'X') return say('refuse')
  const denying = findRule(rules, 'deny', plan, args, standing)
  if (denying) return say('refuse', 'a rule of yours forbids it', denying.id)
  if (standing.wasDeclined) return say('refuse', DECLINED_BEFORE)
  if (risk.class === 'A') return say('run')
  const asking = findRule(rules, 'ask', plan, args, standing)
  if (asking) return say('ask', 'a rule of yours asks each time', asking.id)
  if (isTainted || !isTrusted) return say('ask')
  const allowing = findRule(rules, 'allow', plan, args, standing, risk.class === 'D' ? isExact : undefined)
  if (allowing) return say('run', 'a rule of yours allows it', allowing.id)
  if (risk.class === 'D') return say('ask')
  if (standing.policy === 'trusted') return say('run', 'trusted skills run')
  const isFree = risk.class === 'B' && plan.sandbox === 'enforced' && standing.wasApproved
  return isFree ? say('run', 'you approved this tool in this session') : say('ask')
}

/** What is asked about every time is remembered as exactly this plan, and not for longer than the session. */
const isExact = ({ digest, scope }: Rule) => digest !== undefined && scope.kind === 'session'

const DECLINED_BEFORE = 'you declined exactly this in this turn'

const WORDS: Record<Kind, string> = { run: 'runs', ask: 'asks first', refuse: 'refused' }

/** Nothing here makes a class lower. */
function raise({ risk }: JudgedPlan, standing: Standing): { class: RiskClass; reasons: string[] } {
  if (risk.class === 'A' || risk.class === 'X') return risk
  const raising = [
    ...(standing.isTainted ? ['it follows output that nobody vouches for'] : []),
    ...(standing.isFirstAfterChange ? ['its first run since the tool changed'] : []),
  ]
  if (raising.length === 0) return risk
  return { class: raising.reduce<RiskClass>(raiseClass, risk.class), reasons: [...raising, ...risk.reasons] }
}

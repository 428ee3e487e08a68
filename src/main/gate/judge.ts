import type { Caller } from '#shared/call/action'
import type { Plan, Risk, RiskClass, Verdict } from '#shared/call/plan'
import { raiseClass } from '#shared/call/risk'
import type { Rule } from '#shared/call/rule'
import { type Message, message } from '#shared/messages/message'
import type { Policy } from '#shared/settings/settings'
import { findRule, type RuleIndex } from './rule-book.ts'
import type { JudgedArgs, RuleMoment } from './rule-match.ts'

/** What the person decided so far, and what happened so far, as far as it bears on one plan. */
export interface History extends RuleMoment {
  policy: Policy
  rules: RuleIndex
  /** The model has read untrusted output in this turn. */
  isTainted: boolean
  /** The tool ran before, and is not what it was then. */
  isFirstAfterChange: boolean
  /** The model that reads the results runs on this computer. */
  isModelLocal: boolean
  /** A person declined exactly this in this turn. */
  wasDeclined: boolean
}

export const NOTHING_DECIDED: History = {
  ...{ policy: 'ask', rules: new Map(), chat: null, session: '', now: '' },
  ...{ isTainted: false, isFirstAfterChange: false, isModelLocal: false, wasDeclined: false },
}

/** Everything a verdict depends on beside the plan. */
export interface JudgeContext extends History {
  caller: Caller
  isSkillTrusted: boolean
  /** The record of what was decided can be believed. */
  isRecordSound: boolean
  /** A person approved another plan a moment ago, and did not see this one. */
  hasChanged: boolean
}

export type JudgedPlan = Pick<Plan, 'risk' | 'skill' | 'tool' | 'toolSpec' | 'digest' | 'sandbox'> &
  Partial<Pick<Plan, 'action' | 'closed' | 'effects'>>

/**
 * In this order, and the first that speaks decides: refused by its class, deny rules, what the person declined, what
 * Skillet answers itself, what is closed to the chat, ask rules, what must be asked whatever is allowed, allow rules, what the class means under
 * the policy, which serves no other program. How exactly a rule fits makes no difference.
 */
export function judge(plan: JudgedPlan, args: JudgedArgs, given: JudgeContext): Verdict {
  const { rules, caller } = given
  // What a program's own model has read is not known here: so nothing but rules for that program lets its calls run.
  const program = caller.kind === 'program' ? caller : null
  const context = program ? { ...given, isTainted: false, wasDeclined: false } : given
  const risk = raise(plan.risk, context)
  const say = (kind: Verdict['kind'], why: Message | null = null, rule?: string): Verdict => {
    const [reason = message('risk-own'), ...more] = why ? [why, ...risk.reasons] : risk.reasons
    return { kind, reason, class: risk.class, ...(more.length > 0 && { more }), ...(rule !== undefined && { rule }) }
  }
  if (risk.class === 'X') return say('refuse')
  const denying = findRule(rules, 'deny', plan, args, context)
  if (denying) return say('refuse', message('why-denied-by-rule'), denying.id)
  // A person may well run again what they did not let the model run.
  if (context.wasDeclined && caller.kind !== 'person') return say('refuse', message('why-declined-before'))
  if (risk.class === 'A') return say('run')
  const [closed] = (plan.closed ?? []).toSorted((a, b) => Number(!a.param) - Number(!b.param))
  const whyClosed = closed && message(`closed-to-${closed.access}`, { folder: closed.folder })
  // No rule reaches beyond what is open.
  if (closed?.param !== undefined) return say('ask', whyClosed)
  const asking = findRule(rules, 'ask', plan, args, context)
  if (asking) return say('ask', message('why-ask-rule'), asking.id)
  const doubt = findDoubt(context)
  if (doubt || context.isTainted || !context.isSkillTrusted) return say('ask', doubt)
  const isGrave = risk.class === 'D' || closed !== undefined
  const isMeant = ({ digest, scope }: Rule) => {
    if (program) return scope.kind === 'program' && program.id === scope.program && !isGrave
    // What is asked about every time is remembered as exactly this plan, and not for longer than the session.
    return !isGrave || (digest !== undefined && scope.kind === 'session')
  }
  const allowing = findRule(rules, 'allow', plan, args, context, isMeant)
  if (allowing) return say('run', message('why-allowed-by-rule'), allowing.id)
  if (isGrave) return say('ask', whyClosed)
  if (program) return say('ask', message('why-another-program', { name: program.name }))
  // Where a request goes is allowed by a rule, or each time.
  if (plan.action?.kind === 'http' || reachesAnyHost(plan)) return say('ask')
  if (context.policy === 'trusted') return say('run', message('why-trusted'))
  const isFree = risk.class === 'B' && plan.sandbox === 'enforced' && context.isModelLocal
  return context.policy === 'changes' && isFree
    ? say('run', message('why-reads-only'))
    : say('ask', isFree || context.isModelLocal || context.policy !== 'changes' ? null : message('why-model-elsewhere'))
}

/** The rule that forbids a call whatever becomes of the arguments that are not known yet. */
export const findDenying = (
  call: Pick<JudgedPlan, 'skill' | 'tool' | 'toolSpec'>,
  known: JudgedArgs,
  { rules, ...moment }: Pick<History, 'rules'> & RuleMoment,
): Rule | undefined => findRule(rules, 'deny', { ...call, digest: '' }, known, moment)

/** It chooses its host by itself, and nothing limits it to one. */
const reachesAnyHost = ({ effects = [] }: JudgedPlan) =>
  effects.some((effect) => effect.does === 'send' && effect.origin === '')

/** Why nothing that was decided before may let this run. */
function findDoubt({ hasChanged, isRecordSound, caller }: JudgeContext): Message | null {
  if (hasChanged) return message('why-changed')
  if (!isRecordSound) return message('why-record-damaged')
  if (caller.kind === 'tool') return message('why-another-tool')
  if (caller.kind === 'trigger') return message('why-trigger', { name: caller.name })
  if (caller.kind !== 'model' || caller.from === 'protocol') return null
  // Read from text it may be a quotation; chosen from a list it was perhaps not meant.
  return message(caller.from === 'text' ? 'why-read-from-text' : 'why-chosen-from-list')
}

/** Nothing here makes a class lower. */
function raise(risk: Risk, { isTainted, isFirstAfterChange }: JudgeContext): Risk {
  if (risk.class === 'A' || risk.class === 'X') return risk
  const raising = [
    ...(isTainted ? [message('why-untrusted-output')] : []),
    ...(isFirstAfterChange ? [message('why-first-since-change')] : []),
  ]
  return { class: raising.reduce<RiskClass>(raiseClass, risk.class), reasons: [...raising, ...risk.reasons] }
}

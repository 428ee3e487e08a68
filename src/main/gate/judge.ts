import type { Caller } from '#shared/call/action'
import type { Plan, Risk, RiskClass, Verdict } from '#shared/call/plan'
import { raiseClass } from '#shared/call/risk'
import type { Rule } from '#shared/call/rule'
import { type Message, message } from '#shared/messages/message'
import type { Policy } from '#shared/settings/settings'
import { textOfHeading } from '#shared/skill/tool-words'
import { findRule, type RuleIndex } from './rule-index.ts'
import { isForPlace, isLoose, type JudgedArgs, type RuleMoment, reachesBeyond } from './rule-match.ts'

/** What the person decided and what happened so far, as far as it matters to one plan. */
export interface History extends RuleMoment {
  policy: Policy
  rules: RuleIndex
  /** The model has read untrusted output in this turn. */
  isTainted: boolean
  /** The model has been sent output of tools, whose author may have chosen the arguments. */
  hasOutput: boolean
  /** The tool ran before and has changed since. */
  isFirstAfterChange: boolean
  /** The tool ran before with another program. */
  hasOtherProgram: boolean
  /** The model that reads the results runs on this computer. */
  isModelLocal: boolean
  /** The person declined exactly this in this turn. */
  wasDeclined: boolean
}

export const NOTHING_DECIDED: History = {
  ...{ policy: 'ask', rules: new Map(), chat: null, session: '', now: '' },
  ...{ isTainted: false, hasOutput: false, isFirstAfterChange: false, hasOtherProgram: false },
  ...{ isModelLocal: false, wasDeclined: false },
}

/** Everything besides the plan that a verdict depends on. */
export interface JudgeContext extends History {
  caller: Caller
  isSkillTrusted: boolean
  /** The record of earlier decisions is intact. */
  isRecordSound: boolean
  /** Why the skill was trusted with other programs than the plan starts. */
  otherThanTrusted: Message | null
  /** The person approved a different plan a moment ago and has not seen this one. */
  hasChanged: boolean
}

export type JudgedPlan = Pick<Plan, 'risk' | 'skill' | 'tool' | 'toolSpec' | 'digest' | 'sandbox'> &
  Partial<Pick<Plan, 'action' | 'closed' | 'effects' | 'grants' | 'heading' | 'postProcess'>>

/**
 * Checks in this order, and the first that applies decides: refused class, deny rules, declined before, Skillet's own
 * tools, closed places, ask rules, doubts, allow rules, the policy. Another program is served by its own rules only,
 * never by the policy. How specific a rule is makes no difference.
 */
export function judge(plan: JudgedPlan, args: JudgedArgs, given: JudgeContext): Verdict {
  const { rules, caller } = given
  // Nobody here knows what another program's model has read, so only rules made for that program let its calls run.
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
  // A person may run what they did not let the model run.
  if (context.wasDeclined && caller.kind !== 'person') return say('refuse', message('why-declined-before'))
  if (risk.class === 'A') return say('run')
  const [closed] = (plan.closed ?? []).toSorted((a, b) => Number(!a.param) - Number(!b.param))
  const whyClosed = closed && message(`closed-to-${closed.access}`, { folder: closed.folder })
  // No rule opens a folder.
  if (closed?.param !== undefined) return say('ask', whyClosed)
  const asking = findRule(rules, 'ask', plan, args, context)
  if (asking) return say('ask', message('why-ask-rule'), asking.id)
  // Background calls need a background rule; no policy and no other rule serves them.
  if (caller.kind === 'trigger' && !closed && context.isSkillTrusted && context.isRecordSound && !context.hasChanged) {
    const agreed = findRule(rules, 'background', plan, args, context)
    if (agreed) return say('run', message('why-agreed', { name: caller.name }), agreed.id)
  }
  const doubt = findDoubt(plan, context)
  if (doubt || context.isTainted || !context.isSkillTrusted) return say('ask', doubt)
  const isGrave = risk.class === 'D' || closed !== undefined
  const isLed = context.hasOutput && caller.kind !== 'person' && !program
  const isBeyond = isLed && reachesBeyond(plan)
  const isOwn = ({ scope }: Rule) => scope.kind === 'program' && scope.program === program?.id && !isGrave
  const isWanted = program ? isOwn : isGrave ? isExact : isBeyond ? isForPlace : undefined
  const allowing = findRule(rules, 'allow', plan, args, context, isWanted)
  if (allowing) return say('run', message('why-allowed-by-rule'), allowing.id)
  if (caller.kind === 'tool') return say('ask', message('why-another-tool'))
  if (isGrave) return say('ask', whyClosed ?? context.otherThanTrusted)
  if (program) return say('ask', message('why-another-program', { name: program.name }))
  // A request runs if a rule allows its address; otherwise ask.
  if (plan.action?.kind === 'http' || reachesAnyHost(plan)) return say('ask')
  if (isBeyond || (isLed && isLoose(plan))) return say('ask', message('why-output-seen'))
  if (context.otherThanTrusted) return say('ask', context.otherThanTrusted)
  if (context.hasOtherProgram) return say('ask', message('why-other-program'))
  const isHelped = plan.postProcess?.outcome === 'not-run' && plan.sandbox === 'none'
  if (isHelped || (plan.effects ?? []).some(({ does }) => does === 'unknown')) return say('ask')
  if (plan.grants?.needs?.includes('home')) return say('ask', message('why-reads-home'))
  if (context.policy === 'trusted') return say('run', message('why-trusted'))
  const isFree = risk.class === 'B' && plan.sandbox === 'enforced' && context.isModelLocal
  return context.policy === 'changes' && isFree
    ? say('run', message('why-reads-only'))
    : say('ask', isFree || context.isModelLocal || context.policy !== 'changes' ? null : message('why-model-elsewhere'))
}

/** The rule that refuses a call whatever its unknown arguments turn out to be. */
export const findDenying = (
  call: Pick<JudgedPlan, 'skill' | 'tool' | 'toolSpec'>,
  known: JudgedArgs,
  { rules, ...moment }: Pick<History, 'rules'> & RuleMoment,
): Rule | undefined => findRule(rules, 'deny', { ...call, digest: '' }, known, moment)

/** The program chooses its host and nothing limits it. */
const reachesAnyHost = ({ effects = [] }: JudgedPlan) =>
  effects.some((effect) => effect.does === 'send' && effect.origin === '')

/** What must be seen every time can only be remembered as this exact plan, for this session. */
const isExact = ({ digest, scope }: Rule) => digest !== undefined && scope.kind === 'session'

/** Why earlier decisions must not let this run. */
function findDoubt(plan: JudgedPlan, { hasChanged, isRecordSound, caller }: JudgeContext): Message | null {
  if (hasChanged) return message('why-changed')
  if (!isRecordSound) return message('why-record-damaged')
  if (caller.kind === 'trigger') return message('why-trigger', { name: caller.name })
  if (caller.kind !== 'model' || caller.from === 'protocol') return null
  if (caller.wrote !== undefined) {
    const title = plan.heading ? textOfHeading(plan.heading.now) : plan.tool
    return message('why-wrote-command', { command: caller.wrote, title })
  }
  // Read from text it may be a quotation; chosen from a list it was perhaps not meant.
  return message(caller.from === 'text' ? 'why-read-from-text' : 'why-chosen-from-list')
}

/** Never lowers the class. */
function raise(risk: Risk, { isTainted, isFirstAfterChange }: JudgeContext): Risk {
  if (risk.class === 'A' || risk.class === 'X') return risk
  const raising = [
    ...(isTainted ? [message('why-untrusted-output')] : []),
    ...(isFirstAfterChange ? [message('why-first-since-change')] : []),
  ]
  return { class: raising.reduce<RiskClass>(raiseClass, risk.class), reasons: [...raising, ...risk.reasons] }
}

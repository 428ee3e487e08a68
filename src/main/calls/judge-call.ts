import { findDenying, type History, judge } from '#main/gate/judge'
import type { JudgedArgs } from '#main/gate/rule-match'
import type { NotPlanned, PlanContext } from '#main/runners/runner'
import type { Limits } from '#main/settings/limits'
import { whyNotTrusted } from '#main/trust/programs'
import type { Caller } from '#shared/call/action'
import type { Plan, Verdict } from '#shared/call/plan'
import type { CallingTool } from '#shared/call/rule'
import { message } from '#shared/messages/message'
import type { Skill } from '#shared/skill/skill'
import type { Callable } from './callable.ts'
import type { Machine } from './machine.ts'
import type { PlannedCall } from './plan-call.ts'
import type { Rules } from './rules.ts'

/** Everything but the person that decides about a call. */
export interface JudgePorts {
  machine: Machine
  /** The person's limits, read again for each call. */
  limits(): Pick<Limits, 'commandTimeoutMs' | 'keptOutputBytes'>
  /** Scripts are off for all skills, whatever was allowed for one of them or for one call. */
  areScriptsOff(): boolean
  rules: Pick<Rules, 'session' | 'ready' | 'isSound' | 'history' | 'isTainted'>
}

export type Judged = PlannedCall & { verdict: Verdict }

/** The record is verified only before something runs without asking. */
export async function judgeCall(
  { plan, judged, callable }: PlannedCall,
  { chat, caller, by, hasChanged }: { chat: string | null; caller: Caller; by?: CallingTool; hasChanged: boolean },
  rules: Pick<Rules, 'history' | 'isSound'>,
  { findBinary }: Pick<PlanContext, 'findBinary'>,
): Promise<Verdict> {
  const history: History = rules.history(chat, plan)
  const { skill } = callable
  const isSkillTrusted = skill === null || skill.state === 'trusted'
  const otherThanTrusted = skill && (await findOther(skill, plan, findBinary))
  const given = { ...history, ...(by && { by }), caller, isSkillTrusted, hasChanged, otherThanTrusted }
  const judgeWhere = (isRecordSound: boolean) => judge(plan, judged, { ...given, isRecordSound })
  const verdict = judgeWhere(true)
  if (verdict.kind !== 'run' || verdict.class === 'A' || (await rules.isSound())) return verdict
  return judgeWhere(false)
}

/** Why one of its programs is not the one the person trusted the skill with. */
async function findOther(skill: Skill, { action, postProcess }: Plan, findBinary: PlanContext['findBinary']) {
  if (action.kind !== 'process') return null
  const { name, path, identity } = action.binary
  const why = path !== null && identity ? whyNotTrusted(skill, name, { path, identity }) : null
  if (why || postProcess?.outcome !== 'not-run') return why
  const reader = postProcess.argv[0] ?? ''
  const found = await findBinary(reader)
  return found.ok ? whyNotTrusted(skill, reader, found) : null
}

/** Why a call stops before it is planned; `verdict` is set if a rule decided. */
export interface Refusal extends NotPlanned {
  verdict?: Verdict
}

/**
 * Checks trust and deny rules before anything starts, so that no helper runs for a call that will be refused anyway.
 */
export function admit(
  { skill, tool, toolSpec }: Callable,
  known: JudgedArgs,
  history: Pick<History, 'rules' | 'chat' | 'session' | 'now'>,
): Refusal | null {
  if (skill === null) return null
  const { state, name } = skill
  if (state === 'quarantined' || state === 'changed') {
    const code = state === 'changed' ? 'SKILL_CHANGED' : 'SKILL_UNTRUSTED'
    const why = message(state === 'changed' ? 'skill-changed' : 'skill-not-trusted', { skill: name })
    return { ok: false, error: { code, message: why } }
  }
  const rule = findDenying({ skill: name, tool: tool.name, toolSpec }, known, history)
  if (!rule) return null
  const reason = message('why-denied-by-rule')
  return { ok: false, error: { code: 'REFUSED', message: reason }, verdict: { kind: 'refuse', reason, rule: rule.id } }
}

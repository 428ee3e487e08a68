import { type History, judge } from '#main/gate/judge'
import type { Limits } from '#main/settings/limits'
import type { Caller } from '#shared/call/action'
import type { Verdict } from '#shared/call/plan'
import type { Machine } from './machine.ts'
import type { PlannedCall } from './plan-call.ts'
import type { Rules } from './rules.ts'

/** All that decides about a call beside the person. */
export interface JudgePorts {
  machine: Machine
  /** What the person allows, asked again for each call. */
  limits(): Pick<Limits, 'commandTimeoutMs' | 'keptOutputBytes'>
  /** Said for all skills: beats what is allowed for one of them, or for one call. */
  areScriptsOff(): boolean
  /** What was decided before. */
  rules: Pick<Rules, 'session' | 'ready' | 'isSound' | 'history' | 'isTainted'>
}

export type Judged = PlannedCall & { verdict: Verdict }

interface Circumstances {
  chat: string | null
  caller: Caller
  hasChanged: boolean
}

/** The record is only checked before something runs that nobody is asked about. */
export async function judgeCall(
  { plan, judged, callable }: PlannedCall,
  { chat, caller, hasChanged }: Circumstances,
  { rules }: { rules: Pick<Rules, 'history' | 'isSound'> },
): Promise<Verdict> {
  const history: History = rules.history(chat, plan)
  const isSkillTrusted = callable.skill === null || callable.skill.state === 'trusted'
  const judgeWhere = (isRecordSound: boolean) =>
    judge(plan, judged, { ...history, caller, isSkillTrusted, hasChanged, isRecordSound })
  const verdict = judgeWhere(true)
  if (verdict.kind !== 'run' || verdict.class === 'A' || (await rules.isSound())) return verdict
  return judgeWhere(false)
}

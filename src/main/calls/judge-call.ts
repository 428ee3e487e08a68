import { type History, judge } from '#main/gate/judge'
import type { Limits } from '#main/settings/limits'
import type { Caller } from '#shared/call/action'
import type { Verdict } from '#shared/call/plan'
import type { CallingTool } from '#shared/call/rule'
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

interface Circumstances {
  chat: string | null
  caller: Caller
  by?: CallingTool
  hasChanged: boolean
}

/** The record is verified only before something runs without asking. */
export async function judgeCall(
  { plan, judged, callable }: PlannedCall,
  { chat, caller, by, hasChanged }: Circumstances,
  { rules }: { rules: Pick<Rules, 'history' | 'isSound'> },
): Promise<Verdict> {
  const history: History = rules.history(chat, plan)
  const isSkillTrusted = callable.skill === null || callable.skill.state === 'trusted'
  const judgeWhere = (isRecordSound: boolean) =>
    judge(plan, judged, { ...history, ...(by && { by }), caller, isSkillTrusted, hasChanged, isRecordSound })
  const verdict = judgeWhere(true)
  if (verdict.kind !== 'run' || verdict.class === 'A' || (await rules.isSound())) return verdict
  return judgeWhere(false)
}

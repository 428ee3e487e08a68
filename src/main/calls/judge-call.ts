import { type History, judge } from '#main/gate/judge'
import type { ResolverResult } from '#main/runners/process/values'
import type { Limits } from '#main/settings/limits'
import type { FoundTool } from '#main/trust/skill-registry'
import type { Caller } from '#shared/call/action'
import type { CallError, ResolverStep, Verdict } from '#shared/call/plan'
import { admit } from './admit.ts'
import { toCallable } from './callable.ts'
import type { Machine } from './machine.ts'
import { type PlannedCall, planCall } from './plan-call.ts'
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
  { rules }: Pick<JudgePorts, 'rules'>,
): Promise<Verdict> {
  const history: History = rules.history(chat, plan)
  const isSkillTrusted = callable.skill === null || callable.skill.state === 'trusted'
  const judgeWhere = (isRecordSound: boolean) =>
    judge(plan, judged, { ...history, caller, isSkillTrusted, hasChanged, isRecordSound })
  const verdict = judgeWhere(true)
  if (verdict.kind !== 'run' || verdict.class === 'A' || (await rules.isSound())) return verdict
  return judgeWhere(false)
}

export interface Preview {
  args: unknown
  caller: Caller
  allowScripts?: boolean
  timeoutMs?: number
  /** What helper steps gave before; without it they are told as not run. */
  recall?(step: ResolverStep): ResolverResult
}

/** What would happen, judged as of now, with nothing started and nothing recorded. */
export async function previewCall(
  found: FoundTool,
  { args, caller, allowScripts, timeoutMs, recall }: Preview,
  { machine, limits, areScriptsOff, rules }: JudgePorts,
): Promise<Judged | { ok: false; error: CallError }> {
  if (!found.ok) return found
  await rules.ready()
  const callable = toCallable(found.skill, found.tool)
  const refusal = admit(callable, new Map(), rules.history(null), () => {})
  if (refusal) return { ok: false, error: refusal }
  const planned = await planCall(
    {
      ...{ callable, args, resolve: recall ? 'run' : 'dry' },
      allowScripts: !areScriptsOff() && (allowScripts ?? found.skill.allowScripts),
      timeoutMs: Math.min(timeoutMs ?? callable.timeoutMs, limits().commandTimeoutMs),
    },
    { ...machine.forCall(), admit: () => null, runHelper: async (step) => recall?.(step) ?? step },
  )
  if (!planned.ok) return planned
  return { ...planned, verdict: await judgeCall(planned, { chat: null, caller, hasChanged: false }, { rules }) }
}

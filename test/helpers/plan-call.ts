import { toCallable } from '#main/calls/callable'
import { admit, type Refusal } from '#main/calls/judge-call'
import { type PlannedCall, planCall as plan } from '#main/calls/plan-call'
import { judge, NOTHING_DECIDED } from '#main/gate/judge'
import type { ProcessAction } from '#shared/call/action'
import type { Plan, Verdict } from '#shared/call/plan'
import type { MadeRequest, Surroundings } from '#test/helpers/make-tool'
import { NO_RULES } from '#test/helpers/no-rules'

export type PlannedProcess = Omit<PlannedCall, 'plan'> & { plan: Plan<ProcessAction>; verdict: Verdict }

/** Admits, plans and judges one call of a command line, as if nothing had been decided before but a policy. */
export async function planCall(
  { skill, tool, ...request }: MadeRequest,
  { policy, ...ports }: Surroundings,
): Promise<PlannedProcess | Refusal> {
  const callable = toCallable(skill, tool)
  const refusal = admit(callable, new Map(), NO_RULES.history(null))
  if (refusal) return refusal
  const planned = await plan({ callable, ...request }, ports)
  if (!planned.ok) return planned
  const verdict = judge(planned.plan, planned.judged, {
    ...{ ...NOTHING_DECIDED, policy, caller: { kind: 'model', from: 'protocol' }, hasChanged: false },
    ...{ isRecordSound: true, isSkillTrusted: skill.state === 'trusted', otherThanTrusted: null },
  })
  return { ...planned, plan: planned.plan as Plan<ProcessAction>, verdict }
}

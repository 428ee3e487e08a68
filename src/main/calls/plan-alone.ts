import type { ResolverResult } from '#main/runners/process/values'
import { readLimits } from '#main/settings/limits'
import type { FoundTool } from '#main/trust/skill-registry'
import type { CallError, Plan, ResolverStep, Verdict } from '#shared/call/plan'
import type { Settings } from '#shared/settings/settings'
import type { Machine } from './machine.ts'
import { planCall } from './plan-call.ts'
import type { Rules } from './rules.ts'

export interface CallToPlan {
  tool: string
  args: unknown
  /** Said for this call alone; else what holds for the skill. */
  allowScripts?: boolean
  timeoutMs?: number
}

export type Planned = { ok: true; plan: Plan; verdict: Verdict } | { ok: false; error: CallError }

/** Plans a call of no chat and starts nothing: a resolver has the value `recall` knows, else it stands as not run. */
export type PlanAlone = (call: CallToPlan, recall?: (step: ResolverStep) => ResolverResult) => Promise<Planned>

interface PlanPorts {
  find(name: string): FoundTool
  settings(): Settings
  machine: Machine
  rules: Pick<Rules, 'ready' | 'standing'>
}

/** Judged as the call itself would be: by the rules, the limits and the switches of this home. */
export function makePlanAlone({ find, settings, machine, rules }: PlanPorts): PlanAlone {
  return async ({ tool, args, allowScripts, timeoutMs }, recall) => {
    const found = find(tool)
    if (!found.ok) return found
    await rules.ready()
    const planned = await planCall(
      {
        ...{ skill: found.skill, tool: found.tool, args },
        allowScripts: settings().scripts === 'on' && (allowScripts ?? found.skill.allowScripts),
        resolve: recall === undefined ? 'dry' : 'run',
        timeoutMs: Math.min(timeoutMs ?? found.tool.limits.timeoutMs, readLimits(settings()).commandTimeoutMs),
      },
      {
        ...machine.forCall(),
        standing: rules.standing(null),
        runResolver: async (step) => recall?.(step) ?? notRun(),
      },
    )
    return planned.ok ? { ok: true, plan: planned.plan, verdict: planned.verdict } : { ok: false, error: planned.error }
  }
}

export const notRun = (): ResolverResult => ({ outcome: 'not-run', value: '' })

import { NOTHING_DECIDED } from '#main/gate/judge'
import type { ResolverResult } from '#main/runners/process/values'
import { readLimits } from '#main/settings/limits'
import type { FoundTool } from '#main/trust/skill-registry'
import type { CallError, Plan, ResolverStep, Verdict } from '#shared/call/plan'
import type { JsonObject } from '#shared/json'
import type { Settings } from '#shared/settings/settings'
import { toCallable } from './callable.ts'
import { admit, judgeCall } from './judge-call.ts'
import type { Machine } from './machine.ts'
import { planCall } from './plan-call.ts'
import type { Rules } from './rules.ts'
import type { CallRequest } from './run-call.ts'

export interface CallToPlan extends Pick<CallRequest, 'tool' | 'args' | 'allowScripts' | 'timeoutMs'> {
  /** The chat whose folders it would use. */
  chat?: string | null
  /** A model wrote the arguments. */
  isForgiving?: boolean
}

/** `args`: as rules see them. */
export type Planned = { ok: true; plan: Plan; verdict: Verdict; args?: JsonObject } | { ok: false; error: CallError }

/** Plans a call without starting anything. A helper step has the value that `recall` knows, or is marked as not run. */
export type PlanAlone = (call: CallToPlan, recall?: (step: ResolverStep) => ResolverResult) => Promise<Planned>

interface PlanPorts {
  find(name: string): FoundTool
  settings(): Settings
  machine: Machine
  rules: Pick<Rules, 'ready' | 'history' | 'isSound'>
}

/** Judges it like a call by the person, with the rules, limits and settings of this home. */
export function makePlanAlone({ find, settings, machine, rules }: PlanPorts): PlanAlone {
  return async ({ tool, args, chat = null, allowScripts, timeoutMs, isForgiving = false }, recall) => {
    const found = find(tool)
    if (!found.ok) return found
    await rules.ready(chat)
    const callable = toCallable(found.skill, found.tool)
    // Nothing starts, so the plan can be shown together with the rule that forbids it.
    const refusal = admit(callable, new Map(), NOTHING_DECIDED)
    if (refusal) return refusal
    const place = machine.forCall(chat)
    const planned = await planCall(
      {
        ...{ callable, args, isForgiving, resolve: recall === undefined ? 'dry' : 'run' },
        allowScripts: settings().scripts === 'on' && (allowScripts ?? found.skill.allowScripts),
        timeoutMs: Math.min(timeoutMs ?? callable.timeoutMs, readLimits(settings()).commandTimeoutMs),
      },
      { ...place, admit: () => null, runHelper: async (step) => recall?.(step) ?? notRun() },
    )
    if (!planned.ok) return planned
    const who = { chat: null, caller: { kind: 'person' }, hasChanged: false } as const
    const { plan, judged } = planned
    const seen = [...judged].map(([name, values]) => [name, values[0]?.value ?? null] as const)
    const verdict = await judgeCall(planned, who, rules, place)
    return { ok: true, plan, args: Object.fromEntries(seen), verdict }
  }
}

export const notRun = (): ResolverResult => ({ outcome: 'not-run', value: '' })

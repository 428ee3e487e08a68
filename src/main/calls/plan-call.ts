import { digestPlan } from '#main/gate/compare-plans'
import type { JudgedArgs } from '#main/gate/rule-match'
import { type ValidArguments, validateArguments } from '#main/gate/validate-arguments'
import type { ResolverResult } from '#main/runners/process/values'
import { type PlanContext, refuse } from '#main/runners/runner'
import { planAction } from '#main/runners/runners'
import type { Holder, SecretSource } from '#main/secrets/key-store'
import type { Plan, ResolverStep } from '#shared/call/plan'
import { riskOf } from '#shared/call/risk'
import type { JsonObject } from '#shared/json'
import { message } from '#shared/messages/message'
import type { ToolConfig } from '#shared/skill/tool-code'
import { headingOf } from '#shared/skill/tool-words'
import type { Callable } from './callable.ts'
import type { Refusal } from './judge-call.ts'
import { listReplaced } from './kept-files.ts'

export interface PlanRequest {
  callable: Callable
  args: unknown
  allowScripts: boolean
  /** `dry` starts nothing: helper steps are marked `not-run` and leave the value as it is. */
  resolve: 'run' | 'dry'
  timeoutMs?: number
  /** A model wrote the arguments, so mistakes may be corrected. */
  isForgiving?: boolean
  /** Another tool wrote the arguments; if the tool declares no parameters, they are passed on as they are. */
  isInner?: boolean
}

/** What every call meets on this machine. */
export interface Place extends Omit<PlanContext, 'allowScripts' | 'helped' | 'timeoutMs' | 'secretVersion' | 'config'> {
  secretVersion: SecretSource['version']
  setUp?: SetUp
}

/** A person's settings for one version of a tool. */
export interface SetUp {
  config(holder: Holder): Promise<ToolConfig | null>
  /** Hosts on this computer and the local network that it may reach. */
  hosts(holder: Holder): readonly string[]
}

export interface PlanPorts extends Place {
  /** May refuse the call before all of its arguments are known, and before a helper starts. */
  admit(known: JudgedArgs): Refusal | null
  runHelper(step: ResolverStep): Promise<ResolverResult>
}

export interface PlannedCall {
  ok: true
  plan: Plan
  callable: Callable
  /** The arguments as rules see them. */
  judged: JudgedArgs
  /** The arguments after they were checked against the schema. */
  args: JsonObject
  env: Readonly<Record<string, string>>
}

/**
 * Turns a call into exactly what would happen, or into the reason why nothing would. Never throws because of what a
 * model or a skill wrote.
 */
export async function planCall(request: PlanRequest, ports: PlanPorts): Promise<PlannedCall | Refusal> {
  const { callable, allowScripts } = request
  const { admit, runHelper, setUp, ...place } = ports
  const { holder } = callable
  const valid = await readArgs(request)
  if (!valid.ok) return valid
  const { coercions } = valid
  const { fixedArgs } = callable.tool
  // Another tool may pass any value, such as a list.
  const args = fixedArgs ? { ...valid.args, ...fixedArgs } : valid.args
  const timeoutMs = request.timeoutMs ?? callable.timeoutMs
  const helped: ResolverStep[] = []
  for (;;) {
    const context = {
      ...(callable.skill?.access && { access: { skill: callable.skill.name, all: callable.skill.access } }),
      ...{ ...place, allowScripts, timeoutMs, helped: request.resolve === 'dry' ? ('dry' as const) : helped },
      secretVersion: (name: string) => place.secretVersion(name, holder),
      ...(setUp && { given: { ...place.given, hosts: [...setUp.hosts(holder)] }, config: () => setUp.config(holder) }),
    }
    const planned = await planAction(callable.doing, args, context)
    if (planned.ok === 'needs') {
      const refusal = admit(planned.judged)
      if (refusal) return refusal
      for (const step of planned.steps) helped.push({ ...step, ...(await runHelper(step)) })
      continue
    }
    if (!planned.ok) return planned
    const { ok, judged, observed, env, resolvers = [], ...made } = planned
    const { skill, toolSpec, tool } = callable
    const replaces = made.closed ? [] : await listReplaced(made, place.hidden)
    const draft = {
      ...{ tool: tool.name, skill: skill?.name ?? '', skillHash: skill?.hash ?? '' },
      ...(toolSpec !== '' && { toolSpec }),
      ...{ ...made, timeoutMs, resolvers, coercions },
      ...(callable.skill && { heading: headingOf(callable.tool, args) }),
      ...(replaces.length > 0 && { replaces }),
    }
    const unsigned = { ...draft, risk: riskOf(draft) }
    const plan: Plan = freeze({ ...unsigned, digest: digestPlan(unsigned, observed) })
    return { ok, plan, callable, judged, args, env: { ...place.env, ...env } }
  }
}

async function readArgs({ callable, args, isForgiving, isInner }: PlanRequest): Promise<ValidArguments> {
  if (!callable.tool.takesNothing) return validateArguments(callable.tool, args, isForgiving)
  // Any value: only the function itself looks at it.
  if (isInner) return { ok: true, args: (args ?? {}) as JsonObject, coercions: [] }
  const read = await validateArguments(callable.tool, args, isForgiving)
  if (read.ok || read.error.code !== 'PARAM_UNKNOWN') return read
  return refuse('TOOL_TAKES_NOTHING', message('tool-takes-nothing', { tool: callable.tool.name }))
}

function freeze<T extends object>(value: T): T {
  for (const member of Object.values(value)) if (typeof member === 'object' && member !== null) freeze(member)
  return Object.freeze(value)
}

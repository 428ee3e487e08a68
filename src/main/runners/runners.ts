import type { Action, ActionKind, ActionOf } from '#shared/call/action'
import type { JsonObject } from '#shared/json'
import type { HttpSpec } from '#shared/skill/http-spec'
import { builtinRunner } from './builtin/builtin-runner.ts'
import { planHttp } from './http/plan-http.ts'
import { runHttp } from './http/run-http.ts'
import { programRunner } from './launched.ts'
import { type McpSpec, mcpRunner } from './mcp/mcp-runner.ts'
import type { ProcessSpec } from './plan-launched.ts'
import { type PromptSpec, promptRunner } from './prompt/prompt-runner.ts'
import type { Ended, PlanContext, RunIo, Runnable, Runner } from './runner.ts'

export interface Specs {
  process: ProcessSpec
  http: HttpSpec
  prompt: PromptSpec
  mcp: McpSpec
  builtin: ActionOf<'builtin'>['name']
}

export type Kind = ActionKind

export type Doing<K extends Kind = Kind> = { [P in K]: { kind: P; spec: Specs[P] } }[K]

/** One runner for each kind of action; the compiler reports a missing one. */
export const runners: { [K in Kind]: Runner<Specs[K], ActionOf<K>> } = {
  process: programRunner,
  http: { plan: planHttp, run: runHttp },
  prompt: promptRunner,
  mcp: mcpRunner,
  builtin: builtinRunner,
}

export const planAction = <K extends Kind>({ kind, spec }: Doing<K>, args: JsonObject, at: PlanContext) =>
  runners[kind].plan(spec, args, at)

export function runAction(plan: Runnable<Action>, io: RunIo): Promise<Ended> {
  // An action and its runner are of the same kind, which the compiler cannot follow through the table.
  const runner = runners[plan.action.kind] as Runner<never, Action>
  return runner.run(plan, io)
}

import type { Action, ActionKind, ActionOf, BuiltinAction } from '#shared/call/action'
import type { JsonObject } from '#shared/json'
import { orAbort } from '#shared/or-abort'
import type { HttpSpec } from '#shared/skill/http-spec'
import { planHttp } from './http/plan-http.ts'
import { runHttp } from './http/run-http.ts'
import { programRunner } from './launched.ts'
import { type McpSpec, mcpRunner } from './mcp/mcp-runner.ts'
import type { ProcessSpec } from './plan-launched.ts'
import { type PromptSpec, promptRunner } from './prompt/prompt-runner.ts'
import {
  type Ended,
  type PlanContext,
  type RunIo,
  type Runnable,
  type Runner,
  streamOf,
  touchNothing,
} from './runner.ts'

export interface Specs {
  process: ProcessSpec
  http: HttpSpec
  prompt: PromptSpec
  mcp: McpSpec
  builtin: ActionOf<'builtin'>['name']
}

export type Doing<K extends ActionKind = ActionKind> = { [P in K]: { kind: P; spec: Specs[P] } }[K]

/** Skillet's own tools touch nothing, so nobody is asked. */
const builtinRunner: Runner<BuiltinAction['name'], BuiltinAction> = {
  plan: async (name, args) => ({ ...touchNothing(args), action: { kind: 'builtin', name, args } }),
  run: async ({ action, timeoutMs }, io) => {
    const startedAt = performance.now()
    const late = new AbortController()
    const end = io.limit.start(timeoutMs, () => late.abort())
    const stop = AbortSignal.any([io.signal, late.signal])
    const text = await orAbort(io.answer(action), stop)
      .catch((error) => (stop.aborted ? null : Promise.reject(error)))
      .finally(end)
    const how = text !== null ? 'done' : late.signal.aborted ? 'timed-out' : 'canceled'
    return { how, ms: performance.now() - startedAt, stdout: streamOf(text ?? ''), stderr: streamOf('') }
  },
}

/** One runner for each kind of action; the compiler reports a missing one. */
export const runners: { [K in ActionKind]: Runner<Specs[K], ActionOf<K>> } = {
  process: programRunner,
  http: { plan: planHttp, run: runHttp },
  prompt: promptRunner,
  mcp: mcpRunner,
  builtin: builtinRunner,
}

export const planAction = <K extends ActionKind>({ kind, spec }: Doing<K>, args: JsonObject, at: PlanContext) =>
  runners[kind].plan(spec, args, at)

export function runAction(plan: Runnable<Action>, io: RunIo): Promise<Ended> {
  // An action and its runner are of the same kind, which the compiler cannot follow through the table.
  const runner = runners[plan.action.kind] as Runner<never, Action>
  return runner.run(plan, io)
}

import { isObject, type Json } from '#shared/json'
import type { ProcessAction } from './action.ts'
import type { Plan } from './plan.ts'

/** A plan from before there were actions: flat, and always a command line. */
type FlatPlan = Omit<Plan, 'action' | 'effects' | 'grants'> & Omit<ProcessAction, 'kind'>

/** Reads a plan from any record. Older plans have no effects. */
export function readPlan(recorded: Json): Plan {
  const plan = recorded as unknown as Plan
  if (!isObject(recorded) || isObject(recorded.action)) return plan
  const { argv, origin, binary, cwd, env, stdin, tempFiles, ...rest } = recorded as unknown as Partial<FlatPlan>
  const action: ProcessAction = {
    ...{ kind: 'process', argv: argv ?? [], origin: origin ?? [], binary: binary ?? { name: '', path: null } },
    ...{ cwd: cwd ?? '', env: env ?? [], stdin: stdin ?? null, tempFiles: tempFiles ?? [] },
  }
  const grants = { read: [], write: rest.confinement?.writable ?? [], hosts: [], secrets: [], tools: [] }
  const lists = { resolvers: [], coercions: [], notes: [] }
  return { ...lists, ...(rest as Omit<Plan, 'action' | 'effects' | 'grants'>), action, effects: [], grants }
}

/** Reads a fact from any record, together with its plan. */
export function readRecordedPlan<Body extends object>(body: Body): Body {
  return 'plan' in body ? { ...body, plan: readPlan(body.plan as Json) } : body
}

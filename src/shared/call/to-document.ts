import type { CallRequested, RunFinished } from '#shared/facts'
import { isObject, type Json, type JsonObject } from '#shared/json'
import { withTexts } from '#shared/messages/with-texts'
import type { Ending, ProcessAction } from './action.ts'
import { callerOf } from './call-state.ts'
import type { Plan, Run } from './plan.ts'

/**
 * An answer or a fact as JSON for other programs. They rely on these fields, which therefore never change: flat plans,
 * the caller by name, how a run ended, messages in English.
 */
export const toDocument = (value: unknown): unknown => withTexts(flatten(value))

function flatten(value: unknown): unknown {
  if (!isObject(value)) return value
  const { plan, run, facts } = value
  return {
    ...value,
    ...(value.type === 'call.requested' && nameCaller(value as unknown as CallRequested)),
    ...(value.type === 'run.finished' && { ended: endingOf(value as unknown as RunFinished) }),
    ...(isObject(plan) && { plan: flattenPlan(plan) }),
    ...(isObject(run) && { run: { ...run, ended: endingOf(run as unknown as Run) } }),
    ...(Array.isArray(facts) && { facts: facts.map(flatten) as Json[] }),
  }
}

function flattenPlan(plan: JsonObject) {
  const { tool, skill, action, ...rest } = readPlan(plan)
  return { tool, skill, ...action, ...rest }
}

function nameCaller(fact: CallRequested): Pick<CallRequested, 'recoveredFrom' | 'by'> {
  const caller = callerOf(fact)
  if (caller.kind === 'person') return { by: 'person' }
  if (fact.recoveredFrom !== undefined || caller.kind !== 'model' || caller.from === 'protocol') return {}
  return { recoveredFrom: caller.from === 'choice' ? 'structured' : 'content' }
}

/** Older records do not store this in one word. */
function endingOf(run: Run | RunFinished): Ending {
  if (run.how) return run.how
  if (run.failure) return 'not-started'
  if (run.timedOut) return 'timed-out'
  if (run.canceled) return 'canceled'
  return ('succeeded' in run ? run.succeeded : run.exitCode === 0) ? 'done' : 'failed'
}

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

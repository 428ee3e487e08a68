import type { CallRequested, RunFinished } from '#shared/facts'
import { isObject, type Json, type JsonObject } from '#shared/json'
import { withTexts } from '#shared/messages/with-texts'
import type { Ending } from './action.ts'
import { callerOf } from './call-state.ts'
import type { Run } from './plan.ts'
import { readPlan } from './read-plan.ts'

/**
 * An answer or a fact as JSON for other programs. They rely on these fields, which therefore never change: flat plans,
 * the caller by name, how a run ended, messages in English.
 */
export function toDocument(value: unknown): unknown {
  return withTexts(flatten(value))
}

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

import { listEffects } from '#main/runners/process/effects'
import type { ProcessAction } from '#shared/call/action'
import type { Plan } from '#shared/call/plan'
import { readPlan } from '#shared/call/to-document'
import type { Json } from '#shared/json'

/** A plan of a command line as older records have it: flat. */
export type FlatPlan = Omit<Plan<ProcessAction>, 'action' | 'effects' | 'grants'> & Omit<ProcessAction, 'kind'>

/** What a test says flat, as a plan with its action and with what that touches. */
export function makePlan(flat: FlatPlan): Plan<ProcessAction> {
  const plan = readPlan(structuredClone(flat) as unknown as Json) as Plan<ProcessAction>
  const { action, confinement = null } = plan
  const launch = { action, realCwd: action.cwd, subcommand: '', values: [], realPaths: new Map(), isReadOnly: false }
  return { ...plan, effects: listEffects({ ...launch, confinement }) }
}

/** What a command line would be, where the plan must be one. */
export function processOf(plan: Pick<Plan, 'action'> | undefined): ProcessAction {
  if (plan?.action.kind !== 'process') throw new Error('this is not the plan of a command line')
  return plan.action
}

import { hash } from 'node:crypto'
import type { Plan } from '#shared/call/plan'
import { canonicalJson, type Json } from '#shared/json'

const VERSION = 'skillet plan 3'

/** Nothing else of a plan is left out: what resolvers gave is in the action, what the risk says follows from the rest. */
const LEFT_OUT = ['digest', 'risk'] as const

/** One hash over everything that decides what happens, and all that was seen beside it. Change one byte, and it is another plan. */
export function digestPlan(plan: Omit<Plan, 'digest'>, observed: Json): string {
  const kept = Object.entries(plan).filter(([name]) => !LEFT_OUT.some((each) => each === name))
  return hash('sha256', `${VERSION}\n${canonicalJson({ plan: Object.fromEntries(kept), observed } as Json)}`)
}

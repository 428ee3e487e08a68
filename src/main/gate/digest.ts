import { hash } from 'node:crypto'
import type { Plan } from '#shared/call/plan'
import { canonicalJson, type Json } from '#shared/json'

const VERSION = 'skillet plan 3'

/** Everything else is included. The action holds what resolvers gave; the risk follows from the rest. */
const LEFT_OUT = ['digest', 'risk'] as const

/** One hash over everything that decides what happens. Any changed byte makes another plan. */
export function digestPlan(plan: Omit<Plan, 'digest'>, observed: Json): string {
  const kept = Object.entries(plan).filter(([name]) => !LEFT_OUT.some((each) => each === name))
  return hash('sha256', `${VERSION}\n${canonicalJson({ plan: Object.fromEntries(kept), observed } as Json)}`)
}

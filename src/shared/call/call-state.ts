import type { CallRequested, FactOf, FactType } from '#shared/facts'
import { statusOf } from '#shared/requests/chat-requests'
import type { ActivityRow } from '#shared/requests/requests'
import type { Caller } from './action.ts'

type State = ActivityRow['state']

/** How each kind of fact changes the state of its call. */
const STEPS: { readonly [T in FactType]?: (fact: FactOf<T>, before: State) => State } = {
  'call.requested': () => 'proposed',
  'approval.asked': () => 'waiting',
  'approval.answered': ({ decision }, before) => (decision === 'deny' ? 'denied' : before),
  'call.refused'({ code, isInterrupted }, before) {
    if (before === 'denied' || code === 'DECLINED') return 'denied'
    return isInterrupted ? 'interrupted' : code === 'NOT_ANSWERED' ? 'canceled' : 'refused'
  },
  'run.started': () => 'running',
  'run.interrupted': () => 'interrupted',
  'run.finished': statusOf,
}

/** Who asked for a call, as any record tells it. */
export function callerOf(
  { caller, ...old }: Pick<CallRequested, 'caller' | 'recoveredFrom' | 'by'>,
  wrote?: string,
): Caller {
  if (caller) return caller
  if (old.by === 'person') return { kind: 'person' }
  if (old.recoveredFrom === undefined) return { kind: 'model', from: 'protocol' }
  const from = old.recoveredFrom === 'structured' ? 'choice' : 'text'
  return { kind: 'model', from, ...(wrote !== undefined && { wrote }) }
}

export const ROW_TYPES = Object.keys(STEPS) as FactType[]

export function nextState(before: State, fact: { type: string }): State {
  if (!Object.hasOwn(STEPS, fact.type)) return before
  return STEPS[fact.type as FactType]?.(fact as never, before) ?? before
}

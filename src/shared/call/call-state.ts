import type { CallRequested, FactOf, FactType } from '#shared/facts'
import type { ActivityRow } from '#shared/requests/requests'
import type { Caller } from './action.ts'

type State = ActivityRow['state']

/** What a fact makes of the state of its call; facts of other kinds leave it as it is. */
export const CALL_STATES: { readonly [T in FactType]?: (fact: FactOf<T>, before: State) => State } = {
  'call.requested': () => 'proposed',
  'approval.asked': () => 'waiting',
  'approval.answered': ({ decision }, before) => (decision === 'deny' ? 'denied' : before),
  'call.refused': (fact, before) => (before === 'denied' ? before : refusedAs(fact)),
  'run.started': () => 'running',
  'run.interrupted': () => 'interrupted',
  'run.finished'({ canceled, timedOut, succeeded, exitCode }) {
    if (canceled) return 'canceled'
    if (timedOut) return 'timed-out'
    // Facts of before tell the exit code alone.
    return (succeeded ?? exitCode === 0) ? 'done' : 'failed'
  },
}

/** What older records say of a call that had no end when Skillet was killed. */
const CUT_OFF = 'Skillet ended before this call was answered; nothing was run'

/** The same word for a call that came to nothing, wherever it is shown. */
export function refusedAs({ code, message }: Pick<FactOf<'call.refused'>, 'code' | 'message'>): State {
  if (code === 'DECLINED') return 'denied'
  if (code === 'INTERRUPTED' || message === CUT_OFF) return 'interrupted'
  return code === 'NOT_ANSWERED' ? 'canceled' : 'refused'
}

/** Who asked for a call, as any record tells it. */
export function callerOf({
  caller,
  recoveredFrom,
  by,
}: Pick<CallRequested, 'caller' | 'recoveredFrom' | 'by'>): Caller {
  if (caller) return caller
  if (by === 'person') return { kind: 'person' }
  return {
    kind: 'model',
    from: recoveredFrom === undefined ? 'protocol' : recoveredFrom === 'structured' ? 'choice' : 'text',
  }
}

/** The facts a row of the record is made of. */
export const ROW_TYPES = Object.keys(CALL_STATES) as FactType[]

export function nextState(before: State, fact: { type: string }): State {
  if (!Object.hasOwn(CALL_STATES, fact.type)) return before
  return CALL_STATES[fact.type as FactType]?.(fact as never, before) ?? before
}

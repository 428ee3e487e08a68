import type { FactOf, TurnFinished } from '#shared/facts'
import { type ChatCall, isUnsettled, settleCall } from '#shared/requests/chat-requests'
import type { ChatEntry, ChatState } from './chat.ts'

/** A fold in progress: each container is copied once, so many facts cost one copy. */
export interface Draft {
  readonly origin: ChatState
  state: ChatState
  /** After a turn has settled: calls that a later end of turn could still change. */
  unsettled?: Set<string>
}

export function set(draft: Draft, change: Partial<ChatState>): void {
  if (draft.state === draft.origin) draft.state = { ...draft.state, ...change }
  else Object.assign(draft.state, change)
}

export function pushEntry(draft: Draft, entry: ChatEntry): void {
  if (draft.state.entries === draft.origin.entries) set(draft, { entries: [...draft.state.entries] })
  ;(draft.state.entries as ChatEntry[]).push(entry)
}

export function putCall(draft: Draft, call: ChatCall): void {
  if (draft.state.calls === draft.origin.calls) set(draft, { calls: new Map(draft.state.calls) })
  ;(draft.state.calls as Map<string, ChatCall>).set(call.call, call)
  if (isUnsettled(call)) draft.unsettled?.add(call.call)
  else draft.unsettled?.delete(call.call)
}

/** Closes what the turn left open. A run that continues waits for its own fact, if one can still come. */
export function settleTurn(draft: Draft, turn: string, reason: TurnFinished['reason']): void {
  const isCut = reason === 'interrupted'
  draft.unsettled ??= new Set([...draft.state.calls.values()].filter(isUnsettled).map(({ call }) => call))
  for (const id of [...draft.unsettled]) {
    const call = draft.state.calls.get(id)
    const settled = call?.turn === turn ? settleCall(call, isCut) : null
    if (settled) putCall(draft, settled)
  }
}

/** How long a turn waited for the person. Calls that waited at the same time count once. */
export interface TurnWaits {
  readonly calls: readonly string[]
  /** When the oldest current wait began. */
  readonly since: string
  readonly ms: number
}

export type Asking = FactOf<
  'approval.asked' | 'approval.answered' | 'call.refused' | 'question.asked' | 'question.answered'
>

export function foldWaits(waits: TurnWaits | undefined, { type, call, at }: Asking): TurnWaits {
  const { calls, since, ms } = waits ?? { calls: [], since: at, ms: 0 }
  const others = calls.filter((other) => other !== call)
  if (type === 'approval.asked' || type === 'question.asked')
    return { calls: [...others, call], since: calls.length === 0 ? at : since, ms }
  const hasEnded = calls.length > 0 && others.length === 0
  return { calls: others, since, ms: hasEnded ? ms + between(since, at) : ms }
}

export function waitedUntil(waits: TurnWaits | undefined, at: string): number {
  if (!waits) return 0
  return waits.calls.length > 0 ? waits.ms + between(waits.since, at) : waits.ms
}

const between = (from: string, to: string): number => Math.max(0, Date.parse(to) - Date.parse(from)) || 0

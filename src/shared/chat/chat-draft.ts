import type { TurnFinished } from '#shared/facts'
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

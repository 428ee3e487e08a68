import type { ChatState } from '#shared/chat/chat'
import type { ChatCall } from '#shared/requests/chat-requests'

const NONE: readonly ChatCall[] = []
const known = new WeakMap<ChatState, readonly ChatCall[]>()

/** The waiting calls in the order of the thread, including the person's own. */
export function waitingCalls(chat: ChatState | null): readonly ChatCall[] {
  if (!chat) return NONE
  const before = known.get(chat)
  if (before) return before
  const waiting: ChatCall[] = []
  for (const call of chat.calls.values()) if (call.status === 'waiting') waiting.push(call)
  waiting.sort(compareOrder)
  known.set(chat, waiting)
  return waiting
}

/** No turn runs and no call waits, so that a version can be made or chosen. */
export const isIdleIn = ({ chat }: { chat: ChatState | null }): boolean =>
  chat?.turn === null && waitingCalls(chat).length === 0

function compareOrder(one: ChatCall, other: ChatCall): number {
  const [a, b] = [one.facts[0], other.facts[0]]
  if (a?.type !== 'call.requested' || b?.type !== 'call.requested') return 0
  const isSameTurn = one.turn !== null && one.turn === other.turn
  return isSameTurn && a.nth !== undefined && b.nth !== undefined ? a.nth - b.nth : a.seq - b.seq
}

/** The one on the card. */
export const askedCall = (waiting: readonly ChatCall[], shown: string | null): ChatCall | undefined =>
  waiting.find(({ call }) => call === shown) ?? waiting[0]

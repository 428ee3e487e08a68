import type { ChatState } from '#shared/chat/chat'
import type { ChatCall } from '#shared/requests/chat-requests'

/** The calls that wait for a decision, in the order they were made. */
export function waitingCalls(chat: ChatState | null): readonly ChatCall[] {
  if (!chat?.turn) return []
  const waiting: ChatCall[] = []
  for (let at = chat.entries.length - 1; at >= 0; at--) {
    const entry = chat.entries[at]
    if (entry?.kind === 'end') break
    const call = entry?.kind === 'call' ? chat.calls.get(entry.call) : undefined
    if (call?.status === 'waiting') waiting.unshift(call)
  }
  return waiting
}

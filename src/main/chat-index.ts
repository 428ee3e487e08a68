import type { ChatSummary } from '#shared/calls'
import type { Fact, FactType } from '#shared/facts'
import { foldQueue, holdQueue, type QueuedMessage } from '#shared/queue'

/** The facts the list of chats is made of. */
export const INDEXED: FactType[] = [
  'chat.created',
  'chat.renamed',
  'chat.deleted',
  'chat.restored',
  'chat.pinned',
  'chat.archived',
  'turn.started',
  'turn.finished',
  'approval.asked',
  'approval.answered',
  'message.queued',
  'message.unqueued',
]

export interface ChatIndex {
  take(fact: Fact): void
  has(chat: string): boolean
  /** It was here, and can be again. */
  isDeleted(chat: string): boolean
  list(): ChatSummary[]
  /** What waits to be sent, in order. */
  queued(chat: string): readonly QueuedMessage[]
  /** What waits from before this start is not sent by itself. */
  holdAll(): void
}

interface Entry {
  title: string
  updatedAt: string
  isRunning: boolean
  waiting: Set<string>
  isPinned?: boolean
  isArchived?: boolean
  queued: readonly QueuedMessage[]
}

export function makeChatIndex(): ChatIndex {
  const chats = new Map<string, Entry>()
  const deleted = new Map<string, Entry>()

  return {
    take: (fact) => {
      if (fact.chat === null) return
      if (fact.type === 'chat.created') {
        chats.set(fact.chat, {
          title: fact.title,
          updatedAt: fact.at,
          isRunning: false,
          waiting: new Set(),
          queued: [],
        })
        return
      }
      const gone = deleted.get(fact.chat)
      if (fact.type === 'chat.restored' && gone) chats.set(fact.chat, gone)
      const entry = chats.get(fact.chat)
      if (!entry) return
      entry.queued = foldQueue(entry.queued, fact)
      if (fact.type === 'chat.deleted') {
        chats.delete(fact.chat)
        deleted.set(fact.chat, entry)
      }
      if (fact.type === 'chat.pinned') entry.isPinned = fact.pinned
      if (fact.type === 'chat.archived') entry.isArchived = fact.archived
      if (fact.type === 'chat.renamed') entry.title = fact.title
      if (fact.type === 'approval.asked') entry.waiting.add(fact.call)
      if (fact.type === 'approval.answered') entry.waiting.delete(fact.call)
      if (fact.type === 'turn.started') {
        entry.isRunning = true
        entry.updatedAt = fact.at
      }
      if (fact.type === 'turn.finished') {
        entry.isRunning = false
        entry.waiting.clear()
      }
    },
    has: (chat) => chats.has(chat),
    isDeleted: (chat) => !chats.has(chat) && deleted.has(chat),
    queued: (chat) => chats.get(chat)?.queued ?? [],
    holdAll: () => {
      for (const entry of chats.values()) entry.queued = holdQueue(entry.queued)
    },
    list: () =>
      [...chats]
        .map(([chat, { title, updatedAt, isRunning, waiting, isPinned, isArchived }]) => ({
          chat,
          title,
          updatedAt,
          isRunning,
          isWaiting: waiting.size > 0,
          ...(isPinned && { isPinned }),
          ...(isArchived && { isArchived }),
        }))
        .sort((a, b) => b.updatedAt.localeCompare(a.updatedAt) || b.chat.localeCompare(a.chat)),
  }
}

const LONGEST_TITLE = 60

/** A chat is called by how it began. */
export function titleOf(text: string): string {
  const line = text.trim().split('\n', 1)[0] ?? ''
  const characters = Array.from(line)
  return characters.length > LONGEST_TITLE ? `${characters.slice(0, LONGEST_TITLE - 1).join('')}…` : line
}

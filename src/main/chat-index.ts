import type { ChatSummary } from '#shared/calls'
import type { Fact, FactType } from '#shared/facts'

/** The facts the list of chats is made of. */
export const INDEXED: FactType[] = [
  'chat.created',
  'chat.renamed',
  'chat.deleted',
  'turn.started',
  'turn.finished',
  'approval.asked',
  'approval.answered',
]

export interface ChatIndex {
  take(fact: Fact): void
  has(chat: string): boolean
  list(): ChatSummary[]
}

interface Entry {
  title: string
  updatedAt: string
  isRunning: boolean
  waiting: Set<string>
}

export function makeChatIndex(): ChatIndex {
  const chats = new Map<string, Entry>()

  return {
    take: (fact) => {
      if (fact.chat === null) return
      if (fact.type === 'chat.created') {
        chats.set(fact.chat, { title: fact.title, updatedAt: fact.at, isRunning: false, waiting: new Set() })
        return
      }
      const entry = chats.get(fact.chat)
      if (!entry) return
      if (fact.type === 'chat.deleted') chats.delete(fact.chat)
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
    list: () =>
      [...chats]
        .map(([chat, { title, updatedAt, isRunning, waiting }]) => ({
          chat,
          title,
          updatedAt,
          isRunning,
          isWaiting: waiting.size > 0,
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

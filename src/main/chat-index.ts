import { type Mark, markOf, type Path, readPath } from '#shared/branches'
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
  'branch.chosen',
  'turn.finished',
  'approval.asked',
  'approval.answered',
  'call.refused',
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
  hasTurn(chat: string, turn: string): boolean
  /** A command of it waits for an answer. */
  isWaiting(chat: string): boolean
  /** The turn that holds this fact, where its path is not in view. */
  besideAt(chat: string, seq: number): string | null
  /** Which of its facts are in view. */
  path(chat: string): Path
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
  marks: Mark[]
  hasVersions?: true
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
          marks: [],
        })
        return
      }
      const gone = deleted.get(fact.chat)
      if (fact.type === 'chat.restored' && gone) chats.set(fact.chat, gone)
      const entry = chats.get(fact.chat)
      if (!entry) return
      entry.queued = foldQueue(entry.queued, fact)
      const mark = markOf(fact)
      if (mark) entry.marks.push(mark)
      if (mark?.replaces !== undefined) entry.hasVersions = true
      if (fact.type === 'chat.deleted') {
        chats.delete(fact.chat)
        deleted.set(fact.chat, entry)
      }
      if (fact.type === 'chat.pinned') entry.isPinned = fact.pinned
      if (fact.type === 'chat.archived') entry.isArchived = fact.archived
      if (fact.type === 'chat.renamed') entry.title = fact.title
      if (fact.type === 'approval.asked') entry.waiting.add(fact.call)
      // Not the end of a turn: a person's own call waits on beside it.
      if (fact.type === 'approval.answered' || fact.type === 'call.refused') entry.waiting.delete(fact.call)
      if (fact.type === 'turn.started') {
        entry.isRunning = true
        entry.updatedAt = fact.at
      }
      if (fact.type === 'turn.finished') entry.isRunning = false
    },
    has: (chat) => chats.has(chat),
    isDeleted: (chat) => !chats.has(chat) && deleted.has(chat),
    queued: (chat) => chats.get(chat)?.queued ?? [],
    isWaiting: (chat) => (chats.get(chat)?.waiting.size ?? 0) > 0,
    hasTurn: (chat, turn) => chats.get(chat)?.marks.some((mark) => mark.turn === turn) === true,
    besideAt: (chat, seq) => {
      const { marks = [], hasVersions } = chats.get(chat) ?? {}
      if (!hasVersions) return null
      if (readPath(marks).stretches.some(({ start, end, isOn }) => isOn && start <= seq && seq < end)) return null
      return marks.findLast((mark) => mark.seq <= seq && !mark.isChoice)?.turn ?? null
    },
    path: (chat) => readPath(chats.get(chat)?.marks ?? []),
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

import type { Summaries } from '#main/ledger/messages'
import type { Ledger } from '#main/ledger/open-ledger'
import { type Mark, markOf, type Path, readMarks, readPath } from '#shared/chat/branches'
import { type ChatState, foldChatState } from '#shared/chat/chat-state'
import { holdQueue, type QueuedMessage } from '#shared/chat/queue'
import type { Fact } from '#shared/facts'
import type { ChatSummary } from '#shared/requests/requests'

/** The list of chats. Messages and versions of a chat are read when needed. */
export interface ChatIndex {
  /** The summaries at the start. A message waiting in one is not sent by itself. */
  load(chats: Summaries['chats']): void
  take(fact: Fact): void
  has(chat: string): boolean
  /** Deleted chats can be restored. */
  isDeleted(chat: string): boolean
  title(chat: string): string | undefined
  list(): ChatSummary[]
  /** A chat's entry and its position in the list; null if it is not listed. */
  summary(chat: string): { summary: ChatSummary | null; place: number }
  /** Messages waiting to be sent, in order. */
  queued(chat: string): readonly QueuedMessage[]
  /** One of its calls waits for an answer. */
  isWaiting(chat: string): boolean
  hasTurn(chat: string, turn: string): Promise<boolean>
  /** The turn with this fact, if it is off the visible path. */
  besideAt(chat: string, seq: number): Promise<string | null>
  /** Which of its facts are visible. */
  path(chat: string): Promise<Path>
}

const WHOLE = readPath([])

export function makeChatIndex(ledger: Pick<Ledger, 'read'>): ChatIndex {
  const chats = new Map<string, ChatState>()
  const marks = makeChatMarks(ledger)
  const find = (chat: string) => {
    const state = chats.get(chat)
    return state && !state.isDeleted ? state : undefined
  }

  return {
    load(rows) {
      const known = new Map(chats)
      chats.clear()
      for (const { chat, state } of rows) {
        const sendable = new Set(known.get(chat)?.queued.flatMap(({ message, isHeld }) => (isHeld ? [] : [message])))
        const queued = holdQueue(state.queued).map((one) => ({ ...one, isHeld: !sendable.has(one.message) }))
        chats.set(chat, { ...state, queued })
      }
    },
    take(fact) {
      if (fact.chat === null) return
      marks.take(fact)
      const before = chats.get(fact.chat) ?? null
      const after = foldChatState(before, fact)
      if (after && after !== before) chats.set(fact.chat, after)
    },
    has: (chat) => find(chat) !== undefined,
    isDeleted: (chat) => chats.get(chat)?.isDeleted === true,
    title: (chat) => find(chat)?.title,
    queued: (chat) => find(chat)?.queued ?? [],
    isWaiting: (chat) => (find(chat)?.waiting.length ?? 0) > 0,
    hasTurn: async (chat, turn) =>
      find(chat) !== undefined && (await marks.of(chat)).some((mark) => mark.turn === turn),
    async besideAt(chat, seq) {
      if (!find(chat)?.hasVersions) return null
      const known = await marks.of(chat)
      if (readPath(known).stretches.some(({ start, end, isOn }) => isOn && start <= seq && seq < end)) return null
      return known.findLast((mark) => mark.seq <= seq && !mark.isChoice)?.turn ?? null
    },
    path: async (chat) => (find(chat)?.hasVersions ? readPath(await marks.of(chat)) : WHOLE),
    list: () =>
      [...chats]
        .filter(([, { isDeleted }]) => !isDeleted)
        .toSorted(([, a], [, b]) => b.seq - a.seq)
        .map(([chat, state]) => summarize(chat, state)),
    summary(chat) {
      const state = find(chat)
      if (!state) return { summary: null, place: 0 }
      let place = 0
      for (const other of chats.values()) if (!other.isDeleted && other.seq > state.seq) place += 1
      return { summary: summarize(chat, state), place }
    },
  }
}

function summarize(chat: string, state: ChatState): ChatSummary {
  const { title, updatedAt, isRunning, waiting, isPinned, isArchived } = state
  return {
    ...{ chat, title, updatedAt, isRunning, isWaiting: waiting.length > 0 },
    ...(isPinned && { isPinned }),
    ...(isArchived && { isArchived }),
  }
}

const LONGEST_TITLE = 60

export function titleOf(text: string): string {
  const line = text.trim().split('\n', 1)[0] ?? ''
  const characters = Array.from(line)
  return characters.length > LONGEST_TITLE ? `${characters.slice(0, LONGEST_TITLE - 1).join('')}…` : line
}

/** How many chats keep their turns in memory: the most recently used. */
const MOST_HELD = 32

/** The turns of a chat, read when needed and then kept up to date. */
interface ChatMarks {
  take(fact: Fact): void
  of(chat: string): Promise<readonly Mark[]>
}

interface Held {
  marks: Mark[]
  read: Promise<void>
}

function makeChatMarks(ledger: Pick<Ledger, 'read'>): ChatMarks {
  const held = new Map<string, Held>()

  function hold(chat: string): Held {
    const marks: Mark[] = []
    const read = ledger.read({ chat, types: ['turn.started', 'branch.chosen'] }).then((facts) => {
      const last = facts.at(-1)?.seq ?? 0
      // Facts recorded during the read may be among them.
      marks.splice(0, Number.POSITIVE_INFINITY, ...readMarks(facts), ...marks.filter(({ seq }) => seq > last))
    })
    read.catch(() => held.delete(chat))
    return { marks, read }
  }

  return {
    take(fact) {
      const mark = markOf(fact)
      if (mark && fact.chat !== null) held.get(fact.chat)?.marks.push(mark)
    },
    async of(chat) {
      const found = held.get(chat) ?? hold(chat)
      held.delete(chat)
      held.set(chat, found)
      const [oldest] = held.keys()
      if (held.size > MOST_HELD && oldest !== undefined) held.delete(oldest)
      await found.read
      return found.marks
    },
  }
}

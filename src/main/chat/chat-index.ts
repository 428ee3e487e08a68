import type { Summaries } from '#main/ledger/messages'
import type { Ledger } from '#main/ledger/open-ledger'
import { type Mark, markOf, type Path, readMarks, readPath } from '#shared/chat/branches'
import { type ChatState, foldChatState, holdQueue, type QueuedMessage } from '#shared/chat/chat-state'
import type { Fact } from '#shared/facts'
import type { ChatSummary } from '#shared/requests/requests'

const WHOLE = readPath([])

export type ChatIndex = ReturnType<typeof makeChatIndex>

/** The list of chats. Messages and versions of a chat are read when needed. */
export function makeChatIndex(ledger: Pick<Ledger, 'read'>) {
  const chats = new Map<string, ChatState>()
  const marks = makeChatMarks(ledger)
  const find = (chat: string) => {
    const state = chats.get(chat)
    return state && !state.isDeleted ? state : undefined
  }

  return {
    /** The summaries at the start. A message waiting in one is not sent by itself. */
    load(rows: Summaries['chats']) {
      const known = new Map(chats)
      chats.clear()
      for (const { chat, state } of rows) {
        const sendable = new Set(known.get(chat)?.queued.flatMap(({ message, isHeld }) => (isHeld ? [] : [message])))
        const queued = holdQueue(state.queued).map((one) => ({ ...one, isHeld: !sendable.has(one.message) }))
        chats.set(chat, { ...state, queued })
      }
    },
    take(fact: Fact) {
      if (fact.chat === null) return
      marks.take(fact)
      const before = chats.get(fact.chat) ?? null
      const after = foldChatState(before, fact)
      if (after && after !== before) chats.set(fact.chat, after)
    },
    has: (chat: string): boolean => find(chat) !== undefined,
    isDeleted: (chat: string): boolean => chats.get(chat)?.isDeleted === true,
    title: (chat: string): string | undefined => find(chat)?.title,
    queued: (chat: string): readonly QueuedMessage[] => find(chat)?.queued ?? [],
    isWaiting: (chat: string): boolean => (find(chat)?.waiting.length ?? 0) > 0,
    hasTurn: async (chat: string, turn: string): Promise<boolean> =>
      find(chat) !== undefined && (await marks.of(chat)).some((mark) => mark.turn === turn),
    /** The turn with this fact, if it is off the visible path. */
    async besideAt(chat: string, seq: number): Promise<string | null> {
      if (!find(chat)?.hasVersions) return null
      const known = await marks.of(chat)
      if (readPath(known).stretches.some(({ start, end, isOn }) => isOn && start <= seq && seq < end)) return null
      return known.findLast((mark) => mark.seq <= seq && !mark.isChoice)?.turn ?? null
    },
    path: async (chat: string): Promise<Path> => (find(chat)?.hasVersions ? readPath(await marks.of(chat)) : WHOLE),
    list: (): ChatSummary[] =>
      [...chats]
        .filter(([, { isDeleted }]) => !isDeleted)
        .toSorted(([, a], [, b]) => b.seq - a.seq)
        .map(([chat, state]) => summarize(chat, state)),
    /** A chat's entry and its position in the list; null if it is not listed. */
    summary(chat: string): { summary: ChatSummary | null; place: number } {
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

interface Held {
  marks: Mark[]
  read: Promise<void>
}

/** The turns of a chat, read when needed and then kept up to date. */
function makeChatMarks(ledger: Pick<Ledger, 'read'>) {
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
    take(fact: Fact) {
      const mark = markOf(fact)
      if (mark && fact.chat !== null) held.get(fact.chat)?.marks.push(mark)
    },
    async of(chat: string): Promise<readonly Mark[]> {
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

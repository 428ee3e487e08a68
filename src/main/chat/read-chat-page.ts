import type { Ledger } from '#main/ledger/open-ledger'
import { pickPath } from '#shared/chat/branches'
import type { QueuedMessage } from '#shared/chat/chat-state'
import type { Live } from '#shared/chat/live'
import type { Fact } from '#shared/facts'
import type { ChatIndex } from './chat-index.ts'

interface Asked {
  chat: string
  before?: number
  from?: number
  limit?: number
}

export interface ChatPage {
  facts: Fact[]
  title: string
  hasEarlier: boolean
  queued: readonly QueuedMessage[]
  /** For each turn on the path with several versions: all of them, in order. */
  versions: readonly (readonly string[])[]
  /** The passing events so far; only with the latest page. */
  live?: Live
}

/** How many facts are read at once on the way back. */
const AT_ONCE = 500

/** The latest `limit` facts of the path before `before`, extended to start with a whole turn. */
export async function readChatPage(ledger: Pick<Ledger, 'read'>, index: ChatIndex, asked: Asked): Promise<ChatPage> {
  const { chat, before, from, limit } = asked
  const path = await index.path(chat)
  const about = { title: index.title(chat) ?? '', queued: index.queued(chat), versions: path.versions }
  const isWhole = from === undefined && limit === undefined
  let read: Fact[] = []
  for (;;) {
    const end = read[0]?.seq ?? before
    const bounds = { ...(end !== undefined && { before: end }), ...(!isWhole && { limit: AT_ONCE }) }
    const block = await ledger.read({ chat, ...bounds, newestFirst: true })
    read = [...block.reverse(), ...read]
    const facts = pickPath(read, path).filter(({ type }) => type !== 'answer.written')
    if (isWhole) return { ...about, facts, hasEarlier: false }
    const isAll = block.length < AT_ONCE
    const cut = from === undefined ? facts.length - (limit ?? 0) : facts.filter(({ seq }) => seq < from).length
    const hasCut = from === undefined ? cut >= 0 : cut > 0
    const start = hasCut ? await findStart(facts.slice(0, cut + 1)) : null
    if (start !== null) return { ...about, facts: facts.slice(start), hasEarlier: start > 0 || !isAll }
    if (isAll) return { ...about, facts, hasEarlier: false }
  }

  /** Where the turn of the last of these facts starts; null if that is farther back. */
  async function findStart(facts: readonly Fact[]): Promise<number | null> {
    const turn = facts.findLastIndex(({ type }) => type === 'turn.started')
    if (turn >= 0) return turn
    const end = { before: facts.at(-1)?.seq ?? 0, limit: 1, newestFirst: true }
    const [earlier] = await ledger.read({ chat, types: ['turn.started'], ...end })
    const [imported] = await ledger.read({ chat, types: ['message.added'], ...end })
    // Before the first turn there are only imported messages, which belong to no turn.
    return earlier || !imported ? null : facts.length - 1
  }
}

import type { Ledger } from '#main/ledger/open-ledger'
import { ABOUT_CALLS, pickPath, type Stretch } from '#shared/chat/branches'
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

/** The latest `limit` facts of the path before `before`, extended to start with a whole turn. */
export async function readChatPage(ledger: Pick<Ledger, 'read'>, index: ChatIndex, asked: Asked): Promise<ChatPage> {
  const { chat, before = Number.POSITIVE_INFINITY, from, limit } = asked
  const title = index.title(chat) ?? ''
  const path = await index.path(chat)
  let facts: Fact[] = []
  let beside: Fact[] = []
  let start = 0
  for (const stretch of path.stretches.toReversed()) {
    const part = { ...stretch, end: Math.min(stretch.end, before) }
    if (part.start >= part.end) continue
    if (!part.isOn) {
      beside = await ledger.read({ chat, types: ABOUT_CALLS, ...boundsOf(part) })
      continue
    }
    const read = await readBack(ledger, part, { chat, from, limit: limit && limit - facts.length })
    start = read.start
    facts = [...read.facts, ...beside, ...facts]
    beside = []
    if (from === undefined ? limit !== undefined && facts.length >= limit : start <= from) break
  }
  const picked = pickPath(facts, path).filter(({ type }) => type !== 'answer.written')
  return { facts: picked, title, hasEarlier: start > 0, queued: index.queued(chat), versions: path.versions }
}

interface Wanted extends Pick<Asked, 'chat'> {
  from: number | undefined
  limit: number | undefined
}

async function readBack(
  ledger: Pick<Ledger, 'read'>,
  part: Stretch,
  { chat, from, limit }: Wanted,
): Promise<{ start: number; facts: Fact[] }> {
  const newest = await readNewest()
  const cut = newest?.[0]?.seq ?? from ?? 0
  const start = cut <= part.start ? part.start : await findTurn(cut)
  const rest = newest ? { ...part, end: cut } : part
  const facts = await ledger.read({ chat, ...boundsOf({ ...rest, start }) })
  return { start, facts: [...facts, ...(newest ?? [])] }

  /** Null if there are no more than `limit`, or no limit. */
  async function readNewest(): Promise<Fact[] | null> {
    if (limit === undefined || from !== undefined) return null
    const facts = await ledger.read({ chat, ...boundsOf(part), limit, newestFirst: true })
    return facts.length === limit ? facts.reverse() : null
  }

  async function findTurn(cut: number): Promise<number> {
    const bounds = boundsOf({ ...part, end: Math.min(part.end, cut + 1) })
    const [turn] = await ledger.read({ chat, types: ['turn.started'], ...bounds, newestFirst: true, limit: 1 })
    if (turn) return turn.seq
    // Before the first turn there are only imported messages, which stand alone.
    const before = { ...boundsOf({ ...part, end: cut }), limit: 1 }
    const [imported] = await ledger.read({ chat, types: ['message.added'], ...before })
    return imported ? cut : part.start
  }
}

function boundsOf({ start, end }: Pick<Stretch, 'start' | 'end'>): { after?: number; before?: number } {
  return { ...(start > 0 && { after: start - 1 }), ...(Number.isFinite(end) && { before: end }) }
}

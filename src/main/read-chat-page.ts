import type { ChatIndex } from '#main/chat-index'
import type { Ledger } from '#main/ledger/open-ledger'
import type { Calls } from '#shared/calls'
import type { Fact } from '#shared/facts'

/** The latest `limit` facts before `before`, and as many more as it takes to begin with a whole turn. */
export async function readChatPage(
  ledger: Pick<Ledger, 'read'>,
  index: ChatIndex,
  { chat, before, from, limit }: Calls['chat.read']['input'],
): Promise<Calls['chat.read']['output']> {
  const title = index.list().find((summary) => summary.chat === chat)?.title ?? ''
  const end = before === undefined ? {} : { before }
  const newest = await readNewest()
  const cut = newest?.[0]?.seq ?? from ?? 0
  const [turn] = await ledger.read({ chat, types: ['turn.started'], before: cut + 1, newestFirst: true, limit: 1 })
  const start = cut === 0 ? 0 : (turn?.seq ?? 0)
  const rest = newest ? { before: cut } : end
  const facts = await ledger.read({ chat, ...rest, ...(start > 0 && { after: start - 1 }) })
  return { facts: [...facts, ...(newest ?? [])], title, hasEarlier: start > 0, queued: index.queued(chat) }

  /** Null where there are no more than `limit`, or no limit is set. */
  async function readNewest(): Promise<Fact[] | null> {
    if (limit === undefined || from !== undefined) return null
    const facts = await ledger.read({ chat, ...end, limit, newestFirst: true })
    return facts.length === limit ? facts.reverse() : null
  }
}

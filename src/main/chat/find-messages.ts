import type { Ledger } from '#main/ledger/open-ledger'
import { findHits } from '#shared/call/hits'
import type { FactOf } from '#shared/facts'
import type { FoundMessage } from '#shared/requests/chat-requests'
import type { ChatIndex } from './chat-index.ts'

const AROUND = 60
/** A search in one chat skips what other chats match, and gives up after this many. */
const MOST_WALKED = 20_000
const STRIDE = 1000

/** Messages with these words, newest first, in chats that are not deleted. */
export async function findMessages(
  ledger: Pick<Ledger, 'search'>,
  index: ChatIndex,
  { text, limit, chat, before }: { text: string; limit: number; chat?: string; before?: number },
): Promise<{ found: FoundMessage[]; more: boolean }> {
  const found: FoundMessage[] = []
  let end = before
  for (let walked = 0; walked < MOST_WALKED && found.length <= limit; walked += STRIDE) {
    const facts = await ledger.search({
      ...{ text, types: ['message.added'], limit: STRIDE },
      ...(end !== undefined && { before: end }),
    })
    for (const fact of facts) {
      const title = fact.chat === null ? undefined : index.title(fact.chat)
      if (fact.type !== 'message.added' || title === undefined || (chat ?? fact.chat) !== fact.chat) continue
      const one = describe(fact, title, text)
      // In an open chat, a match is something to look at.
      if (chat !== undefined && one.count === 0) continue
      const beside = await index.besideAt(fact.chat ?? '', fact.seq)
      found.push({ ...one, ...(beside !== null && { beside }) })
    }
    end = facts.at(-1)?.seq
    if (facts.length < STRIDE) break
  }
  return { found: found.slice(0, limit), more: found.length > limit }
}

/** The address of a link that has words of its own; only the words are drawn. */
const ADDRESS = /(?<=\]\()[^()\s]+(?=\))/g

function describe({ chat, seq, at, role, content }: FactOf<'message.added'>, title: string, text: string) {
  const drawn = role === 'assistant' ? content.replace(ADDRESS, (address) => ' '.repeat(address.length)) : content
  const seen = findHits(drawn, text)
  const hits = seen.length > 0 ? seen : findHits(content, text)
  const { start, end } = hits[0] ?? { start: 0, end: 0 }
  const from = Math.max(0, start - AROUND)
  const clip = (piece: string) => piece.toWellFormed().replace(/\s+/g, ' ')
  const found: FoundMessage = {
    ...{ chat: chat ?? '', title, seq, at, role },
    before: `${from > 0 ? '…' : ''}${clip(content.slice(from, start))}`,
    match: clip(content.slice(start, end)),
    after: clip(content.slice(end, end + 2 * AROUND)),
    count: hits.length === 0 ? 1 : seen.length,
  }
  return found
}

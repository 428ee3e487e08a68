import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { makeChatIndex } from '#main/chat/chat-index'
import { readChatPage } from '#main/chat/read-chat-page'
import type { ReadQuery } from '#main/ledger/messages'
import { pickPath } from '#shared/chat/branches'
import { emptyChat, foldEarlier, foldFacts } from '#shared/chat/chat'
import type { Fact } from '#shared/facts'
import { growChat, steps } from '#test/shared/chat/grow-chat'

/** Reads as the ledger does. */
function keep(facts: readonly Fact[]) {
  const read = async ({ chat, types, after = 0, before = Infinity, limit = Infinity, newestFirst }: ReadQuery = {}) => {
    const found = facts.filter((fact) => fact.chat === chat && fact.seq > after && fact.seq < before)
    const wanted = found.filter(({ type }) => !types || types.includes(type))
    return (newestFirst ? wanted.toReversed() : wanted).slice(0, limit)
  }
  const index = makeChatIndex({ read })
  for (const fact of facts) index.take(fact)
  return { index, ledger: { read } }
}

describe('a page of a chat with versions', () => {
  it('is only the path, and all pages together are the whole path', async () => {
    await fc.assert(
      fc.asyncProperty(steps, fc.integer({ min: 1, max: 40 }), async (wanted, limit) => {
        const { facts } = growChat(wanted)
        const { index, ledger } = keep(facts)
        const newest = await readChatPage(ledger, index, { chat: 'c', limit })
        let chat = foldFacts(emptyChat('c'), newest.facts)
        let { hasEarlier } = newest
        let before = newest.facts[0]?.seq
        let reads = 0
        while (hasEarlier && before !== undefined) {
          const page = await readChatPage(ledger, index, { chat: 'c', limit, before })
          expect(page.facts.length).toBeGreaterThan(0)
          expect(page.facts.every(({ seq }) => seq < (before ?? 0))).toBe(true)
          chat = foldEarlier(chat, page.facts)
          hasEarlier = page.hasEarlier
          before = page.facts[0]?.seq
          expect(++reads).toBeLessThan(500)
        }
        const whole = foldFacts(emptyChat('c'), pickPath(facts))
        expect(chat.entries).toEqual(whole.entries)
        expect(new Map(chat.calls)).toEqual(new Map(whole.calls))
      }),
      { numRuns: 200 },
    )
  })

  it('reaches back to a requested place on the path', async () => {
    await fc.assert(
      fc.asyncProperty(steps, fc.nat(), async (wanted, at) => {
        const { facts } = growChat(wanted)
        const { index, ledger } = keep(facts)
        const from = facts[at % facts.length]?.seq ?? 1
        const page = await readChatPage(ledger, index, { chat: 'c', from })
        const path = pickPath(facts)
        const messages = (all: readonly Fact[]) =>
          all.filter(({ type, seq }) => type === 'message.added' && seq >= from)
        expect(messages(page.facts)).toEqual(messages(path))
      }),
      { numRuns: 200 },
    )
  })
})

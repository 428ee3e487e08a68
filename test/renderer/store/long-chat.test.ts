import { describe, expect, it } from 'vitest'
import { emptyChat, foldFacts } from '#shared/chat/chat'
import type { Fact } from '#shared/facts'
import { tell } from '../../stories/facts.ts'
import { openStore } from './open-store.ts'

const STATS = { rounds: 1, calls: 0, promptTokens: 1, outputTokens: 1, ms: 1 }
const story = tell('disk', 0).open('Long')
for (let at = 0; at < 40; at++) {
  story.add({ type: 'turn.started', turn: `t${at}`, model: 'm' })
  story.add({ type: 'message.added', role: 'user', content: `${at}` })
  story.add({ type: 'turn.finished', turn: `t${at}`, reason: 'answered', stats: STATS })
}
const all = story.facts

/** As main pages: from a turn on, at least `size` facts. */
function openPaged(size: number) {
  return openStore(
    {},
    {
      'chat.read': async (input) => {
        const { before = Number.MAX_SAFE_INTEGER, from } = input as { before?: number; from?: number }
        const earlier = all.filter(({ seq }) => seq < before)
        const wanted = from ?? earlier.at(-size)?.seq ?? 0
        const start = earlier.findLast(({ type, seq }) => type === 'turn.started' && seq <= wanted)?.seq ?? 0
        const facts: Fact[] = earlier.filter(({ seq }) => seq >= start)
        return { ok: true, value: { facts, title: 'Long', hasEarlier: start > 0, queued: [], versions: [] } }
      },
    },
  )
}

describe('a long chat in the store', () => {
  it('opens at its end, and is whole after everything before was read', async () => {
    const { store } = openPaged(10)
    await store.getState().openChat('disk')
    expect(store.getState().chat?.title).toBe('Long')
    expect(store.getState().chat?.entries.length).toBeLessThan(20)
    while (store.getState().earlier) await store.getState().readEarlier()
    expect(store.getState().chat?.entries).toEqual(foldFacts(emptyChat('disk'), all).entries)
  })

  it('reads one page at a time, however often it is asked', async () => {
    const { store, asked } = openPaged(10)
    await store.getState().openChat('disk')
    await Promise.all([store.getState().readEarlier(), store.getState().readEarlier(), store.getState().readEarlier()])
    expect(asked.filter((name) => name === 'chat.read')).toHaveLength(2)
  })

  it('drops a page that arrives after another chat was opened', async () => {
    const { store } = openPaged(10)
    await store.getState().openChat('disk')
    const reading = store.getState().readEarlier()
    store.getState().newChat()
    await reading
    expect(store.getState()).toMatchObject({ chat: null, earlier: null })
  })

  it('reads down to a searched message, and scrolls to it', async () => {
    const { store } = openPaged(10)
    const wanted = all[11]?.seq ?? 0
    await store.getState().goToMessage('disk', wanted)
    expect(store.getState().target).toBe(wanted)
    expect(store.getState().chat?.entries[0]?.seq).toBeLessThanOrEqual(wanted)
  })
})

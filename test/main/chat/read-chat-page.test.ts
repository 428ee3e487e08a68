import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { readChatPage } from '#main/chat/read-chat-page'
import type { Core } from '#main/open-core'
import type { Fact } from '#shared/facts'
import { openTestCore } from '#test/helpers/open-test-core'
import { makeTempDir } from '#test/helpers/temp-dir'

const STATS = { rounds: 1, calls: 0, promptTokens: 1, outputTokens: 1, ms: 1 }
const TURNS = 30
let core: Core
let all: Fact[]

beforeEach(async () => {
  core = (await openTestCore({ home: makeTempDir() })).core
  await core.publish({ type: 'chat.created', chat: 'c', title: 'New chat', model: null })
  await core.publish({ type: 'chat.renamed', chat: 'c', title: 'Long' })
  for (let at = 0; at < TURNS; at++) {
    await core.publish(
      { type: 'turn.started', chat: 'c', turn: `t${at}`, model: 'm' },
      { type: 'message.added', chat: 'c', role: 'user', content: `${at}` },
      { type: 'message.added', chat: 'other', role: 'user', content: 'elsewhere' },
      { type: 'message.added', chat: 'c', role: 'assistant', content: `${at}` },
      { type: 'turn.finished', chat: 'c', turn: `t${at}`, reason: 'answered', stats: STATS },
    )
  }
  all = await core.ledger.read({ chat: 'c' })
})
afterEach(() => core.close())

const read = (more: { before?: number; from?: number; limit?: number } = {}) =>
  readChatPage(core.ledger, core.index, { chat: 'c', ...more })

describe('a page of a chat', () => {
  it('is the whole chat if there is no limit or the chat is shorter', async () => {
    expect(await read()).toEqual({ facts: all, title: 'Long', hasEarlier: false, queued: [], versions: [] })
    expect(await read({ limit: 5000 })).toEqual({
      facts: all,
      title: 'Long',
      hasEarlier: false,
      queued: [],
      versions: [],
    })
  })

  it.each([1, 2, 3, 4, 5, 17, 40])(
    'of %i facts has at least that many, and begins with a whole turn',
    async (limit) => {
      const { facts, hasEarlier, title } = await read({ limit })
      expect(facts).toEqual(all.slice(-facts.length))
      expect(facts.length).toBeGreaterThanOrEqual(limit)
      expect(facts[0]?.type).toBe('turn.started')
      expect({ hasEarlier, title }).toEqual({ hasEarlier: true, title: 'Long' })
    },
  )

  it('continues before the previous one, back to the beginning, and no fact is read twice', async () => {
    const pages: Fact[][] = []
    let before: number | undefined
    for (let more = true; more; ) {
      const page = await read({ limit: 20, ...(before !== undefined && { before }) })
      pages.unshift(page.facts)
      before = page.facts[0]?.seq
      more = page.hasEarlier
    }
    expect(pages.length).toBeGreaterThan(3)
    expect(pages.flat()).toEqual(all)
  })

  it('reaches back to a requested place', async () => {
    const wanted = all[50]?.seq ?? 0
    const { facts } = await read({ from: wanted, before: all[90]?.seq ?? 0 })
    expect(facts.some(({ seq }) => seq === wanted)).toBe(true)
    expect(facts.at(-1)).toEqual(all[89])
    expect(facts[0]?.type).toBe('turn.started')
  })
})

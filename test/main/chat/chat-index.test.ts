import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { makeChatIndex } from '#main/chat/chat-index'
import type { ReadQuery } from '#main/ledger/messages'
import { readMarks, readPath } from '#shared/chat/branches'
import type { Fact, FactBody } from '#shared/facts'
import { growChat, steps } from '#test/shared/chat/grow-chat'

const AT = '2026-01-01T00:00:00.000Z'

function makeFacts(...bodies: object[]): Fact[] {
  return bodies.map((body, n) => ({ ...(body as FactBody), chat: 'c', seq: n + 1, at: AT }) as Fact)
}

/** Reads what was recorded up to now, once `answer` is called. */
function makeReader() {
  const recorded: Fact[] = []
  const waiting: (() => void)[] = []
  let reads = 0
  const read = (query: ReadQuery = {}) => {
    reads += 1
    const found = recorded.filter(({ type, chat }) => chat === query.chat && query.types?.includes(type))
    return new Promise<Fact[]>((resolve) => waiting.push(() => resolve(found)))
  }
  const answer = () => {
    for (const one of waiting.splice(0)) one()
  }
  return { recorded, read, answer, reads: () => reads }
}

describe('a chat in the list', () => {
  it('waits for its person until each question is answered or refused, whatever else ends', () => {
    const index = makeChatIndex(makeReader())
    const [last, ...before] = makeFacts(
      { type: 'chat.created', title: 'One', model: null },
      { type: 'turn.started', turn: 't', model: 'tiny' },
      ...['of the model', 'of the person'].map((call) => ({ type: 'approval.asked', call })),
      { type: 'call.refused', call: 'of the model', code: 'NOT_ANSWERED', message: '' },
      { type: 'turn.finished', turn: 't' },
      { type: 'approval.answered', call: 'of the person' },
    ).toReversed()
    for (const fact of before.toReversed()) index.take(fact)
    expect(index.isWaiting('c')).toBe(true)
    if (last) index.take(last)
    expect(index.isWaiting('c')).toBe(false)
    expect(index.list()).toMatchObject([{ isWaiting: false, isRunning: false }])
  })

  it('returns from its deletion as if it had never been deleted', () => {
    const index = makeChatIndex(makeReader())
    const [created, started, deleted, finished, restored] = makeFacts(
      { type: 'chat.created', title: 'One', model: null },
      { type: 'turn.started', turn: 't', model: 'tiny' },
      { type: 'chat.deleted' },
      { type: 'turn.finished', turn: 't' },
      { type: 'chat.restored' },
    )
    for (const fact of [created, started, deleted, finished]) if (fact) index.take(fact)
    expect([index.has('c'), index.isDeleted('c'), index.list()]).toEqual([false, true, []])
    if (restored) index.take(restored)
    expect([index.has('c'), index.isDeleted('c')]).toEqual([true, false])
    expect(index.list()).toMatchObject([{ title: 'One', isRunning: false }])
  })

  it('does not send by itself what waited before the start, but what was queued since', () => {
    const state = { title: 'One', seq: 1, updatedAt: AT, isRunning: false, waiting: [] }
    const queue = (...names: string[]) => names.map((message) => ({ message, text: message, at: AT, isHeld: false }))
    const index = makeChatIndex(makeReader())
    index.load([{ chat: 'c', state: { ...state, queued: queue('old') } }])
    const [queued] = makeFacts({ type: 'message.queued', message: 'new', text: 'new' })
    if (queued) index.take(queued)
    expect(index.queued('c').map(({ isHeld }) => isHeld)).toEqual([true, false])
    index.load([{ chat: 'c', state: { ...state, title: 'Put right', queued: queue('old', 'new') } }])
    expect(index.title('c')).toBe('Put right')
    expect(index.queued('c').map(({ isHeld }) => isHeld)).toEqual([true, false])
    index.load([])
    expect(index.list()).toEqual([])
  })

  it('knows its path from all of its facts, whenever it is first asked and whatever is recorded meanwhile', async () => {
    await fc.assert(
      fc.asyncProperty(steps, fc.nat(), fc.nat(), async (wanted, at, between) => {
        const { facts } = growChat(wanted)
        const { recorded, read, answer } = makeReader()
        const index = makeChatIndex({ read })
        const take = (from: number, to: number) => {
          for (const fact of facts.slice(from, to)) {
            recorded.push(fact)
            index.take(fact)
          }
        }
        const asked = at % (facts.length + 1)
        const answered = asked + (between % (facts.length - asked + 1))
        take(0, asked)
        const first = index.path('c')
        take(asked, answered)
        answer()
        await first
        take(answered, facts.length)
        const path = index.path('c')
        const turn = readMarks(facts).at(-1)?.turn ?? 'none'
        const has = index.hasTurn('c', turn)
        answer()
        expect(await path).toEqual(readPath(readMarks(facts)))
        answer()
        expect(await has).toBe(turn !== 'none' && index.has('c'))
        expect(await index.hasTurn('elsewhere', turn)).toBe(false)
      }),
      { numRuns: 200 },
    )
  })

  it('reads the turns of a chat without versions only when somebody asks about one', async () => {
    const { recorded, read, answer, reads } = makeReader()
    const index = makeChatIndex({ read })
    const facts = makeFacts(
      { type: 'chat.created', title: 'One', model: null },
      { type: 'turn.started', turn: 't', model: 'tiny' },
    )
    for (const fact of facts) {
      recorded.push(fact)
      index.take(fact)
    }
    expect(await index.path('c')).toEqual(readPath(readMarks(facts)))
    expect(await index.besideAt('c', 2)).toBeNull()
    expect(reads()).toBe(0)
    const has = [index.hasTurn('c', 't'), index.hasTurn('c', 'other')]
    answer()
    expect(await Promise.all(has)).toEqual([true, false])
    expect(reads()).toBe(1)
  })
})

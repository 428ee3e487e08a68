import { describe, expect, it } from 'vitest'
import { foldSummaries, groupByDate, makesListStale } from '#renderer/store/summaries.ts'
import type { Fact, FactBody } from '#shared/facts'
import type { ChatSummary } from '#shared/requests/requests'

const summary = (chat: string, updatedAt = '2026-11-18T10:00:00Z'): ChatSummary => ({
  chat,
  title: chat,
  updatedAt,
  isWaiting: false,
  isRunning: false,
})
const list = [summary('a'), summary('b')]
const fact = (body: FactBody, chat: string | null = 'b'): Fact => ({
  ...body,
  seq: 1,
  at: '2026-11-18T11:00:00Z',
  chat,
})
const stats = { rounds: 1, calls: 0, promptTokens: 0, outputTokens: 0, ms: 1 }

describe('the list of chats', () => {
  it('gets a new chat once, at its top', () => {
    const created = fact({ type: 'chat.created', title: 'New', model: null }, 'c')
    const once = foldSummaries(list, created)
    expect(once.map(({ chat }) => chat)).toEqual(['c', 'a', 'b'])
    expect(foldSummaries(once, created)).toBe(once)
  })

  it('follows names, deletions and messages of chats that are not open', () => {
    expect(foldSummaries(list, fact({ type: 'chat.renamed', title: 'X' }))[1]?.title).toBe('X')
    expect(foldSummaries(list, fact({ type: 'chat.deleted' }))).toEqual([summary('a')])
    const moved = foldSummaries(list, fact({ type: 'message.added', role: 'user', content: '' }))
    expect(moved.map(({ chat, updatedAt }) => [chat, updatedAt])).toEqual([
      ['b', '2026-11-18T11:00:00Z'],
      ['a', '2026-11-18T10:00:00Z'],
    ])
  })

  it('shows that a turn runs until it ends, and a question for as long as it waits', () => {
    const running = foldSummaries(list, fact({ type: 'turn.started', turn: 't', model: 'm' }))
    expect(running[1]).toMatchObject({ isRunning: true, isWaiting: false })
    const over = foldSummaries(
      [{ ...summary('b'), isRunning: true, isWaiting: true }],
      fact({ type: 'turn.finished', turn: 't', reason: 'stopped', stats }),
    )
    expect(over[0]).toMatchObject({ isRunning: false, isWaiting: true })
    const refused = fact({ type: 'call.refused', call: 'k', code: 'NOT_ANSWERED', message: '' })
    expect(makesListStale(over, refused)).toBe(true)
  })

  it('is the same list where a fact says nothing about it', () => {
    expect(foldSummaries(list, fact({ type: 'call.requested', call: 'k', tool: 't', args: {} }))).toBe(list)
    expect(foldSummaries(list, fact({ type: 'setting.changed', name: 'host', value: '' }, null))).toBe(list)
  })

  it('must be read again after an answer, when others may still wait, and for a chat it does not know', () => {
    expect(
      makesListStale(list, fact({ type: 'approval.answered', call: 'k', digest: '', decision: 'once', by: 'person' })),
    ).toBe(true)
    expect(makesListStale(list, fact({ type: 'turn.started', turn: 't', model: 'm' }, 'unknown'))).toBe(true)
    expect(makesListStale(list, fact({ type: 'turn.started', turn: 't', model: 'm' }))).toBe(false)
  })
})

describe('grouping chats by date', () => {
  it('goes by days as the person lives them, newest first', () => {
    const now = new Date(2026, 10, 18, 0, 30)
    const at = (...when: [number, number, number, number]) => new Date(...when).toISOString()
    const chats = [
      summary('old', at(2026, 8, 3, 12)),
      summary('today', at(2026, 10, 18, 0)),
      summary('late', at(2026, 10, 17, 23)),
      summary('week', at(2026, 10, 12, 1)),
      summary('month', at(2026, 10, 11, 23)),
      summary('ahead', at(2026, 10, 19, 1)),
    ]
    expect(groupByDate(chats, now).map(({ name, chats }) => [name, chats.map(({ chat }) => chat).join(' ')])).toEqual([
      // The clock was set back since the other one.
      ['Today', 'today ahead'],
      ['Yesterday', 'late'],
      ['Earlier this week', 'week'],
      ['November 2026', 'month'],
      ['September 2026', 'old'],
    ])
  })
})

import { describe, expect, it } from 'vitest'
import { groupByDate, placeSummary } from '#renderer/store/summaries.ts'
import type { ChatSummary } from '#shared/requests/requests'

const summary = (chat: string, updatedAt = '2026-11-18T10:00:00Z'): ChatSummary => ({
  chat,
  title: chat,
  updatedAt,
  isWaiting: false,
  isRunning: false,
})
const list = [summary('a'), summary('b')]

describe('the list of chats', () => {
  it('places each chat where main has it', () => {
    const created = placeSummary(list, { chat: 'c', summary: summary('c'), place: 0 })
    expect(created.map(({ chat }) => chat)).toEqual(['c', 'a', 'b'])
    expect(placeSummary(created, { chat: 'c', summary: summary('c'), place: 0 })).toEqual(created)
    const renamed = placeSummary(created, { chat: 'b', summary: { ...summary('b'), title: 'X' }, place: 2 })
    expect(renamed[2]?.title).toBe('X')
    const moved = placeSummary(renamed, { chat: 'b', summary: summary('b', '2026-11-18T11:00:00Z'), place: 0 })
    expect(moved.map(({ chat }) => chat)).toEqual(['b', 'c', 'a'])
    expect(placeSummary(list, { chat: 'b', summary: null, place: 0 })).toEqual([summary('a')])
  })
})

describe('grouping chats by date', () => {
  it('follows the person’s own days, newest first', () => {
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
      // A Thursday, and today is a Wednesday: not this week.
      ['Previous 7 days', 'week'],
      ['November 2026', 'month'],
      ['September 2026', 'old'],
    ])
  })
})

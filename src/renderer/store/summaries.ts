import { say, spokenLanguage, type Text } from '#shared/messages/say'
import type { ChatSummary } from '#shared/requests/requests'

/** Updates the list of chats; nothing else changes it. */
export function placeSummary(
  list: readonly ChatSummary[],
  { chat, summary, place }: { chat: string; summary: ChatSummary | null; place: number },
): readonly ChatSummary[] {
  const others = list.filter((other) => other.chat !== chat)
  return summary ? others.toSpliced(place, 0, summary) : others
}

export interface ChatGroup {
  name: string
  chats: ChatSummary[]
}

/** Pinned chats, then Today, Yesterday, the last week, months; archived chats last. Keeps the order within a group. */
export function groupByDate(list: readonly ChatSummary[], now: Date): ChatGroup[] {
  const today = midnight(now)
  // The clock decides the day; within a day the list's order counts, however the clock was set.
  const dated = list.map((summary) => ({ summary, day: Math.min(midnight(new Date(summary.updatedAt)), today) }))
  // Formatting a month is slow, and many chats share one.
  const names = new Map([...new Set(dated.map(({ day }) => day))].map((day) => [day, nameOfDay(new Date(day), now)]))
  const groups = Map.groupBy(
    dated.toSorted((a, b) => b.day - a.day),
    ({ summary, day }) => groupOf(summary, names.get(day) ?? ''),
  )
  const rank = ({ name }: ChatGroup) => (name === say(PINNED) ? 0 : name === say(ARCHIVED) ? 2 : 1)
  return [...groups]
    .map(([name, members]) => ({ name, chats: members.map(({ summary }) => summary) }))
    .toSorted((a, b) => rank(a) - rank(b))
}

const PINNED: Text = 'Pinned'
const ARCHIVED: Text = 'Archived'

function groupOf({ isArchived, isPinned }: ChatSummary, day: string): string {
  if (isArchived) return say(ARCHIVED)
  return isPinned ? say(PINNED) : day
}

const midnight = (date: Date) => new Date(date.getFullYear(), date.getMonth(), date.getDate()).getTime()

function nameOfDay(day: Date, now: Date): string {
  const days = Math.round((midnight(now) - midnight(day)) / 86_400_000)
  if (days <= 0) return say('Today')
  if (days === 1) return say('Yesterday')
  if (days < 7) return say('Previous 7 days')
  return day.toLocaleDateString(spokenLanguage(), { month: 'long', year: 'numeric' })
}

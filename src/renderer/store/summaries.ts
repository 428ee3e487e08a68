import { say, spokenLanguage, type Text } from '#shared/messages/say'
import type { ChatSummary } from '#shared/requests/requests'

/** The list of chats after main told of one of them: there it is made, and nowhere else. */
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

/** Pinned ones, then Today, Yesterday, the week before, by month; archived ones at the end. In a group as in the list. */
export function groupByDate(list: readonly ChatSummary[], now: Date): ChatGroup[] {
  const groups = new Map<string, ChatSummary[]>()
  const today = midnight(now)
  // The days go by the clock; within one, the order they happened in holds, however the clock was set.
  const dated = list.map((summary) => ({ summary, day: Math.min(midnight(new Date(summary.updatedAt)), today) }))
  // Naming a day takes long beside all else, and many chats are of one.
  const names = new Map<number, string>()
  for (const { summary, day } of dated.toSorted((a, b) => b.day - a.day)) {
    const named = names.get(day) ?? nameOfDay(new Date(day), now)
    names.set(day, named)
    const name = groupOf(summary, named)
    const group = groups.get(name)
    if (group) group.push(summary)
    else groups.set(name, [summary])
  }
  const rank = ({ name }: ChatGroup) => (name === say(PINNED) ? 0 : name === say(ARCHIVED) ? 2 : 1)
  return [...groups].map(([name, chats]) => ({ name, chats })).toSorted((a, b) => rank(a) - rank(b))
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
  if (days < 7) return say('Earlier this week')
  return day.toLocaleDateString(spokenLanguage(), { month: 'long', year: 'numeric' })
}

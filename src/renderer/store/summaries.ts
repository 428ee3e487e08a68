import type { ChatSummary } from '#shared/calls'
import type { Fact } from '#shared/facts'

/** The list of chats after one more fact; the same list where nothing in it changed. */
export function foldSummaries(list: readonly ChatSummary[], fact: Fact): readonly ChatSummary[] {
  if (fact.chat === null) return list
  const chat = fact.chat
  switch (fact.type) {
    case 'chat.created':
      if (list.some((summary) => summary.chat === chat)) return list
      return [{ chat, title: fact.title, updatedAt: fact.at, isWaiting: false, isRunning: false }, ...list]
    case 'chat.deleted':
      return list.filter((summary) => summary.chat !== chat)
    case 'chat.renamed':
      return change(list, chat, { title: fact.title })
    case 'message.added':
      return toFront(change(list, chat, { updatedAt: fact.at }), chat)
    case 'turn.started':
      return change(list, chat, { isRunning: true })
    case 'turn.finished':
      return change(list, chat, { isRunning: false, isWaiting: false })
    case 'approval.asked':
      return change(list, chat, { isWaiting: true })
    default:
      return list
  }
}

/** After an answer only main knows whether another call of that chat still waits. */
export function makesListStale(list: readonly ChatSummary[], fact: Fact): boolean {
  if (fact.type === 'approval.answered') return true
  return fact.chat !== null && fact.type !== 'chat.deleted' && !list.some(({ chat }) => chat === fact.chat)
}

function change(list: readonly ChatSummary[], chat: string, to: Partial<ChatSummary>): readonly ChatSummary[] {
  return list.map((summary) => (summary.chat === chat ? { ...summary, ...to } : summary))
}

function toFront(list: readonly ChatSummary[], chat: string): readonly ChatSummary[] {
  const found = list.find((summary) => summary.chat === chat)
  return found ? [found, ...list.filter((summary) => summary !== found)] : list
}

export interface ChatGroup {
  name: string
  chats: ChatSummary[]
}

/** Today, Yesterday, the week before, then by month; newest first. */
export function groupByDate(list: readonly ChatSummary[], now: Date): ChatGroup[] {
  const groups = new Map<string, ChatSummary[]>()
  const sorted = list.toSorted((a, b) => b.updatedAt.localeCompare(a.updatedAt))
  for (const summary of sorted) {
    const name = nameOfDay(new Date(summary.updatedAt), now)
    groups.set(name, [...(groups.get(name) ?? []), summary])
  }
  return [...groups].map(([name, chats]) => ({ name, chats }))
}

function nameOfDay(day: Date, now: Date): string {
  const midnight = (date: Date) => new Date(date.getFullYear(), date.getMonth(), date.getDate()).getTime()
  const days = Math.round((midnight(now) - midnight(day)) / 86_400_000)
  if (days <= 0) return 'Today'
  if (days === 1) return 'Yesterday'
  if (days < 7) return 'Earlier this week'
  return day.toLocaleDateString('en', { month: 'long', year: 'numeric' })
}

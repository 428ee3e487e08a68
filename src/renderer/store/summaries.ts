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
    case 'chat.pinned':
      return change(list, chat, { isPinned: fact.pinned })
    case 'chat.archived':
      return change(list, chat, { isArchived: fact.archived })
    case 'message.added':
      return toFront(change(list, chat, { updatedAt: fact.at }), chat)
    case 'turn.started':
      return change(list, chat, { isRunning: true })
    case 'turn.finished':
      return change(list, chat, { isRunning: false })
    case 'chat.policy-changed':
      return list.map((summary) => (summary.chat === chat ? withPolicy(summary, fact.policy) : summary))
    case 'approval.asked':
      return change(list, chat, { isWaiting: true })
    default:
      return list
  }
}

/** After an answer, or a question that nobody answered, only main knows whether another call of that chat still waits. */
export function makesListStale(list: readonly ChatSummary[], fact: Fact): boolean {
  if (fact.type === 'approval.answered' || fact.type === 'call.refused') return true
  return fact.chat !== null && fact.type !== 'chat.deleted' && !list.some(({ chat }) => chat === fact.chat)
}

function change(list: readonly ChatSummary[], chat: string, to: Partial<ChatSummary>): readonly ChatSummary[] {
  return list.map((summary) => (summary.chat === chat ? { ...summary, ...to } : summary))
}

function withPolicy(summary: ChatSummary, chosen: 'ask' | 'trusted' | 'default'): ChatSummary {
  const { policy, ...rest } = summary
  return chosen === 'default' ? rest : { ...rest, policy: chosen }
}

function toFront(list: readonly ChatSummary[], chat: string): readonly ChatSummary[] {
  const found = list.find((summary) => summary.chat === chat)
  return found ? [found, ...list.filter((summary) => summary !== found)] : list
}

export interface ChatGroup {
  name: string
  chats: ChatSummary[]
}

/** Pinned ones, then Today, Yesterday, the week before, by month, newest first; archived ones at the end. */
export function groupByDate(list: readonly ChatSummary[], now: Date): ChatGroup[] {
  const groups = new Map<string, ChatSummary[]>()
  const sorted = list.toSorted((a, b) => b.updatedAt.localeCompare(a.updatedAt))
  for (const summary of sorted) {
    const name = groupOf(summary, now)
    groups.set(name, [...(groups.get(name) ?? []), summary])
  }
  const rank = ({ name }: ChatGroup) => (name === PINNED ? 0 : name === ARCHIVED ? 2 : 1)
  return [...groups].map(([name, chats]) => ({ name, chats })).toSorted((a, b) => rank(a) - rank(b))
}

const PINNED = 'Pinned'
export const ARCHIVED = 'Archived'

function groupOf({ isArchived, isPinned, updatedAt }: ChatSummary, now: Date): string {
  if (isArchived) return ARCHIVED
  return isPinned ? PINNED : nameOfDay(new Date(updatedAt), now)
}

function nameOfDay(day: Date, now: Date): string {
  const midnight = (date: Date) => new Date(date.getFullYear(), date.getMonth(), date.getDate()).getTime()
  const days = Math.round((midnight(now) - midnight(day)) / 86_400_000)
  if (days <= 0) return 'Today'
  if (days === 1) return 'Yesterday'
  if (days < 7) return 'Earlier this week'
  return day.toLocaleDateString('en', { month: 'long', year: 'numeric' })
}

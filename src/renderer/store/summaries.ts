import type { Fact } from '#shared/facts'
import { say, spokenLanguage, type Text } from '#shared/messages/say'
import type { ChatSummary } from '#shared/requests/requests'

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
    case 'chat.tools-changed':
      return change(list, chat, { toolsOff: fact.off })
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

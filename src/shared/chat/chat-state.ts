import type { Fact, FactType } from '#shared/facts'
import { type Brought, broughtIn } from './picture.ts'

/** The facts that affect a chat's entry in the list. */
export const CHAT_FACTS = [
  ...(['chat.created', 'chat.renamed', 'chat.deleted', 'chat.restored', 'chat.pinned', 'chat.archived'] as const),
  ...(['turn.started', 'turn.finished', 'message.queued', 'message.unqueued'] as const),
  ...(['approval.asked', 'approval.answered', 'call.refused'] as const),
  ...(['question.asked', 'question.answered', 'run.interrupted'] as const),
] satisfies readonly FactType[]

/** The state of a chat without its messages. */
export interface ChatState {
  title: string
  /** Of the latest event; a clock may be set back, this number not. */
  seq: number
  updatedAt: string
  isRunning: boolean
  waiting: readonly string[]
  queued: readonly QueuedMessage[]
  isPinned?: boolean
  isArchived?: boolean
  isDeleted?: boolean
  hasVersions?: boolean
}

/** Returns the same object if nothing changed; null if the chat was never created. */
export function foldChatState(state: ChatState | null, fact: Fact): ChatState | null {
  if (fact.type === 'chat.created') {
    const { title, seq, at } = fact
    return { title, seq, updatedAt: at, isRunning: false, waiting: [], queued: [] }
  }
  if (!state) return null
  switch (fact.type) {
    case 'chat.renamed':
      return { ...state, title: fact.title }
    case 'chat.deleted':
      return { ...state, isDeleted: true }
    case 'chat.restored':
      return { ...state, isDeleted: false }
    case 'chat.pinned':
      return { ...state, isPinned: fact.pinned }
    case 'chat.archived':
      return { ...state, isArchived: fact.archived }
    case 'turn.started': {
      const versions = fact.replaces !== undefined && { hasVersions: true }
      return { ...state, isRunning: true, seq: fact.seq, updatedAt: fact.at, ...versions }
    }
    case 'question.asked':
    case 'approval.asked':
      if (fact.type === 'question.asked' && fact.refused) return state
      return state.waiting.includes(fact.call) ? state : { ...state, waiting: [...state.waiting, fact.call] }
    // This does not end the turn: a person's own call may be waiting as well.
    case 'approval.answered':
    case 'call.refused':
    case 'question.answered':
    case 'run.interrupted':
      return settle(state, fact.call)
    case 'turn.finished':
      return setQueue(state.isRunning ? { ...state, isRunning: false } : state, fact)
    default:
      return setQueue(state, fact)
  }
}

function settle(state: ChatState, call: string): ChatState {
  if (!state.waiting.includes(call)) return state
  return { ...state, waiting: state.waiting.filter((one) => one !== call) }
}

function setQueue(state: ChatState, fact: Fact): ChatState {
  const queued = foldQueue(state.queued, fact)
  return queued === state.queued ? state : { ...state, queued }
}

/** A message typed while a turn was under way. */
export interface QueuedMessage extends Brought {
  message: string
  text: string
  at: string
  /** The turn before it was stopped or failed, so the person must send it. */
  isHeld: boolean
}

/** The messages still waiting in one chat. Returns the same list if nothing changed. */
export function foldQueue(queue: readonly QueuedMessage[], fact: Fact): readonly QueuedMessage[] {
  if (fact.type === 'message.queued') {
    const { message, text, at } = fact
    return [...queue, { message, text, ...broughtIn(fact), at, isHeld: false }]
  }
  if (fact.type === 'message.unqueued') return queue.filter(({ message }) => message !== fact.message)
  if (fact.type === 'turn.finished' && !goesOnAfter(fact.reason)) return holdQueue(queue)
  return queue
}

export function holdQueue(queue: readonly QueuedMessage[]): readonly QueuedMessage[] {
  return queue.every(({ isHeld }) => isHeld) ? queue : queue.map((queued) => ({ ...queued, isHeld: true }))
}

/** After a stop or a failure the next message would run into the same problem. */
function goesOnAfter(reason: Extract<Fact, { type: 'turn.finished' }>['reason']): boolean {
  return reason !== 'stopped' && reason !== 'error' && reason !== 'interrupted'
}

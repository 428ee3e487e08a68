import type { Fact, FactType } from '#shared/facts'
import { foldQueue, type QueuedMessage } from './queue.ts'

/** The facts that a chat's place in the list is made of. */
export const CHAT_FACTS = [
  ...(['chat.created', 'chat.renamed', 'chat.deleted', 'chat.restored', 'chat.pinned', 'chat.archived'] as const),
  ...(['turn.started', 'turn.finished', 'message.queued', 'message.unqueued'] as const),
  ...(['approval.asked', 'approval.answered', 'call.refused'] as const),
  ...(['question.asked', 'question.answered', 'run.interrupted'] as const),
] satisfies readonly FactType[]

/** What the facts of a chat come to, without what was said in it. */
export interface ChatState {
  title: string
  /** Of what happened in it last: a clock may be set back. */
  seq: number
  updatedAt: string
  isRunning: boolean
  /** Calls that wait for an answer. */
  waiting: readonly string[]
  /** What waits to be sent, in order. */
  queued: readonly QueuedMessage[]
  isPinned?: boolean
  isArchived?: boolean
  /** It was here, and can be again. */
  isDeleted?: boolean
  /** A turn of it took the place of another. */
  hasVersions?: boolean
}

/** The same state where nothing changed; null where the chat was never made. */
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
    // Not the end of a turn: a person's own call waits on beside it.
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

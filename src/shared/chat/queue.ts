import type { Fact } from '#shared/facts'
import { type Brought, broughtIn } from './picture.ts'

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

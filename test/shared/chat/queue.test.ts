import { describe, expect, it } from 'vitest'
import { emptyChat, foldFacts } from '#shared/chat/chat'
import { foldQueue } from '#shared/chat/chat-state'
import type { Fact, FactOf } from '#shared/facts'

let seq = 0
const at = '2026-01-01T00:00:00.000Z'
const queued = (message: string): Fact => ({
  seq: ++seq,
  at,
  chat: 'c',
  type: 'message.queued',
  message,
  text: message,
})
const unqueued = (message: string): Fact => ({ seq: ++seq, at, chat: 'c', type: 'message.unqueued', message })
const finished = (reason: FactOf<'turn.finished'>['reason']): Fact => {
  const stats = { rounds: 1, calls: 0, promptTokens: 0, outputTokens: 0, ms: 0 }
  return { seq: ++seq, at, chat: 'c', type: 'turn.finished', turn: 't', reason, stats }
}
const fold = (...facts: Fact[]) => foldFacts(emptyChat('c'), facts).queued

describe('a chat’s queue', () => {
  it('is in the typed order, without what was sent or taken back', () => {
    const texts = fold(queued('a'), queued('b'), queued('c'), unqueued('b'), unqueued('x')).map(({ text }) => text)
    expect(texts).toEqual(['a', 'c'])
  })

  it.each([
    ['answered', false],
    ['rounds', false],
    ['loop', false],
    ['length', false],
    ['stopped', true],
    ['error', true],
    ['interrupted', true],
  ] as const)('after a turn that ended as %s is held: %s', (reason, isHeld) => {
    expect(fold(queued('a'), finished(reason))).toEqual([{ message: 'a', text: 'a', at, isHeld }])
    expect(fold(queued('a'), finished(reason), queued('b')).at(-1)).toMatchObject({ text: 'b', isHeld: false })
  })

  it('is the same list if a fact changes nothing', () => {
    const queue = foldQueue([], queued('a'))
    expect(foldQueue(queue, finished('answered'))).toBe(queue)
    const held = foldQueue(queue, finished('stopped'))
    expect(foldQueue(held, finished('error'))).toBe(held)
  })
})

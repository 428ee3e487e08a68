import { describe, expect, it } from 'vitest'
import { makeChatIndex } from '#main/chat-index'
import type { Fact, FactBody } from '#shared/facts'

describe('a chat in the list', () => {
  it('waits for its person until each call that asks is answered or refused, whatever ends beside it', () => {
    const index = makeChatIndex()
    let seq = 0
    const take = (body: object) => {
      index.take({ ...(body as FactBody), chat: 'c', seq: ++seq, at: '2026-01-01T00:00:00.000Z' } as Fact)
    }
    take({ type: 'chat.created', title: 'One', model: null })
    take({ type: 'turn.started', turn: 't', model: 'tiny' })
    for (const call of ['of the model', 'of the person']) take({ type: 'approval.asked', call })
    take({ type: 'call.refused', call: 'of the model', code: 'NOT_ANSWERED', message: '' })
    take({ type: 'turn.finished', turn: 't' })
    expect(index.isWaiting('c')).toBe(true)
    take({ type: 'approval.answered', call: 'of the person' })
    expect(index.isWaiting('c')).toBe(false)
    expect(index.list()).toMatchObject([{ isWaiting: false, isRunning: false }])
  })
})

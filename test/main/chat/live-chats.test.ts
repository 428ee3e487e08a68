import { describe, expect, it } from 'vitest'
import { makeLiveChats } from '#main/chat/live-chats'
import { quiet } from '#shared/chat/live'
import type { Fact, PassingTick } from '#shared/facts'

let seq = 0
let count = 0

function open() {
  const lives = makeLiveChats()
  seq = 0
  count = 0
  return {
    read: lives.read,
    fact: (body: object, chat = 'c') =>
      lives.take({ kind: 'fact', fact: { ...body, chat, seq: ++seq, at: '' } as unknown as Fact }),
    tick: (body: object, chat = 'c') =>
      lives.take({ kind: 'tick', tick: { ...body, chat, count: ++count } as PassingTick }),
  }
}

const token = { tick: 'token', turn: 't', text: 'Half', thinking: false }
const output = { tick: 'output', run: 'r', stream: 'stdout', text: '\u001b[31mred' }

describe('what streams in each chat', () => {
  it('is kept until a fact replaces it, and says how far it goes', () => {
    const { read, fact, tick } = open()
    fact({ type: 'turn.started', turn: 't', model: 'm' })
    tick(token)
    tick({ tick: 'token', turn: 't', text: 'elsewhere', thinking: false }, 'other')
    expect(read('c')).toEqual({ ...quiet, seq: 1, count: 2, text: 'Half' })
    fact({ type: 'message.added', role: 'assistant', content: 'Half' })
    expect(read('c')).toEqual({ ...quiet, seq: 2, count: 2 })
    expect(read('other').text).toBe('elsewhere')
  })

  it('keeps what a command printed, with colours, until it is recorded', () => {
    const { read, fact, tick } = open()
    tick(output)
    expect(read('c').outputs.get('r')?.stdout).toBe('\u001b[31mred')
    fact({ type: 'turn.finished', turn: 't' })
    expect(read('c').outputs.size).toBe(1)
    fact({ type: 'run.finished', run: 'r', call: 'x' })
    expect(read('c')).toEqual({ ...quiet, seq: 2, count: 1 })
  })

  it('is forgotten with its chat', () => {
    const { read, fact, tick } = open()
    tick(token)
    fact({ type: 'chat.deleted' })
    expect(read('c').text).toBe('')
  })
})

import { describe, expect, it } from 'vitest'
import { recordWritten } from '#main/chat/take-turn'
import type { NewFact, Tick } from '#shared/facts'

const token = (text: string, thinking = false): Tick => ({ tick: 'token', chat: 'c', turn: 't', text, thinking })
const answer: NewFact = { type: 'message.added', chat: 'c', role: 'assistant', content: 'whole' }

function open(everyMs: number) {
  const facts: NewFact[] = []
  const record = async (news: NewFact[]) => {
    facts.push(...news)
    return []
  }
  return { facts, ...recordWritten({ chat: 'c', turn: 't', record, failed: () => undefined, everyMs }) }
}

describe('the text of a running answer', () => {
  it('is recorded piece by piece, each word once', async () => {
    const { facts, take } = open(5)
    take(token('hm', true))
    take(token('One '))
    await expect.poll(() => facts.length, { timeout: 20_000 }).toBe(1)
    take(token('two'))
    await expect.poll(() => facts.length, { timeout: 20_000 }).toBe(2)
    const written = { type: 'answer.written', chat: 'c', turn: 't' }
    expect(facts).toEqual([
      { ...written, text: 'One ', thinking: 'hm' },
      { ...written, text: 'two' },
    ])
  })

  it('is dropped when the answer itself is recorded, and starts over after it', async () => {
    const { facts, take, settle } = open(50)
    take(token('One '))
    settle([{ type: 'message.added', chat: 'c', role: 'tool', content: '' }])
    take(token('two'))
    settle([answer])
    take(token('Next'))
    await expect.poll(() => facts.length, { timeout: 20_000 }).toBe(1)
    expect(facts).toMatchObject([{ text: 'Next' }])
  })

  it('reports a record that fails', async () => {
    const failures: unknown[] = []
    const { take } = recordWritten({
      ...{ chat: 'c', turn: 't', everyMs: 1 },
      record: async () => {
        throw new Error('full')
      },
      failed: (error) => failures.push(error),
    })
    take(token('One'))
    await expect.poll(() => failures, { timeout: 20_000 }).toEqual([new Error('full')])
  })
})

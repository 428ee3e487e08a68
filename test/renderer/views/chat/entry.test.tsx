import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, it } from 'vitest'
import { describeStats, Message } from '#renderer/parts/chat/message.tsx'
import type { App } from '#renderer/store/app.ts'
import { describeReading, MessageActions, ReadingMeter } from '#renderer/views/chat/thread.tsx'
import { TurnEnd } from '#renderer/views/chat/turn-end.tsx'
import { type ChatEnd, emptyChat } from '#shared/chat/chat'
import { message } from '#shared/messages/message'
import { MODELS } from '../../../stories/models.ts'
import { draw } from '../../draw.ts'

const words = (markup: string) => markup.replace(/<[^>]*>/g, ' ').replace(/\s+/g, ' ')
const stats = { rounds: 1, calls: 0, promptTokens: 1, outputTokens: 1, ms: 1 }
const end: ChatEnd = { kind: 'end', seq: 1, at: '', turn: 't', model: 'm', reason: 'answered', stats }

describe('below an answer', () => {
  it.each([
    [{ tokens: 128, ms: 3048 }, '128 tokens · 42 tokens/s'],
    [{ tokens: 30, ms: 4000 }, '30 tokens · 7.5 tokens/s'],
    [{ tokens: 30 }, '30 tokens'],
    [{ tokens: 1, ms: 5 }, '1 token'],
    [{ tokens: 30, ms: 0 }, '30 tokens'],
    [{ tokens: 128, ms: 3048, firstMs: 1234 }, '128 tokens · 42 tokens/s · first word after 1.2\u00a0s'],
  ])('%o reads as %s', (counted, said) => {
    expect(describeStats(counted)).toBe(said)
    const markup = renderToStaticMarkup(<Message from="assistant" text="Yes" stats={counted} />)
    expect(words(markup)).toContain(said.replace(/\s+/g, ' '))
  })

  it('is a way to get another one, if that is possible', () => {
    const chat = emptyChat('c')
    const busy = { ...chat, turn: { turn: 'u', model: 'm', startedAt: '' } }
    const ollama = { state: 'ready' as const, host: '', version: '', models: [...MODELS] }
    const drawn = (state: Partial<App>, more = {}) => words(draw(<TurnEnd end={{ ...end, ...more }} />, state))
    expect(drawn({ chat })).toContain('Regenerate')
    expect(drawn({ chat }, { reason: 'stopped' })).toContain('Regenerate')
    expect(drawn({ chat: busy })).not.toContain('Regenerate')
    expect(drawn({ chat, ollama })).toContain('Answer again with…')
    expect(drawn({ chat })).not.toContain('Answer again')
    expect(drawn({ chat: busy, ollama })).not.toContain('Answer again')
  })
})

describe('an answer with values that were not found', () => {
  it('names them in a line of ours below it', () => {
    const note = message('answer-unfounded', { values: '71' })
    const markup = renderToStaticMarkup(
      <Message from="assistant" text="It is 71 % full." notes={[note]} unfounded={['71']} />,
    )
    expect(words(markup)).toContain('It is 71 % full. Not found in the results: 71')
  })
})

describe('while the model reads', () => {
  it('a meter shows its progress at the speed it read before, and never that it is done', () => {
    const reading = { tokens: 2712, msPerToken: 2 }
    expect(describeReading(reading, 0)).toBe('Reading 0 of 2,710 tokens')
    expect(describeReading(reading, 2400)).toBe('Reading 1,200 of 2,710 tokens')
    expect(describeReading(reading, 600_000)).toBe('Reading 2,660 of 2,710 tokens')
    const markup = renderToStaticMarkup(<ReadingMeter reading={reading} />)
    expect(markup).toContain('max="2712"')
  })

  it('only the amount is shown if nobody knows how fast it reads', () => {
    expect(describeReading({ tokens: 2712 }, 9000)).toBe('Reading 2,710 tokens')
    expect(renderToStaticMarkup(<ReadingMeter reading={{ tokens: 2712 }} />)).not.toContain('max=')
  })
})

describe('below a message of the person', () => {
  const all = ['a', 'b', 'c']
  const drawn = (turn: string, versions: readonly string[] = all) =>
    draw(<MessageActions turn={turn} />, {
      chat: { ...emptyChat('c'), versions: new Map(versions.map((each) => [each, versions])) },
    })

  it('is the number of its version, with buttons for the one before and the one after', () => {
    expect(words(drawn('b'))).toContain('2 of 3')
    expect(drawn('b')).not.toContain('disabled')
    expect(drawn('a')).toMatch(/aria-label="Previous version"[^>]*disabled|disabled[^>]*"Previous version"/)
    expect(drawn('c')).toMatch(/aria-label="Next version"[^>]*disabled|disabled[^>]*"Next version"/)
  })

  it('is nothing about versions if there is only one', () => {
    expect(words(drawn('a', [])).trim()).toBe('Edit')
  })
})

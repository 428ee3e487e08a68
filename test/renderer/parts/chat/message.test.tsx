import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, it } from 'vitest'
import { describeStats, Message } from '#renderer/parts/chat/message.tsx'
import { MessageActions } from '#renderer/parts/chat/message-actions.tsx'
import { describeReading, ReadingMeter } from '#renderer/parts/chat/reading-meter.tsx'
import { TurnEnd } from '#renderer/parts/chat/turn-end.tsx'
import type { ChatEnd } from '#shared/chat/chat'
import { message } from '#shared/messages/message'

const nothing = () => {}
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
    expect(renderToStaticMarkup(<TurnEnd end={end} onRegenerate={nothing} />)).toContain('Regenerate')
    expect(renderToStaticMarkup(<TurnEnd end={{ ...end, reason: 'stopped' }} onRegenerate={nothing} />)).toContain(
      'Regenerate',
    )
    expect(renderToStaticMarkup(<TurnEnd end={end} />)).not.toContain('Regenerate')
    expect(words(renderToStaticMarkup(<TurnEnd end={end} onAnswerAgain={nothing} />))).toContain('Answer again with…')
    expect(words(renderToStaticMarkup(<TurnEnd end={end} />))).not.toContain('Answer again')
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
  const draw = (version: { at: number; of: number } | null) =>
    renderToStaticMarkup(<MessageActions version={version} isIdle={false} onEdit={nothing} onVersion={nothing} />)

  it('is the number of its version, with buttons for the one before and the one after', () => {
    expect(words(draw({ at: 2, of: 3 }))).toContain('2 of 3')
    expect(draw({ at: 2, of: 3 })).not.toContain('disabled')
    expect(draw({ at: 1, of: 3 })).toMatch(/aria-label="Previous version"[^>]*disabled|disabled[^>]*"Previous version"/)
    expect(draw({ at: 3, of: 3 })).toMatch(/aria-label="Next version"[^>]*disabled|disabled[^>]*"Next version"/)
  })

  it('is nothing about versions if there is only one', () => {
    expect(words(draw(null)).trim()).toBe('Edit')
  })
})

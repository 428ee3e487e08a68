import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, it } from 'vitest'
import { describeStats, Message } from '#renderer/parts/chat/message.tsx'
import { MessageActions } from '#renderer/parts/chat/message-actions.tsx'
import { TurnEnd } from '#renderer/parts/chat/turn-end.tsx'
import type { ChatEnd } from '#shared/chat/chat'

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
  ])('%o reads as %s', (counted, said) => {
    expect(describeStats(counted)).toBe(said)
    const markup = renderToStaticMarkup(<Message from="assistant" text="Yes" stats={counted} openLink={nothing} />)
    expect(words(markup)).toContain(said)
  })

  it('stands how to get another one, where that is possible', () => {
    expect(renderToStaticMarkup(<TurnEnd end={end} onRegenerate={nothing} />)).toContain('Regenerate')
    expect(renderToStaticMarkup(<TurnEnd end={{ ...end, reason: 'stopped' }} onRegenerate={nothing} />)).toContain(
      'Regenerate',
    )
    expect(renderToStaticMarkup(<TurnEnd end={end} />)).not.toContain('Regenerate')
  })
})

describe('below what the person said', () => {
  const draw = (version: { at: number; of: number } | null) =>
    renderToStaticMarkup(<MessageActions version={version} isIdle={false} onEdit={nothing} onVersion={nothing} />)

  it('stands which version it is, with a way to the one before and the one after', () => {
    expect(words(draw({ at: 2, of: 3 }))).toContain('2 of 3')
    expect(draw({ at: 2, of: 3 })).not.toContain('disabled')
    expect(draw({ at: 1, of: 3 })).toMatch(/aria-label="Previous version"[^>]*disabled|disabled[^>]*"Previous version"/)
    expect(draw({ at: 3, of: 3 })).toMatch(/aria-label="Next version"[^>]*disabled|disabled[^>]*"Next version"/)
  })

  it('stands nothing of versions where there is one alone', () => {
    expect(words(draw(null)).trim()).toBe('Edit')
  })
})

import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, it } from 'vitest'
import { CopyButton, CopyIcon, CopyingProvider } from '#renderer/parts/ui/copying.tsx'
import { ToolCard } from '#renderer/views/calls/tool-card.tsx'
import { Queue } from '#renderer/views/chat/above-composer.tsx'
import { ContextMeter, partsOf, shortCount } from '#renderer/views/chat/context-meter.tsx'
import { Mismatch } from '#renderer/views/chat/conversation.tsx'
import { TurnEnd } from '#renderer/views/chat/turn-end.tsx'
import { type ChatEnd, emptyChat, foldFacts } from '#shared/chat/chat'
import { fullStory } from '../../../stories/context.ts'
import { draw } from '../../draw.ts'

const nothing = () => {}
const chat = foldFacts(emptyChat('disk'), fullStory())
const words = (markup: string) => markup.replace(/<[^>]*>/g, ' ').replace(/\s+/g, ' ')

describe('the context meter', () => {
  it('gives every token of the context to one source, and the rest is free', () => {
    const { context } = chat
    if (!context) throw new Error('the story fits a context')
    const parts = partsOf(context)
    expect(parts.reduce((sum, { tokens }) => sum + tokens, 0)).toBe(context.numCtx)
    const markup = words(draw(<ContextMeter />, { chat }))
    for (const said of ['6.7k of 8k', 'Tools 1,650', 'Free 1,292', '14 messages between message 3 and 16']) {
      expect(markup).toContain(said)
    }
  })

  it('has nothing free, and never less than nothing, if a request is larger than its context', () => {
    const bySource = { system: 900, tools: 900, skills: 0, history: 900, toolOutput: 0 }
    const parts = partsOf({ type: 'context.fitted', numCtx: 2048, estimate: 2700, bySource })
    expect(parts.at(-1)).toEqual({ source: 'free', tokens: 0 })
  })

  it('abbreviates its numbers', () => {
    expect([640, 3584, 8192, 16_384, 131_072].map(shortCount)).toEqual(['640', '3.5k', '8k', '16k', '128k'])
  })
})

describe('the notes on an answer', () => {
  it('say that the model did not read all of it, with one action', () => {
    if (!chat.mismatch) throw new Error('the story has a mismatch')
    const markup = draw(<Mismatch />, { chat })
    expect(words(markup)).toContain('read only 4,098 of about 6,900 tokens')
    expect(markup.match(/<button/g)).toHaveLength(1)
  })

  it('offer to continue after an answer that was cut off, and only then', () => {
    const end = chat.entries.find((entry) => entry.kind === 'end')
    if (!end) throw new Error('the story has an end')
    const drawn = (latest: ChatEnd, shown = latest) =>
      draw(<TurnEnd end={shown} />, { chat: { ...emptyChat('disk'), entries: [latest] } })
    expect(drawn(end)).toContain('Continue')
    expect(drawn({ ...end }, end)).not.toContain('Continue')
    expect(drawn({ ...end, reason: 'stopped' })).not.toContain('Continue')
  })

  it('mark a call that was read from the text, and a value read as another type', () => {
    const [call] = [...chat.calls.values()]
    if (!call) throw new Error('the story has a call')
    const markup = words(renderToStaticMarkup(<ToolCard call={call} waiting={[]} />))
    expect(markup).toContain('found in its text')
    expect(markup).toContain('limit: &quot;20&quot; interpreted as 20')
  })
})

describe('the queued messages', () => {
  it('are in order, each can be removed, and held ones can be sent', () => {
    const queued = chat.queued.map((message, at) => ({ ...message, isHeld: at === 1 }))
    const markup = draw(<Queue />, { chat: { ...chat, queued } })
    expect(words(markup)).toMatch(/never open\? next .*installers to the trash\. paused Send now/)
    expect(markup.match(/aria-label="Remove /g)).toHaveLength(2)
    expect(draw(<Queue />, { chat: { ...chat, queued: [] } })).toBe('')
  })
})

describe('copying', () => {
  it('has a button only if something copies', () => {
    expect(renderToStaticMarkup(<CopyIcon text="x" label="Copy this" />)).toBe('')
    const within = renderToStaticMarkup(
      <CopyingProvider value={{ copy: nothing, copied: null }}>
        <CopyIcon text="x" label="Copy this" />
        <CopyButton text="x" label="Copy as JSON" />
      </CopyingProvider>,
    )
    expect(within).toContain('aria-label="Copy this"')
    expect(words(within)).toContain('Copy as JSON')
  })
})

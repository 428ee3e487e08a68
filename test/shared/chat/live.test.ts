import { describe, expect, it } from 'vitest'
import { foldTicks, LIVE_ANSWER, LIVE_CHARACTERS, quiet, settleLive } from '#shared/chat/live'
import type { Fact, PassingTick } from '#shared/facts'

const token = (text: string, thinking = false): PassingTick => ({ tick: 'token', chat: 'c', turn: 't', text, thinking })
const output = (text: string, stream: 'stdout' | 'stderr' = 'stdout', run = 'r'): PassingTick => ({
  tick: 'output',
  chat: 'c',
  run,
  stream,
  text,
})
const fact = (body: Partial<Fact> & { type: Fact['type'] }): Fact => ({ seq: 1, at: '', chat: 'c', ...body }) as Fact

describe('live ticks', () => {
  it('collect tokens, thoughts, the phase and each run’s output', () => {
    const live = foldTicks(quiet, [
      token('Hel'),
      token('lo'),
      token('hm', true),
      { tick: 'phase', chat: 'c', turn: 't', phase: 'answering' },
      output('a'),
      output('b', 'stderr'),
      output('c', 'stdout', 'other'),
    ])
    expect(live).toMatchObject({ text: 'Hello', thinking: 'hm', phase: 'answering' })
    expect(live.outputs.get('r')).toEqual({ stdout: 'a', stderr: 'b', dropped: 0 })
    expect(live.outputs.get('other')?.stdout).toBe('c')
  })

  it('leave the state untouched if nothing came', () => {
    expect(foldTicks(quiet, [])).toBe(quiet)
    foldTicks(quiet, [token('x'), output('y')])
    expect(quiet).toMatchObject({ text: '', outputs: new Map() })
  })

  it('keep the end of a flood and count what was dropped', () => {
    let live = quiet
    for (let at = 0; at < 500; at++) live = foldTicks(live, [output('x'.repeat(10_000))])
    const kept = live.outputs.get('r')
    expect(kept?.stdout.length).toBeLessThanOrEqual(2 * LIVE_CHARACTERS)
    expect((kept?.stdout.length ?? 0) + (kept?.dropped ?? 0)).toBe(5_000_000)
  })

  it('keep the end of an endless answer, and show that its beginning is missing', () => {
    let live = quiet
    for (let at = 0; at < 50; at++) live = foldTicks(live, [token('x'.repeat(100_000))])
    expect(live.text.length).toBeLessThanOrEqual(2 * LIVE_ANSWER)
    expect(live.text.startsWith('… x')).toBe(true)
  })

  it('are ignored if they come a second time, and taken as they come without a number', () => {
    const once = foldTicks(quiet, [{ ...token('a'), count: 4 }])
    expect(foldTicks(once, [{ ...token('a'), count: 4 }])).toBe(once)
    expect(foldTicks(once, [{ ...token('b'), count: 5 }, token('c')]).text).toBe('abc')
    const settled = settleLive(once, fact({ type: 'turn.finished', seq: 9 }))
    expect(settleLive(settled, fact({ type: 'turn.started', seq: 9 }))).toBe(settled)
  })

  it('end with the message they led to, but not with your own', () => {
    const live = foldTicks(quiet, [token('Hello'), output('a')])
    const settled = settleLive(live, fact({ type: 'message.added', role: 'assistant', content: 'Hello' }))
    expect(settled).toMatchObject({ text: '', thinking: '' })
    expect(settled.outputs).toBe(live.outputs)
    expect(settleLive(live, fact({ type: 'message.added', role: 'user', content: 'x' }))).toBe(live)
  })

  it('end with their turn', () => {
    const live = foldTicks(quiet, [token('Hello'), { tick: 'phase', chat: 'c', turn: 't', phase: 'loading' }])
    expect(settleLive(live, fact({ type: 'turn.finished' }))).toMatchObject({ text: '', phase: null })
  })
})

import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createLiveText } from '#main/runners/process/output-ring'

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] })
})
afterEach(() => {
  vi.useRealTimers()
})

function watch() {
  const shown: string[] = []
  return { shown, live: createLiveText((text) => shown.push(text)) }
}

describe('live text', () => {
  it('shows the first text at once and gathers the rest for a tenth of a second', () => {
    const { shown, live } = watch()
    for (const letter of 'abcd') live.push(Buffer.from(letter))
    expect(shown).toEqual(['a'])
    vi.advanceTimersByTime(100)
    expect(shown).toEqual(['a', 'bcd'])
  })

  it('shows the rest at the end, and nothing after it', () => {
    const { shown, live } = watch()
    live.push(Buffer.from('a'))
    live.push(Buffer.from('b'))
    live.end()
    expect(shown).toEqual(['a', 'b'])
    vi.advanceTimersByTime(1000)
    expect(shown).toEqual(['a', 'b'])
  })

  it('shows nothing if nothing came', () => {
    const { shown, live } = watch()
    live.end()
    expect(shown).toEqual([])
  })

  it('waits for the rest of a character', () => {
    const { shown, live } = watch()
    for (const byte of Buffer.from('€')) {
      live.push(Buffer.from([byte]))
      vi.advanceTimersByTime(100)
    }
    live.end()
    expect(shown).toEqual(['€'])
  })

  it('shows at most 64 KiB ten times a second during a flood, and says how much it left out', () => {
    const { shown, live } = watch()
    const chunk = Buffer.from('é'.repeat(32 * 1024))
    for (let ms = 0; ms < 1000; ms++) {
      for (let count = 0; count < 10; count++) live.push(chunk)
      vi.advanceTimersByTime(1)
    }
    live.end()
    expect(shown.length).toBeLessThanOrEqual(11)
    let shownBytes = 0
    for (const text of shown) {
      expect(text.length).toBeLessThanOrEqual(64 * 1024)
      expect(text).not.toContain('\uFFFD')
      const [, kept = '', skipped = '0'] = /^(é*)\n\[… (\d+) bytes not shown while running …\]\n$/.exec(text) ?? [
        text,
        text,
      ]
      shownBytes += Buffer.byteLength(kept) + Number(skipped)
    }
    expect(shownBytes).toBe(10_000 * chunk.length)
  })

  it('returns the whole text, however its bytes arrive', () => {
    const pieces = fc.array(fc.uint8Array({ maxLength: 6 }), { maxLength: 30 })
    const text = fc
      .string({ unit: 'grapheme', maxLength: 30 })
      .map((whole) => [...Buffer.from(whole)].map((byte) => Uint8Array.of(byte)))
    fc.assert(
      fc.property(fc.oneof(pieces, text), fc.array(fc.boolean()), (chunks, pauses) => {
        const { shown, live } = watch()
        for (const [index, chunk] of chunks.entries()) {
          live.push(chunk)
          if (pauses[index]) vi.advanceTimersByTime(100)
        }
        live.end()
        expect(shown.join('')).toBe(Buffer.concat(chunks).toString('utf8'))
      }),
    )
  })
})

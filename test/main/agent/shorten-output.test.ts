import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { answerReadOutput, shortenOutput } from '#main/agent/shorten-output'

const bytes = (text: string) => new TextEncoder().encode(text).length
const NOTE = /\n?\[\d+ bytes, lines \d+ to \d+, are left out here; read_output reads them\]\n/

describe('shortening an output', () => {
  it('leaves a short one unchanged', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 300 }), (text) => {
        expect(shortenOutput(text, 4096)).toEqual({ text, omittedBytes: 0 })
      }),
    )
  })

  it.each([
    [4096, 3200],
    [8192, 6000],
    [32_768, 26_214],
    [1_000_000, 51_200],
  ])('keeps of a long one, with a context of %i, at most %i characters', (contextLength, most) => {
    const { text } = shortenOutput('x'.repeat(100_000), contextLength)
    expect(text.replace(NOTE, '').length).toBeLessThanOrEqual(most)
    expect(text.replace(NOTE, '').length).toBeGreaterThan(most - 3)
  })

  it('counts what it leaves out to the byte, and shows well-formed text', () => {
    const line = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 200 })
    fc.assert(
      fc.property(fc.array(line, { minLength: 10, maxLength: 60 }), fc.constantFrom('\n', ''), (lines, between) => {
        const whole = lines.join(between).padEnd(3300, '🦊').toWellFormed()
        const { text, omittedBytes } = shortenOutput(whole, 4096)
        const [head = '', , tail = ''] = text.split(
          /(\[\d+ bytes, lines \d+ to \d+, are left out here; read_output reads them\]\n)/,
        )
        const start = whole.startsWith(head) ? head : head.slice(0, -1)
        expect(whole.startsWith(start) && whole.endsWith(tail) && text.isWellFormed()).toBe(true)
        expect(omittedBytes).toBe(bytes(whole) - bytes(start) - bytes(tail))
      }),
    )
  })

  it('cuts between lines', () => {
    const whole = Array.from({ length: 900 }, (_, index) => `line ${index + 1}`).join('\n')
    const shown = shortenOutput(whole, 4096).text.split('\n')
    const all = new Set(whole.split('\n'))
    const note = shown.findIndex((line) => !all.has(line))
    const before = Number(shown[note - 1]?.slice(5))
    const after = Number(shown[note + 1]?.slice(5))
    expect(shown[note]).toContain(`bytes, lines ${before + 1} to ${after - 1}, are left out here`)
    expect(shown.filter((line) => !all.has(line))).toHaveLength(1)
  })
})

describe('read_output', () => {
  const whole = Array.from({ length: 500 }, (_, index) => `line ${index + 1}`).join('\n')

  it('reads the requested lines, starting at 1', () => {
    expect(answerReadOutput(whole, { id: 'a', from: 1, to: 2 })).toBe('[lines 1 to 2 of 500]\nline 1\nline 2')
  })

  it('reads at most 200 lines and says which', () => {
    expect(answerReadOutput(whole, { id: 'a', from: 100, to: 500 })).toMatch(/^\[lines 100 to 299 of 500\]/)
  })

  it('says how much of lines too long to show is left out', () => {
    const text = answerReadOutput('y'.repeat(10_000), { id: 'a', from: 1, to: 1 })
    expect(text).toContain('[4000 characters are left out here; ask for fewer lines]')
  })

  it.each([
    [null, { id: 'a', from: 1, to: 1 }, 'error: id:'],
    ['a', { from: 0, to: 1 }, 'error: from:'],
    ['a', { from: 2, to: 1 }, 'error: to:'],
    ['a', { from: 2, to: 3 }, 'error: from: the output ends at line 1'],
    ['a', 'words', 'error: from:'],
  ])('says what is wrong with %j %j', (text, args, problem) => {
    expect(answerReadOutput(text, args)).toContain(problem)
  })
})

import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createOutputRing } from '#main/runners/process/output-ring'

const OMITTED = /^([\s\S]*)\n\[… (\d+) bytes omitted …\]\n([\s\S]*)$/

function capture(chunks: (string | Uint8Array)[], head: number, tail: number) {
  const ring = createOutputRing(head, tail)
  for (const chunk of chunks) ring.push(Buffer.from(chunk))
  return ring.capture()
}

describe('an output ring', () => {
  it('returns a short output whole', () => {
    const nothing = { text: '', bytes: 0, truncated: false, isBinary: false }
    expect(capture([], 4, 4)).toEqual(nothing)
    expect(capture(['abcd', 'efgh'], 4, 4)).toEqual({ ...nothing, text: 'abcdefgh', bytes: 8 })
  })

  it('says how many bytes are missing between head and tail', () => {
    expect(capture(['abcd', 'efghi'], 4, 4)).toMatchObject({
      text: 'abcd\n[… 1 bytes omitted …]\nfghi',
      bytes: 9,
      truncated: true,
    })
  })

  it('counts the rest of a split character as missing', () => {
    expect(capture(['ab€', 'x'.repeat(10), '€yz'], 4, 4)).toMatchObject({
      text: `ab\n[… ${3 + 10 + 3} bytes omitted …]\nyz`,
      bytes: 20,
    })
  })

  it('keeps exactly the first and the last bytes, however they arrive', () => {
    const chunk = fc.string({ unit: fc.constantFrom('a', 'b', 'c', '\n'), maxLength: 40 })
    const size = fc.integer({ min: 1, max: 24 })
    fc.assert(
      fc.property(fc.array(chunk, { maxLength: 20 }), size, size, (chunks, head, tail) => {
        const whole = chunks.join('')
        const kept = capture(chunks, head, tail)
        expect(kept.bytes).toBe(whole.length)
        expect(kept.truncated).toBe(whole.length > head + tail)
        const omitted = whole.length - head - tail
        const cut = `${whole.slice(0, head)}\n[… ${omitted} bytes omitted …]\n${whole.slice(-tail)}`
        expect(kept.text).toBe(kept.truncated ? cut : whole)
      }),
    )
  })

  it('never splits a character that arrived whole, and counts every byte', () => {
    const size = fc.integer({ min: 4, max: 24 })
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 60 }), size, size, size, (text, head, tail, step) => {
        const bytes = Buffer.from(text.replaceAll('\uFFFD', ''))
        const chunks = []
        for (let at = 0; at < bytes.length; at += step) chunks.push(bytes.subarray(at, at + step))
        const kept = capture(chunks, head, tail)
        expect(kept.text).not.toContain('\uFFFD')
        const [, first = '', omitted = '', last = ''] = OMITTED.exec(kept.text) ?? ['', kept.text]
        expect(Buffer.byteLength(first) + Number(omitted) + Buffer.byteLength(last)).toBe(bytes.length)
      }),
    )
  })

  it('holds no more than its two sizes when a million chunks arrive', () => {
    const ring = createOutputRing()
    const before = process.memoryUsage().arrayBuffers
    for (let count = 0; count < 1_000_000; count++) ring.push(Buffer.from([0x30 + (count % 10)]))
    const { bytes, text } = ring.capture()
    expect(bytes).toBe(1_000_000)
    expect(text.length).toBeLessThan(512 * 1024 + 100)
    expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(16 * 1024 * 1024)
  })

  it('notes that an output is binary', () => {
    expect(capture([Buffer.from([0, 1, 2])], 8, 8).isBinary).toBe(true)
    expect(capture(['text'], 8, 8).isBinary).toBe(false)
  })
})

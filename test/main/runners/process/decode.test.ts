import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { countCutAtEnd, countCutAtStart, decode, looksBinary } from '#main/runners/process/output-ring'

const euro = Buffer.from('€')
const rocket = Buffer.from('🚀')

describe('cutting a character', () => {
  it.each([
    ['nothing', Buffer.alloc(0), 0],
    ['plain text', Buffer.from('abc'), 0],
    ['a whole character', euro, 0],
    ['one byte of three', euro.subarray(0, 1), 1],
    ['two bytes of three', euro.subarray(0, 2), 2],
    ['three bytes of four', rocket.subarray(0, 3), 3],
    ['a byte that can begin nothing', Buffer.from([0x61, 0xff]), 0],
    ['bytes that continue nothing', Buffer.from([0x80, 0x80, 0x80, 0x80, 0x80]), 0],
  ])('is found at the end of %s', (_, bytes, cut) => {
    expect(countCutAtEnd(bytes)).toBe(cut)
  })

  it.each([
    ['nothing', Buffer.alloc(0), 0],
    ['plain text', Buffer.from('abc'), 0],
    ['the last byte of three', euro.subarray(2), 1],
    ['the last three bytes of four', rocket.subarray(1), 3],
    ['bytes that continue nothing', Buffer.from([0x80, 0x80, 0x80, 0x80, 0x80]), 3],
  ])('is found at the start of %s', (_, bytes, cut) => {
    expect(countCutAtStart(bytes)).toBe(cut)
  })

  it('leaves no replacement character wherever a text is cut', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 20 }), fc.nat(), (text, at) => {
        const bytes = Buffer.from(text.replaceAll('\uFFFD', ''))
        const first = bytes.subarray(0, at % (bytes.length + 1))
        const last = bytes.subarray(first.length)
        expect(decode(first.subarray(0, first.length - countCutAtEnd(first)))).not.toContain('\uFFFD')
        expect(decode(last.subarray(countCutAtStart(last)))).not.toContain('\uFFFD')
      }),
    )
  })
})

describe('recognizing binary data', () => {
  it.each([
    ['an empty output', Buffer.alloc(0), false],
    ['text in any script', Buffer.from('Grüße, 世界 🚀'), false],
    ['German text in Latin-1', Buffer.from('Die Größe der Straße ist für alle gleich.', 'latin1'), false],
    ['a text with one NUL', Buffer.from('a\0b'), true],
    ['the start of a PNG without its NULs', Buffer.from([0x89, 0x50, 0x4e, 0x47, 0xff, 0xd8, 0xff, 0xe0]), true],
  ])('%s', (_, bytes, isBinary) => {
    expect(looksBinary(bytes)).toBe(isBinary)
  })

  it('keeps a byte order mark and replaces what is not UTF-8', () => {
    expect(decode(Buffer.from([0xef, 0xbb, 0xbf, 0x61, 0xff]))).toBe('\uFEFFa\uFFFD')
  })
})

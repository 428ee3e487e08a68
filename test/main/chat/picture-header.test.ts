import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { checkPicture, nameOfFile, pictureSizeOf, pictureTypeOf, soundTypeOf } from '#main/chat/check-picture'
import { MOST_PICTURE_BYTES, PICTURE_TYPES } from '#shared/chat/picture'
import { makeGif, makeJpegHeader, makePng, makePngHeader, makeWebpHeader } from '#test/helpers/make-picture'

const size = { width: 640, height: 480 }
const SAMPLES: [string, Buffer][] = [
  ['image/png', makePng(640, 480)],
  ['image/jpeg', makeJpegHeader(640, 480)],
  ['image/gif', makeGif(640, 480)],
  ['image/webp', makeWebpHeader('VP8 ', 640, 480)],
  ['image/webp', makeWebpHeader('VP8L', 640, 480)],
  ['image/webp', makeWebpHeader('VP8X', 640, 480)],
]

describe('the header of a picture', () => {
  it.each(SAMPLES)('of the kind %s gives its kind and its size in pixels', (type, bytes) => {
    const read = pictureTypeOf(bytes)
    expect(read).toBe(type)
    expect(read && pictureSizeOf(bytes, read)).toEqual(size)
  })

  it.each(SAMPLES)('of the kind %s gives no wrong size wherever it is cut off', (_, bytes) => {
    for (let end = 0; end < Math.min(bytes.length, 5000); end++) {
      const cut = bytes.subarray(0, end)
      const type = pictureTypeOf(cut)
      const told = type && pictureSizeOf(cut, type)
      if (told && type !== 'image/webp') expect(told).toEqual(size)
    }
  })

  it('is read from no other file, whatever its name', () => {
    const others = [
      '<svg xmlns="http://www.w3.org/2000/svg"/>',
      'BM',
      'II*\0',
      '%PDF-1.7',
      'GIF88a',
      '',
      'RIFF....WAVE',
    ]
    for (const text of others) expect(pictureTypeOf(Buffer.from(text, 'latin1'))).toBe(null)
  })

  it.each([
    ['a mark that stands alone', [0xff, 0xd0]],
    ['a mark that is none', [0xff, 0x00]],
    ['a second beginning', [0xff, 0xd8]],
    ['the reserved mark', [0xff, 0x01]],
  ])('of a JPEG is not read past %s, behind which a decoder finds another frame', (_, mark) => {
    const large = makeJpegHeader(60_000, 60_000).subarray(-10)
    const small = makeJpegHeader(10, 10).subarray(-10)
    // Taken for a segment, the mark jumps over the frame that is drawn, to one that only says that it is small.
    const jump = Buffer.from([...mark, 0, large.length + 2])
    const bytes = Buffer.concat([Buffer.from([0xff, 0xd8]), jump, large, small])
    expect(pictureSizeOf(bytes, 'image/jpeg')).toBe(null)
    const noLength = Buffer.concat([Buffer.from([0xff, 0xd8, 0xff, 0xe0, 0, 0]), large])
    expect(pictureSizeOf(noLength, 'image/jpeg')).toBe(null)
  })

  it('of a GIF counts a frame larger than its canvas', () => {
    expect(pictureSizeOf(makeGif(10, 10, { width: 60_000, height: 50_000 }), 'image/gif')).toEqual({
      ...{ width: 60_000, height: 50_000 },
    })
  })

  it('of any bytes is read without an error', () => {
    const anything = fc.tuple(fc.constantFrom(...PICTURE_TYPES), fc.uint8Array({ maxLength: 300 }))
    fc.assert(
      fc.property(anything, ([type, bytes]) => {
        const start = SAMPLES.find(([kind]) => kind === type)?.[1].subarray(0, 20) ?? Buffer.alloc(0)
        const told = pictureSizeOf(Buffer.concat([start, bytes]), type)
        return told === null || (told.width > 0 && told.height > 0)
      }),
      { numRuns: 2000 },
    )
  })
})

describe('a checked picture', () => {
  it('is identified by the hash of its text, with name, kind and size', () => {
    const bytes = makePng(3, 2)
    expect(checkPicture('/far/away/cat\n\u202e.png', bytes)).toEqual({
      ok: true,
      data: bytes.toString('base64'),
      picture: {
        ...{ sha256: expect.stringMatching(/^[0-9a-f]{64}$/), type: 'image/png', name: 'cat .png' },
        ...{ bytes: bytes.length, width: 3, height: 2 },
      },
    })
  })

  it.each([
    ['too large as a file', Buffer.alloc(MOST_PICTURE_BYTES + 1), /photo\.png .*10\.0 MB.*10 MB\. Make it smaller/],
    ['too large unfolded', makePngHeader(60_000, 60_000), /photo\.png .*60000 × 60000 pixels.*Scale it down/],
    ['without pixels', makePngHeader(0, 40), /size of the picture cannot be read/],
    ['no picture', Buffer.from('hello'), /not a picture in PNG, JPEG, WebP or GIF/],
  ])('and is %s is refused by name, size and remedy', (_, bytes, message) => {
    expect(checkPicture('photo.png', bytes)).toEqual({ ok: false, message: expect.stringMatching(message) })
  })

  it('has a short name on one line', () => {
    expect(nameOfFile(`/a/${'x'.repeat(300)}.png`)).toHaveLength(120)
    expect(nameOfFile('/a/\u200b')).toBe('picture')
  })
})

it('tells sounds by their first bytes, and takes no picture or text for one', () => {
  const starts = {
    'RIFF\0\0\0\nWAVEfmt ': 'audio/wav',
    OggS: 'audio/ogg',
    fLaC: 'audio/flac',
    '\0\0\0\x1cftypM4A ': 'audio/mp4',
    ID3: 'audio/mpeg',
    '\xff\xfb\x90': 'audio/mpeg',
    '\xff\xf1\x50': 'audio/aac',
  }
  for (const [start, type] of Object.entries(starts)) expect(soundTypeOf(Buffer.from(start, 'latin1'))).toBe(type)
  for (const [, bytes] of SAMPLES) expect(soundTypeOf(bytes)).toBe(null)
  for (const text of ['', 'RIFF', '<svg/>', 'MZ', '#!/bin/sh']) expect(soundTypeOf(Buffer.from(text))).toBe(null)
})

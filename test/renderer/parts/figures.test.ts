import { describe, expect, it } from 'vitest'
import { countOf, formatBytes, formatMs } from '#renderer/parts/figures.ts'

describe('figures', () => {
  it.each([
    [0, '0 ms'],
    [21, '21 ms'],
    [99.4, '99 ms'],
    [104, '0.1 s'],
    [412, '0.4 s'],
    [9949, '9.9 s'],
    [9950, '10 s'],
    [30_012, '30 s'],
    [120_000, '2 min'],
    [125_000, '2 min 5 s'],
    [7_500_000, '2 h 5 min'],
  ])('%d milliseconds are %s', (ms, text) => expect(formatMs(ms)).toBe(text))

  it.each([
    [1, '1 byte'],
    [312, '312 bytes'],
    [4096, '4.1 KB'],
    [98_000_000, '98 MB'],
    [999_999, '1.0 MB'],
    [2_620_000_000, '2.6 GB'],
  ])('%d bytes are %s', (bytes, text) => expect(formatBytes(bytes)).toBe(text))

  it('count things in words', () => {
    expect([countOf(1, 'tool', 'tools'), countOf(4117, 'fact', 'facts'), countOf(2, 'byte', 'bytes')]).toEqual([
      '1 tool',
      '4\u202f117 facts',
      '2 bytes',
    ])
  })
})

import { describe, expect, it } from 'vitest'
import { countLines, countOf, formatBytes, formatCount, formatMs } from '#renderer/parts/ui/figures.ts'
import { speak } from '#shared/messages/say'

describe('figures', () => {
  it.each([
    [0, '0\u00a0ms'],
    [21, '21\u00a0ms'],
    [99.4, '99\u00a0ms'],
    [104, '0.1\u00a0s'],
    [412, '0.4\u00a0s'],
    [9949, '9.9\u00a0s'],
    [9950, '10\u00a0s'],
    [30_012, '30\u00a0s'],
    [120_000, '2\u00a0min'],
    [125_000, '2\u00a0min 5\u00a0s'],
    [7_500_000, '2\u00a0h 5\u00a0min'],
  ])('%d milliseconds are %s, and never apart from the unit', (ms, text) => expect(formatMs(ms)).toBe(text))

  it.each([
    [1, '1\u00a0byte'],
    [312, '312\u00a0bytes'],
    [4096, '4.1\u00a0KB'],
    [98_000_000, '98\u00a0MB'],
    [999_999, '1.0\u00a0MB'],
    [2_620_000_000, '2.6\u00a0GB'],
  ])('%d bytes are %s, and never apart from the unit', (bytes, text) => expect(formatBytes(bytes)).toBe(text))

  it.each([
    ['', 0],
    ['one', 1],
    ['one\n', 1],
    ['one\ntwo\n', 2],
    ['one\n\n', 2],
  ])('count the lines of %j as a person does', (text, lines) => expect(countLines(text)).toBe(lines))

  it('group thousands as the language does', async () => {
    expect(formatCount(32_768)).toBe('32,768')
    await speak('de')
    expect(formatCount(32_768)).toBe('32.768')
    await speak('en')
  })

  it.each(['en', 'de'] as const)('write counts up to a thousand in %s as Intl does', async (language) => {
    await speak(language)
    const counts = Array.from({ length: 1002 }, (_, count) => count)
    expect(counts.map(formatCount)).toEqual(counts.map((count) => count.toLocaleString(language)))
    await speak('en')
  })

  it('count things in words', () => {
    expect([countOf(1, 'tool', 'tools'), countOf(4117, 'entry', 'entries'), countOf(2, 'byte', 'bytes')]).toEqual([
      '1 tool',
      '4,117 entries',
      '2 bytes',
    ])
  })
})

import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { findHits } from '#shared/call/hits'

const found = (text: string, typed: string) => findHits(text, typed).map(({ start, end }) => text.slice(start, end))

describe('the matches of a search', () => {
  const table: [string, string, string, string[]][] = [
    ['every place of the whole', 'Rain. The rain, raining', 'rain', ['Rain', 'rain', 'rain']],
    ['no place within a word', 'a train', 'rain', []],
    ['a phrase before its words', 'the roof, a roof the', 'the roof', ['the roof']],
    ['words apart where the phrase is not there', 'roof of the house', 'house roof', ['roof', 'house']],
    ['nothing where one of the words is missing', 'roof of the house', 'house rain', []],
    ['a phrase over a line break', 'the\nroof', 'the roof', ['the\nroof']],
    ['letters without their accents', 'Ein Café für Zoë', 'zoe', ['Zoë']],
    ['accents that were typed', 'Ein Cafe', 'café', ['Cafe']],
    ['accents that stand apart', 'Cafe\u0301 und', 'café', ['Cafe\u0301']],
    ['scripts beyond Latin', 'Привет, мир', 'мир', ['мир']],
    ['words that no space separates', '今天天气很好，天气', '天气', ['天气', '天气']],
    ['Latin words among them', '用git提交', 'git', ['git']],
    ['what follows a sign', '--force and `force`', 'force', ['force', 'force']],
    ['a path', 'see /etc/hosts', '/etc/hosts', ['/etc/hosts']],
    ['nothing for signs alone', 'a -- b', '--', []],
    ['nothing for nothing', 'a', '  ', []],
    ['letters of two halves', '𝒳𝒴 𝒴', '𝒴', ['𝒴']],
  ]
  it.each(table)('are %s', (_title, text, typed, expected) => {
    expect(found(text, typed)).toEqual(expected)
  })

  it('are within the text, apart from each other and in order', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: 'grapheme', maxLength: 60 }),
        fc.string({ unit: 'grapheme', maxLength: 4 }),
        (text, typed) => {
          let last = 0
          for (const { start, end } of findHits(`${text} ${typed} ${text}`, typed)) {
            expect(start).toBeGreaterThanOrEqual(last)
            expect(end).toBeGreaterThan(start)
            last = end
          }
          expect(last).toBeLessThanOrEqual(text.length * 2 + typed.length + 2)
        },
      ),
      { numRuns: 2000 },
    )
  })

  it('are found in a text of 5 MB', () => {
    const began = performance.now()
    expect(findHits('ä word '.repeat(700_000), 'word').length).toBe(1000)
    expect(performance.now() - began).toBeLessThan(20_000)
  })
})

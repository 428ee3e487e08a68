import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { findChangedWords } from '#main/trust/changed-words'
import { diffLines } from '#main/trust/diff-lines'

/** Each changed line with its changed words in brackets. */
const marked = (...diff: string[]) => {
  const words = findChangedWords(diff)
  return diff.map((line, index) => {
    const cuts = [0, ...(words?.[index] ?? []).flat(), line.length]
    return cuts
      .map((cut, at) => (at % 2 === 0 ? '[' : ']') + line.slice(cut, cuts[at + 1]))
      .join('')
      .slice(1, -1)
  })
}

describe('the words that changed in a line', () => {
  it('are found between a removed line and the one that took its place', () => {
    expect(marked('-the old cat sat', '+the new cat sat down')).toEqual([
      '-the ]old[ cat sat',
      '+the ]new[ cat sat ]down[',
    ])
  })

  it('are one change where only space is between them', () => {
    expect(marked('-It costs one two euros a month', '+It costs three four euros a month')).toEqual([
      '-It costs ]one two[ euros a month',
      '+It costs ]three four[ euros a month',
    ])
  })

  it('are whole words in every script', () => {
    expect(marked('-Привет, мир дома', '+Привык, мир дома')).toEqual(['-]Привет[, мир дома', '+]Привык[, мир дома'])
    expect(marked('-👩‍🚀 flies home', '+👨‍🚀 flies home')).toEqual(['-]👩‍🚀[ flies home', '+]👨‍🚀[ flies home'])
  })

  it('are compared line by line where several lines changed together', () => {
    expect(marked(' a', '-one red fish', '-two red fish', '+one blue fish', '+two blue fish', '+three', ' b')).toEqual([
      ...[' a', '-one ]red[ fish', '-two ]red[ fish'],
      ...['+one ]blue[ fish', '+two ]blue[ fish', '+three', ' b'],
    ])
  })

  it.each([
    ['are far more than half of both lines', '-all of this is gone', '+nothing here was kept'],
    ['would be in a line that is only new', ' same', '+new'],
    ['would be in an empty line', '-', '+new'],
    ['would be in a huge line', `-a ${'b '.repeat(400)}`, `+c ${'b '.repeat(400)}`],
    ['would be in a line with characters that mislead', '-the old\u202e cat', '+the new\u202e cat'],
  ])('are not marked if they %s', (_, ...diff) => {
    expect(findChangedWords(diff)).toBe(null)
  })

  it('are marked in the first 200 lines of 10 000, without a noticeable wait', () => {
    const removed = Array.from({ length: 10_000 }, (_, at) => `-${at} ${'word '.repeat(40)} old`)
    const added = Array.from({ length: 10_000 }, (_, at) => `+${at} ${'word '.repeat(40)} new`)
    const started = performance.now()
    const words = findChangedWords([...removed, ...added])
    expect(performance.now() - started).toBeLessThan(3000)
    expect(Object.keys(words ?? {})).toHaveLength(400)
  })

  it('leave the same text on both sides when they are taken out', () => {
    const word = fc.constantFrom('a', 'bc', 'ü', ' ', '-', '+', '.', '界')
    const line = fc.array(word, { maxLength: 12 }).map((words) => words.join(''))
    fc.assert(
      fc.property(line, line, (old, now) => {
        const diff = diffLines(old, now) ?? []
        const words = findChangedWords(diff)
        const kept = diff.map((line, index) => {
          const cuts = [1, ...(words?.[index] ?? []).flat(), line.length]
          return cuts.map((cut, at) => (at % 2 === 0 ? line.slice(cut, cuts[at + 1]) : '')).join('')
        })
        const [removed, added] = ['-', '+'].map((sign) => diff.findIndex((line) => line.startsWith(sign)))
        if (words) expect(squeeze(kept[removed ?? -1])).toBe(squeeze(kept[added ?? -1]))
      }),
    )
  })
})

/** The space beside a changed word counts for neither. */
const squeeze = (text: string | undefined) => text?.replace(/\s+/g, '')

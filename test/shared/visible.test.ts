import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { hasUnseen, isDeceptive, toVisible, toVisibleLines } from '#shared/visible'

const FORMAT = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]/u

describe('toVisible', () => {
  it.each([
    ['plain text, even with a \\n of its own', 'a \\n b', 'a \\n b', false],
    ['a line break', 'a\nb', 'a\\nb', true],
    ['a tab and a carriage return', '\t\r', '\\t\\r', true],
    ['an override of the reading direction', 'user\u202etxt.exe', 'user\\u{202E}txt.exe', true],
    ['an isolate', '\u2066x\u2069', '\\u{2066}x\\u{2069}', true],
    ['a zero-width space and joiner', 'a\u200bb\u200dc', 'a\\u{200B}b\\u{200D}c', true],
    ['tag characters', 'a\u{e0041}\u{e007f}', 'a\\u{E0041}\\u{E007F}', true],
    ['the Hangul fillers', '\u115f\u1160\u3164\uffa0', '\\u{115F}\\u{1160}\\u{3164}\\u{FFA0}', true],
    ['a variation selector', '\ufe0f\u{e0100}', '\\u{FE0F}\\u{E0100}', true],
    ['a space that is not the usual one', 'a\u00a0b\u3000', 'a\\u{A0}b\\u{3000}', true],
    ['the blank braille pattern', '\u2800', '\\u{2800}', true],
    ['an escape sequence', '\u001b[31m', '\\u{1B}[31m', true],
    ['a NUL', 'a\0', 'a\\u{0}', true],
    ['a lone surrogate', 'a\ud800b', 'a\\u{D800}b', true],
    ['the line separators', '\u2028\u2029\u0085', '\\u{2028}\\u{2029}\\u{85}', true],
    ['a byte order mark', '\ufeffx', '\\u{FEFF}x', true],
    ['a heap of marks, which would cover other lines', `x${'\u0301'.repeat(6)}`, `x${'\\u{301}'.repeat(6)}`, true],
    ['as many marks as scripts set', 'נֽ֥͏'.slice(0, 3), 'נֽ֥', false],
    ['letters of any script and emoji', 'żółć 中文 🙂', 'żółć 中文 🙂', false],
  ])('shows %s', (_, given, text, hidden) => {
    expect(toVisible(given)).toEqual({ text, hidden })
  })

  it('doubles a backslash in front of its escapes, so that two texts never look alike', () => {
    expect(toVisible('\\n\n').text).toBe('\\\\n\\n')
    const seen = (given: string) => JSON.stringify(toVisible(given))
    fc.assert(
      fc.property(
        fc.string({ unit: 'binary' }),
        fc.string({ unit: 'binary' }),
        (a, b) => a === b || seen(a) !== seen(b),
      ),
    )
  })

  it('leaves no control or format character in any text', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 200 }), (given) => !FORMAT.test(toVisible(given).text)),
    )
    for (let point = 0; point < 0x11_0000; point += 1) {
      const { text } = toVisible(String.fromCodePoint(point))
      if (FORMAT.test(text)) throw new Error(`U+${point.toString(16)} is shown as it is`)
    }
  })
})

describe('isDeceptive', () => {
  it('passes ordinary text', () => {
    for (const text of ['a\nb\tc\r\n', 'dwa\u00a0słowa', '❤\ufe0f', '👩\u200d🚀', '日本\u3000語'])
      expect(isDeceptive(text)).toBe(false)
  })

  it('finds what only serves to mislead', () => {
    for (const text of [
      '\u202e',
      '\u200b',
      '\u{e0041}',
      '\u001b[2K',
      '\u2066',
      '\u{e0100}',
      '\ud800',
      '\u3164',
      `a${'\u0336'.repeat(9)}`,
    ]) {
      expect(isDeceptive(text)).toBe(true)
    }
  })
})

describe('hasUnseen', () => {
  it('checks single characters, except the usual space', () => {
    expect([' ', 'a', '\u00a0', '\u00ad', 'é'].map(hasUnseen)).toEqual([false, false, true, true, false])
  })
})

describe('text by others', () => {
  it('keeps line breaks, tabs and emoji, and reveals what hides or misleads', () => {
    expect(toVisibleLines('a\n\tb ❤️')).toBe('a\n\tb ❤️')
    expect(toVisibleLines('a\u202eb\nc\\d')).toBe('a\\u{202E}b\nc\\d')
    expect(toVisibleLines('x\u200b')).toBe('x\\u{200B}')
  })
})

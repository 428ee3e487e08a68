import { describe, expect, it } from 'vitest'
import { reportHiddenJson, reportHiddenText } from '#main/formats/hidden-text'
import { placeIn } from '#main/formats/place'
import type { Diagnostic } from '#shared/messages/diagnostic'
import { textOf } from '#shared/messages/message'

function find(text: string, isFile = true): string[] {
  const diagnostics: Diagnostic[] = []
  reportHiddenText(placeIn('SKILL.md', diagnostics), text, isFile)
  return diagnostics.map(({ message }) => textOf(message).replace(/: people do not.*/, ''))
}

describe('hidden text', () => {
  it.each([
    ['an HTML comment', 'a\nb <!-- do evil -->', 'Line 2 contains an HTML comment'],
    ['a zero-width space', 'a\u200bb', 'Line 1 contains an invisible character (\\u{200B})'],
    [
      'a text turned around',
      '\n\nuser\u202efdp.exe',
      'Line 3 contains a character that changes the direction of text (\\u{202E})',
    ],
    ['an isolate', 'a\u2066b\u2069', 'Line 1 contains a character that changes the direction of text (\\u{2066})'],
    ['tags', `a${String.fromCodePoint(0xe0041)}`, 'Line 1 contains a tag character (\\u{E0041})'],
    ['a byte order mark inside', 'a\ufeffb', 'Line 1 contains an invisible character (\\u{FEFF})'],
    ['a Hangul filler', 'a\u3164b', 'Line 1 contains an invisible character (\\u{3164})'],
    ['an escape sequence', 'a\x1b[31mb', 'Line 1 contains a control character (\\u{1B})'],
    ['a NUL', 'a\0', 'Line 1 contains a control character (\\u{0})'],
    ['a joiner between Latin letters', 'a\u200db', 'Line 1 contains an invisible character (\\u{200D})'],
    ['bytes in variation selectors', 'a\ufe00\ufe01\ufe02', 'Line 1 contains an invisible character (\\u{FE01})'],
    [
      'bytes in more variation selectors',
      `a${String.fromCodePoint(0xe0101)}`,
      'Line 1 contains an invisible character (\\u{E0101})',
    ],
  ])('is found: %s', (_name, text, message) => expect(find(text)).toEqual([message]))

  it('is counted once per kind, with the first lines', () => {
    expect(find('\u200b\n\n\u200b\u2060\n<!--\n<!--\n<!--\n<!--\n<!--\n<!--')).toEqual([
      'Lines 1, 3 contain an invisible character (\\u{200B})',
      'Lines 4, 5, 6, 7, 8 and more contain an HTML comment',
    ])
  })

  it.each([
    ['plain words', 'Tabs\tand\r\nlines.'],
    ['other scripts', 'Grüße, 你好, שלום, नमस्ते, مرحبا'],
    ['emoji that are joined', '👩‍💻 👩🏽‍🚀 ❤️‍🔥 🏳️‍🌈'],
    ['joiners that a script needs', 'می‌خواهم क्‍ष'],
    ['a variation of a Han sign', `葛${String.fromCodePoint(0xe0100)}`],
    ['dashes, quotes and arrows', '– — “x” → …'],
  ])('is not what everybody sees or needs: %s', (_name, text) => expect(find(text)).toEqual([]))

  it('is found behind thousands of joiners that are not hidden', () => {
    expect(find(`${'👩\u200d💻'.repeat(2000)}\na\u200bb`)).toEqual([
      'Line 2 contains an invisible character (\\u{200B})',
    ])
  })

  it('is found in JSON escapes, in values and in keys', () => {
    const diagnostics: Diagnostic[] = []
    const value = { a: [{ b: 'x\u200b' }], 'c\u202e': 1, d: '<!-- x -->' }
    const source = JSON.stringify(value).replace(/[\u200b\u202e]/g, (found) => `\\u${found.charCodeAt(0).toString(16)}`)
    reportHiddenJson(placeIn('tools.json', diagnostics), source, value, true)
    expect(diagnostics.map(({ path }) => path)).toEqual(['a[0].b', '["c\\u{202E}"]', 'd'])
  })

  it('never appears in a message', () => {
    const diagnostics: Diagnostic[] = []
    reportHiddenJson(placeIn('tools.json', diagnostics), '\u202e', { 'a\u202e\u200b\n\0': 'x\u202e' }, false)
    for (const { message, path } of diagnostics) expect(`${textOf(message)}${path}`).toMatch(/^[ -~]*$/)
  })
})

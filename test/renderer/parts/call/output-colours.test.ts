import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { linesOfOutput, readColours, withoutColours } from '#renderer/parts/call/output-view.tsx'
import { toVisibleLines } from '#shared/visible'

const ESC = '\u001b'
const shown = (raw: string) => toVisibleLines(withoutColours(linesOfOutput(raw)))
const kinds = (text: string) => readColours(text, null).tokens.map(({ kind, text }) => [text, kind])

describe('a program’s output', () => {
  it('keeps its text colours, even 256 or all of them, until it resets them', () => {
    expect(kinds(`a ${ESC}[31mred${ESC}[0m b ${ESC}[1;92mgreen${ESC}[m c`)).toEqual([
      ['a ', null],
      ['red', 'red'],
      [' b ', null],
      ['green', 'green'],
      [' c', null],
    ])
    expect(
      kinds(`${ESC}[38;5;196mx${ESC}[38;5;244my${ESC}[38;2;20;90;240mz${ESC}[38:2:240:200:20mw${ESC}[39mv`),
    ).toEqual([
      ['x', 'red'],
      ['y', 'grey'],
      ['z', 'blue'],
      ['w', 'yellow'],
      ['v', null],
    ])
    expect(readColours(`${ESC}[35mstill`, null).rest).toBe('magenta')
  })

  it('cannot hide its text: black, white, backgrounds and concealed letters use the theme’s ink', () => {
    for (const code of ['30', '37', '97', '8', '40', '48;5;16', '48;2;1;1;1', '7', '38;2;0;0;0', '38;5;231']) {
      expect(kinds(`${ESC}[${code}mseen`), code).toEqual([['seen', null]])
    }
    expect(kinds(`${ESC}[48;5;196;34mseen`)).toEqual([['seen', 'blue']])
  })

  it('loses its colours, and everything else a terminal would obey', () => {
    expect(shown(`${ESC}[1;31mred${ESC}[0m`)).toBe('red')
    expect(shown(`${ESC}]0;title\u0007`)).toBe('\\u{1B}]0;title\\u{7}')
    expect(shown(`${ESC}[2Jx${ESC}]8;;https://evil.example\u0007`)).toContain(
      '\\u{1B}[2Jx\\u{1B}]8;;https://evil.example',
    )
    expect(shown(`1%\r2%\r${ESC}[0m\nend`)).toBe('1%\\r\n2%\nend')
  })

  it('is all there, whatever it contains', () => {
    const pieces = fc.constantFrom(
      'a',
      '\n',
      ESC,
      `${ESC}[`,
      '3',
      '8',
      ';',
      ':',
      'm',
      '5',
      '2',
      `${ESC}[31m`,
      `${ESC}[m`,
    )
    fc.assert(
      fc.property(
        fc.array(pieces).map((some) => some.join('')),
        (text) => {
          const { tokens } = readColours(text, null)
          expect(tokens.map((token) => token.text).join('')).toBe(withoutColours(text))
        },
      ),
    )
  })
})

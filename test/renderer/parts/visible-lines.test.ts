import { describe, expect, it } from 'vitest'
import { plainOutput, visibleLines } from '#renderer/parts/visible-lines.ts'

const shown = (raw: string) => visibleLines(plainOutput(raw))

describe('text that others wrote', () => {
  it('keeps line breaks, tabs and emoji, and spells out what hides or misleads', () => {
    expect(visibleLines('a\n\tb ❤️')).toBe('a\n\tb ❤️')
    expect(visibleLines('a\u202eb\nc\\d')).toBe('a\\u{202E}b\nc\\d')
    expect(visibleLines('x\u200b')).toBe('x\\u{200B}')
  })

  it('of a program loses its colours, and nothing else of what a terminal would obey', () => {
    expect(shown('\u001b[1;31mred\u001b[0m')).toBe('red')
    expect(shown('\u001b]0;title\u0007')).toBe('\\u{1B}]0;title\\u{7}')
    expect(shown('\u001b[2Jx\u001b]8;;https://evil.example\u0007')).toContain(
      '\\u{1B}[2Jx\\u{1B}]8;;https://evil.example',
    )
    expect(shown('1%\r2%\r\nend')).toBe('1%\\r\n2%\nend')
  })
})

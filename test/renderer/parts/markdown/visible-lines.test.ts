import { describe, expect, it } from 'vitest'
import { visibleLines } from '#renderer/parts/markdown/visible-lines.ts'

describe('text by others', () => {
  it('keeps line breaks, tabs and emoji, and reveals what hides or misleads', () => {
    expect(visibleLines('a\n\tb ❤️')).toBe('a\n\tb ❤️')
    expect(visibleLines('a\u202eb\nc\\d')).toBe('a\\u{202E}b\nc\\d')
    expect(visibleLines('x\u200b')).toBe('x\\u{200B}')
  })
})

import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { MOST_BYTES, MOST_ENTRIES, MOST_FILE_BYTES, makeIntake } from '#main/install/intake'
import { Refusal } from '#main/install/refusal'

function take(entries: readonly [path: string, bytes: number][]): string {
  const intake = makeIntake()
  try {
    for (const [path, bytes] of entries) intake.file(path, bytes)
    return 'taken'
  } catch (error) {
    if (error instanceof Refusal) return error.diagnostic.code
    throw error
  }
}

describe('what is taken from a source', () => {
  it('goes up to each limit and not one beyond it', () => {
    const files = (count: number): [string, number][] => Array.from({ length: count }, (_, n) => [`f${n}`, 1])
    expect([take(files(MOST_ENTRIES)), take(files(MOST_ENTRIES + 1))]).toEqual(['taken', 'ARCHIVE_LIMIT'])
    // A folder counts, whether it is listed or only part of a path.
    expect(take([['folder/f', 1], ...files(MOST_ENTRIES - 2)])).toBe('taken')
    expect(take([['folder/f', 1], ...files(MOST_ENTRIES - 1)])).toBe('ARCHIVE_LIMIT')
    expect([take([['f', MOST_FILE_BYTES]]), take([['f', MOST_FILE_BYTES + 1]])]).toEqual(['taken', 'ARCHIVE_LIMIT'])
    const full = files(MOST_BYTES / MOST_FILE_BYTES).map(([path]): [string, number] => [path, MOST_FILE_BYTES])
    expect([take(full), take([...full, ['x', 1]])]).toEqual(['taken', 'ARCHIVE_LIMIT'])
    expect([take([['1/2/3/4/5/6/7/8/f', 1]]), take([['1/2/3/4/5/6/7/8/9/f', 1]])]).toEqual(['taken', 'ARCHIVE_LIMIT'])
  })

  it('accepts a folder once if it is listed after its contents', () => {
    const intake = makeIntake()
    intake.file('a/b', 1)
    intake.folder('a')
    expect(() => intake.folder('a')).toThrow('twice')
  })

  it.each(['stra\u00dfe:STRASSE', 'K:\u212a', '\u017f:s', '\u00e9:E\u0301', '\u03c3:\u03c2'])(
    'knows that some file systems treat %s as one name',
    (pair) => {
      const [one = '', other = ''] = pair.split(':')
      expect(
        take([
          [one, 1],
          [other, 1],
        ]),
      ).toBe('ARCHIVE_ENTRY')
    },
  )

  it('is never a path outside the folder it is written to', () => {
    const part = fc.oneof(fc.constantFrom('..', '.', '', 'a', 'C:', '\\', '/', '~', 'nul', '\0'), fc.string())
    const path = fc.array(part, { minLength: 1, maxLength: 6 }).map((parts) => parts.join('/'))
    fc.assert(
      fc.property(path, (path) => {
        if (take([[path, 1]]) !== 'taken') return
        expect(new URL(path.split('/').map(encodeURIComponent).join('/'), 'file:///root/').pathname).toMatch(
          /^\/root\/./,
        )
        expect(path).not.toMatch(/(^|\/)\.{0,2}(\/|$)|[\\:\0]/)
      }),
      { numRuns: 2000 },
    )
  })
})

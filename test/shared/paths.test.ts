import { describe, expect, it } from 'vitest'
import { isBelow, isInside } from '#shared/paths'

describe('a path inside a folder', () => {
  it.each([
    ['/work', '/work', true],
    ['/work/a', '/work', true],
    ['/work/a', '/work/', true],
    ['/work-private/a', '/work', false],
    ['/', '/work', false],
    ['/etc/passwd', '/', true],
    ['/', '/', true],
    ['/work/../etc/passwd', '/work', false],
    ['/work/..', '/work', false],
    ['/work/..a', '/work', true],
    ['work/a', '/work', false],
  ])('%s in %s: %s', (path, folder, expected) => {
    expect(isInside(path, folder)).toBe(expected)
  })

  it('may use both slashes and any case only on Windows', () => {
    expect(isInside('C:\\Work\\a', 'c:/work', true)).toBe(true)
    expect(isInside('C:\\Work\\..\\a', 'c:/work', true)).toBe(false)
    expect(isInside('C:\\Work\\a', 'c:\\work')).toBe(true)
    expect(isInside('\\\\server\\Share\\a', '\\\\SERVER\\share')).toBe(true)
    expect(isInside('C:\\Work2\\a', 'C:\\Work')).toBe(false)
    expect(isInside('/Work/a', '/work')).toBe(false)
  })

  it('is not the folder itself', () => {
    expect(isBelow('/work', '/work')).toBe(false)
    expect(isBelow('/work/a', '/work')).toBe(true)
    expect(isBelow('/a', '/')).toBe(true)
  })
})

import { describe, expect, it } from 'vitest'
import { writeSeatbeltProfile } from '#main/runners/process/sandbox'
import { NOTHING_GRANTED } from '#test/helpers/sandbox-here'

describe('the profile for a Mac', () => {
  it('closes the network and every folder if nothing was granted', () => {
    expect(writeSeatbeltProfile(NOTHING_GRANTED, [])).toBe(
      [
        '(version 1)',
        '(allow default)',
        '(deny network*)',
        '(deny file-write*)',
        '(allow file-write* (literal "/dev/null") (literal "/dev/zero") (literal "/dev/dtracehelper") (literal "/dev/tty"))',
        '(allow file-write* (subpath "/private/tmp") (subpath "/private/var/folders"))',
        '',
      ].join('\n'),
    )
  })

  it('opens what was granted, hides after that, and last shows what runs from a hidden folder', () => {
    const grants = { network: true, writable: ['/Users/me/work'], hidden: ['/Users/me/.ssh', '/Users/me/data'] }
    const profile = writeSeatbeltProfile({ ...NOTHING_GRANTED, ...grants }, ['/Users/me/data/store', '/Users/me/other'])
    expect(profile).not.toContain('network')
    expect(profile).toContain('(subpath "/Users/me/work")')
    expect(profile.trimEnd().split('\n').slice(-3)).toEqual([
      '(deny file-read* file-write* (subpath "/Users/me/.ssh"))',
      '(deny file-read* file-write* (subpath "/Users/me/data"))',
      '(allow file-read* (subpath "/Users/me/data/store"))',
    ])
  })

  it('shows what runs from below a hidden folder, even where everything is hidden', () => {
    const profile = writeSeatbeltProfile({ ...NOTHING_GRANTED, hidden: ['/'] }, ['/store', '/'])
    expect(profile.trimEnd().split('\n').slice(-2)).toEqual([
      '(deny file-read* file-write* (subpath "/"))',
      '(allow file-read* (subpath "/store"))',
    ])
  })

  it('takes no rule from the name of a folder', () => {
    const profile = writeSeatbeltProfile({ ...NOTHING_GRANTED, writable: ['/a")(allow network*)("\\b'] }, [])
    expect(profile).toContain('(subpath "/a\\")(allow network*)(\\"\\\\b")')
  })
})

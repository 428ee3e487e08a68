import { describe, expect, it } from 'vitest'
import { listEffects } from '#main/runners/process/effects'
import type { Origin } from '#shared/call/plan'

/** What a command line does whose program lies at that path and is started as `name`. */
function effectsOf(line: string, realpath: string, subcommand = '') {
  const argv = line.split(' ')
  const [name = ''] = argv
  const identity = { realpath, dev: '1', ino: '1', size: '1', mtimeNs: '1' }
  const binary = { name, path: `/usr/bin/${name}`, identity }
  const origin = argv.map((): Origin => 'skill')
  const action = { binary, argv, origin, cwd: '/work', env: [], stdin: null, tempFiles: [], timeoutMs: 1 }
  const rest = { realCwd: '/work', values: [], realPaths: new Map(), isReadOnly: true, confinement: null }
  return listEffects({ action, subcommand, ...rest }).map(({ does }) => does)
}

describe('a program whose name leads to another one', () => {
  it.each([
    ['/usr/bin/python3.12', 'run-code'],
    ['/usr/bin/rm', 'delete'],
    ['/usr/sbin/mkfs.ext4', 'delete'],
  ])('does as %s does', (realpath, does) => {
    expect(effectsOf('ls a', realpath)).toContain(does)
  })

  it('is not taken to delete because of a checked option, whatever the other name is', () => {
    const line = 'ffprobe -show_entries format_tags -i a.ogg'
    expect(effectsOf(line, '/opt/media/probe', '-show_entries format_tags')).toEqual(['read'])
  })
})

import { chmodSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { sanitizePath } from '#main/runners/process/search-path'
import { makeTempDir } from '#test/helpers/temp-dir'

function makeFolders() {
  const root = makeTempDir()
  const make = (name: string, mode = 0o755) => {
    const folder = join(root, name)
    mkdirSync(folder, { recursive: true })
    chmodSync(folder, mode)
    return folder
  }
  return { root, make }
}

describe('the search path', () => {
  it('keeps absolute existing folders in order, each once', async () => {
    const { make } = makeFolders()
    const [b, a] = [make('b'), make('a')]
    expect(await sanitizePath([b, a, `${b}/`, `${a}/../b`].join(':'), [])).toEqual([b, a])
  })

  it.each(['', '.', '..', 'bin', './bin', '~', '~/bin', '$HOME/bin', ':', '::'])('skips %j', async (entry) => {
    const { make } = makeFolders()
    const bin = make('bin')
    expect(await sanitizePath(entry, [])).toEqual([])
    expect(await sanitizePath(`${entry}:${bin}:${entry}`, [])).toEqual([bin])
  })

  it('leaves out what is missing or a file', async () => {
    const { root } = makeFolders()
    writeFileSync(join(root, 'file'), '')
    expect(await sanitizePath(`${root}/missing:${root}/file:${root}/file/x`, [])).toEqual([])
  })

  it('leaves out folders that everybody may write to, sticky or not', async () => {
    const { make } = makeFolders()
    expect(await sanitizePath(`${make('open', 0o777)}:${make('sticky', 0o1777)}:${make('odd', 0o702)}`, [])).toEqual([])
  })

  it('leaves out what is in a forbidden root, even through a link, and keeps names that only begin alike', async () => {
    const { root, make } = makeFolders()
    const skill = make('skill')
    const inside = make('skill/bin')
    const beside = make('skill-bin')
    const dotted = make('..skill')
    symlinkSync(inside, join(root, 'link'))
    symlinkSync(skill, join(root, 'root-link'))
    const entries = [skill, inside, join(root, 'link'), beside, dotted].join(':')
    expect(await sanitizePath(entries, [skill])).toEqual([beside, dotted])
    expect(await sanitizePath(entries, [join(root, 'root-link')])).toEqual([beside, dotted])
    expect(await sanitizePath(entries, [join(root, 'not-yet-there')])).toEqual([
      skill,
      inside,
      join(root, 'link'),
      beside,
      dotted,
    ])
  })

  it('reads a Windows path by Windows rules', async () => {
    expect(await sanitizePath('.;bin;C:;\\\\;"C:\\not there"', [], 'win32')).toEqual([])
  })
})

import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { listMounts } from '#main/runners/process/mounts'
import type { Confined } from '#main/runners/process/sandbox'
import { NOTHING_GRANTED } from '#test/helpers/sandbox-here'
import { makeTempDir } from '#test/helpers/temp-dir'

const command = (cwd: string, args: string[] = []): Confined => ({ path: '/usr/bin/env', args, cwd, env: {} })

/** Of the layers below the folder, each as its option and its place. */
function listLayers(folder: string, { mounts }: { mounts: string[] }): string[] {
  return mounts.flatMap((word, index) => {
    const place = mounts[index + 1] ?? ''
    return word.startsWith('--') && place.startsWith(folder) ? [`${word} ${place.slice(folder.length) || '.'}`] : []
  })
}

describe('the layers of what a confined program sees', () => {
  it('begin with everything, to read', () => {
    expect(listMounts(command('/'), NOTHING_GRANTED, [], null).mounts.slice(0, 5)).toEqual([
      ...['--ro-bind', '/', '/', '--dev', '/dev'],
    ])
    const open = { ...NOTHING_GRANTED, writable: ['/'] }
    expect(listMounts(command('/'), open, [], null).mounts.slice(0, 3)).toEqual(['--bind', '/', '/'])
  })

  it('lie in order of depth, so that a granted folder opens in a hidden one and the other way round', () => {
    const folder = makeTempDir()
    for (const name of ['work/data/store', 'work/data/ledger', 'keys/shared']) {
      mkdirSync(join(folder, name), { recursive: true })
    }
    const grants = {
      ...{ writable: [join(folder, 'work'), join(folder, 'keys/shared')] },
      hidden: [join(folder, 'work/data'), join(folder, 'keys')],
    }
    const listed = listMounts(command(folder), { ...NOTHING_GRANTED, ...grants }, [join(folder, 'work/data/store')], 5)
    expect(listLayers(folder, listed)).toEqual([
      '--ro-bind .',
      ...['--bind /work', '--tmpfs /keys', '--bind /keys/shared', '--tmpfs /work/data', '--ro-bind /work/data/store'],
      ...['--remount-ro /work/data', '--remount-ro /keys'],
    ])
    expect(listed.mounts.join(' ')).toContain('--size 5 --tmpfs /tmp')
  })

  it('let hiding win where the same folder is granted and hidden', () => {
    const folder = makeTempDir()
    const both = { ...NOTHING_GRANTED, writable: [folder], hidden: [folder] }
    expect(listLayers(folder, listMounts(command('/'), both, [], null)).at(-2)).toBe('--tmpfs .')
  })

  it('leave out what is not there any more, and hide a file by an empty one', () => {
    const folder = makeTempDir()
    writeFileSync(join(folder, 'secret'), '')
    const hidden = [join(folder, 'secret'), join(folder, 'gone')]
    const { mounts } = listMounts(
      command('/'),
      { ...NOTHING_GRANTED, hidden, writable: [join(folder, 'gone')] },
      [],
      null,
    )
    expect(mounts.join(' ')).toContain(`--ro-bind /dev/null ${folder}/secret`)
    expect(mounts.join(' ')).not.toContain('gone')
  })
})

import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { homedir } from 'node:os'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { listMounts, readFolder } from '#main/runners/process/mounts'
import type { Confined } from '#main/runners/process/sandbox'
import type { Confinement } from '#shared/call/plan'
import { describeEnforced, NOTHING_GRANTED } from '#test/helpers/sandbox-here'
import { makeTempDir } from '#test/helpers/temp-dir'

const command = (cwd: string, args: string[] = []): Confined => ({ path: '/usr/bin/env', args, cwd, env: {} })

function list(
  cwd: string,
  grants: Partial<Confinement> = {},
  readable: string[] = [],
  tempBytes: number | null = null,
) {
  const visible = { readable, tempBytes, first: 7 }
  const listed = listMounts(command(cwd), { ...NOTHING_GRANTED, ...grants }, visible)
  if (!listed.ok) throw new Error(listed.message.code)
  onTestFinished(listed.close)
  return listed.args
}

/** Of the layers below the folder, each as its option and its place. */
function listLayers(folder: string, args: string[]): string[] {
  return args.flatMap((word, index) => {
    if (!word.startsWith('--')) return []
    const operands = args.slice(index + 1, index + 4)
    const end = operands.findIndex((each) => each.startsWith('--'))
    const place = operands.slice(0, end < 0 ? 3 : end).at(-1) ?? ''
    return place.startsWith(folder) ? [`${word} ${place.slice(folder.length) || '.'}`] : []
  })
}

describeEnforced('the layers of what a confined program sees', () => {
  it('start with the system, read-only, and an empty home', () => {
    const args = list('/')
    expect(args.slice(0, 3)).toEqual(['--ro-bind', '/usr', '/usr'])
    expect(args.join(' ')).not.toMatch(/--(?:ro-)?bind \/ /)
    expect(args.join(' ')).toContain(`--tmpfs ${homedir()}`)
    expect(args.slice(-2)).toEqual(['--remount-ro', '/'])
  })

  it('start with the whole disk for a program that reports on the machine, without homes', () => {
    const args = list('/', { machine: true, hidden: [homedir()] })
    expect(args.slice(0, 5)).toEqual(['--ro-bind', '/', '/', '--dev', '/dev'])
    expect(args.join(' ')).toContain(`--tmpfs ${homedir()}`)
  })

  it('are ordered by depth, so that a granted folder opens inside a hidden one and the reverse', () => {
    const folder = makeTempDir()
    for (const name of ['work/data/store', 'work/data/ledger', 'keys/shared']) {
      mkdirSync(join(folder, name), { recursive: true })
    }
    const grants = {
      ...{ writable: [join(folder, 'work'), join(folder, 'keys/shared')] },
      hidden: [join(folder, 'work/data'), join(folder, 'keys')],
    }
    const listed = list(folder, grants, [join(folder, 'work/data/store')], 5)
    const layers = listLayers(folder, listed)
    expect(layers.filter((layer) => /tmpfs|remount/.test(layer))).toEqual([
      '--tmpfs /work/data',
      '--remount-ro /work/data',
    ])
    expect(layers.indexOf('--ro-bind /work/data/store')).toBeGreaterThan(layers.indexOf('--tmpfs /work/data'))
    expect(layers).toContain('--bind-fd /keys/shared')
    expect(layers).not.toContain('--bind-fd /keys')
    expect(listed.join(' ')).toContain('--size 5 --perms 1777 --tmpfs /tmp')
  })

  it('leave a home to the folder opened in its place', () => {
    const args = list('/', { folders: readFolder(homedir(), 'read') })
    expect(args.join(' ')).toContain(`--ro-bind-fd 7 ${homedir()}`)
    expect(args.join(' ')).not.toContain(`--remount-ro ${homedir()}`)
  })

  it('hide a folder that is both granted and hidden', () => {
    const folder = makeTempDir()
    const layers = listLayers(folder, list('/', { writable: [folder], hidden: [folder] }))
    expect(layers.slice(-2)).toEqual(['--tmpfs .', '--remount-ro .'])
  })

  it('do not show a hidden folder only because the command would run in it', () => {
    const folder = makeTempDir()
    expect(listLayers(folder, list(folder, { hidden: [folder] }))).toEqual([])
  })

  it('leave out what no longer exists, and hide a file with an empty one', () => {
    const folder = makeTempDir()
    writeFileSync(join(folder, 'secret'), '')
    const hidden = [join(folder, 'secret'), join(folder, 'gone')]
    const args = list('/', { hidden, writable: [folder, join(folder, 'lost')] })
    expect(args.join(' ')).toContain(`--ro-bind /dev/null ${folder}/secret`)
    expect(args.join(' ')).not.toContain('lost')
  })

  it('refuse a folder that was replaced', () => {
    const folder = makeTempDir()
    const swapped = join(folder, 'work')
    symlinkSync('/usr', swapped)
    const folders = [{ path: swapped, realPath: swapped, dev: '1', ino: '1', access: 'write' as const }]
    const visible = { readable: [], tempBytes: null, first: 7 }
    const listed = listMounts(command('/'), { ...NOTHING_GRANTED, folders }, visible)
    expect(listed).toMatchObject({ ok: false, message: { code: 'folder-changed' } })
  })
})

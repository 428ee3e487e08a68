import {
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { nameTempFolder, removeTempFiles, sweepTempFiles, writeTempFiles } from '#main/runners/process/temp-files'
import { textOf } from '#shared/messages/message'
import { makeTempDir } from '#test/helpers/temp-dir'

const NOBODY = 2 ** 22 + 1

let root = ''
beforeEach(() => {
  root = makeTempDir()
  vi.stubEnv('TMPDIR', root)
  return () => vi.unstubAllEnvs()
})

describe('a temporary file', () => {
  it('has an unguessable name and is not made by naming it', () => {
    const names = new Set(Array.from({ length: 1000 }, nameTempFolder))
    expect(names.size).toBe(1000)
    for (const name of names) expect(name).toMatch(/\/skillet-\d+-[0-9a-f]{32}$/)
    expect(readdirSync(root)).toEqual([])
  })

  it('exists for this user only, between writing and removing', async () => {
    const folder = nameTempFolder()
    const files = [
      { path: join(folder, '1-body'), content: 'grüße' },
      { path: join(folder, '2-note'), content: '' },
      { path: join(nameTempFolder(), 'value'), content: 'x' },
    ]
    expect(await writeTempFiles(files)).toEqual({ ok: true })
    for (const { path, content } of files) {
      expect(readFileSync(path, 'utf8')).toBe(content)
      expect(lstatSync(path).mode & 0o777).toBe(0o600)
      expect(lstatSync(dirname(path)).mode & 0o777).toBe(0o700)
    }
    await removeTempFiles(files)
    expect(readdirSync(root)).toEqual([])
    await removeTempFiles(files)
  })

  it('is not written where somebody else was first, with a folder or a link, and leaves nothing behind', async () => {
    const planted = join(root, 'planted')
    mkdirSync(planted)
    const [taken, linked, free] = [nameTempFolder(), nameTempFolder(), nameTempFolder()]
    mkdirSync(taken)
    symlinkSync(planted, linked)
    for (const folder of [taken, linked]) {
      const files = [
        { path: join(free, 'a'), content: 'a' },
        { path: join(folder, 'b'), content: 'b' },
      ]
      const written = await writeTempFiles(files)
      expect(textOf(written.ok ? '' : written.message)).toContain('EEXIST')
      expect(existsSync(free)).toBe(false)
      expect(existsSync(folder)).toBe(true)
    }
    expect(readdirSync(planted)).toEqual([])
  })

  it.each([
    ...['/etc/x', 'relative', '/tmp/x', '/skillet-1-00000000000000000000000000000000/x'],
    ...[
      'skillet-1-00000000000000000000000000000000/../../x',
      'skillet-1-0000/x',
      'skillet-1-00000000000000000000000000000000',
    ],
  ])('is never written to or removed from %s', async (name) => {
    const path = name.startsWith('/') ? name : `${root}/${name}`
    const written = await writeTempFiles([{ path, content: 'x' }])
    expect(textOf(written.ok ? '' : written.message)).toContain('is not a temporary file of Skillet')
    writeFileSync(join(root, 'x'), 'mine')
    await removeTempFiles([{ path, content: 'x' }])
    expect(readFileSync(join(root, 'x'), 'utf8')).toBe('mine')
  })
})

describe('the sweep at the start', () => {
  const name = (pid: number) => `skillet-${pid}-0123456789abcdef0123456789abcdef`

  it('removes what dead runs left, and nothing else', async () => {
    const dead = join(root, name(NOBODY))
    const own = nameTempFolder()
    const other = join(root, name(process.ppid))
    const stranger = join(root, 'skillet-notes')
    for (const folder of [dead, own, other, stranger]) mkdirSync(folder)
    writeFileSync(join(dead, 'value'), 'x')
    writeFileSync(join(root, name(NOBODY + 1)), 'a file of that name')
    await sweepTempFiles()
    expect([dead, own, other, stranger].map(existsSync)).toEqual([false, true, true, true])
    expect(existsSync(join(root, name(NOBODY + 1)))).toBe(true)
  })

  it('removes after a day what belongs to a reused number', async () => {
    const old = join(root, name(process.ppid))
    mkdirSync(old)
    utimesSync(old, 1, 1)
    await sweepTempFiles()
    expect(existsSync(old)).toBe(false)
  })

  it('follows no link, neither as one of our folders nor inside one', async () => {
    const precious = join(root, 'precious')
    mkdirSync(precious)
    writeFileSync(join(precious, 'file'), 'keep')
    symlinkSync(precious, join(root, name(NOBODY)))
    mkdirSync(join(root, name(NOBODY + 1)))
    symlinkSync(precious, join(root, name(NOBODY + 1), 'link'))
    await sweepTempFiles()
    expect(readFileSync(join(precious, 'file'), 'utf8')).toBe('keep')
    expect(lstatSync(join(root, name(NOBODY))).isSymbolicLink()).toBe(true)
    expect(existsSync(join(root, name(NOBODY + 1)))).toBe(false)
  })
})

import { chmodSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { checkTarget, fileSystemOf } from '#main/data-folder/check-target'
import { makeTempDir } from '#test/helpers/temp-dir'

function makePlaces() {
  const desk = makeTempDir()
  const places = {
    home: join(desk, 'me', 'data'),
    skill: join(desk, 'me', 'skills', 'a'),
    project: join(desk, 'project'),
  }
  for (const folder of Object.values(places)) mkdirSync(folder, { recursive: true })
  const surroundings = { home: places.home, skillFolders: [places.skill], roots: [join(desk, 'me'), places.project] }
  return { desk, ...places, check: (chosen: string) => checkTarget(chosen, surroundings) }
}

describe('a folder for the data', () => {
  it('may be empty or missing, even next to the old one', async () => {
    const { desk, check } = makePlaces()
    mkdirSync(join(desk, 'empty'))
    for (const folder of [join(desk, 'empty'), join(desk, 'new', 'deep'), join(desk, 'me', 'other')]) {
      expect(await check(folder)).toEqual({ ok: true, folder })
    }
  })

  it('is named by its real path', async () => {
    const { desk, check } = makePlaces()
    mkdirSync(join(desk, 'real'))
    symlinkSync(join(desk, 'real'), join(desk, 'link'))
    expect(await check(join(desk, 'link', 'in'))).toEqual({ ok: true, folder: join(desk, 'real', 'in') })
  })

  it.each<[string, (places: ReturnType<typeof makePlaces>) => string, string]>([
    ['the data folder itself', ({ home }) => home, 'contain each other'],
    ['one in the data folder', ({ home }) => join(home, 'in'), 'contain each other'],
    ['one that holds the data folder', ({ desk }) => join(desk, 'me'), 'contain each other'],
    ['one in a skill', ({ skill }) => join(skill, 'data'), 'folder of a skill'],
    ['a granted one', ({ project }) => project, 'Commands can write'],
    ['one in a granted one', ({ project }) => join(project, 'data'), 'Commands can write'],
  ])('is never %s', async (_what, choose, why) => {
    const places = makePlaces()
    expect(await places.check(choose(places))).toMatchObject({ ok: false, message: expect.stringContaining(why) })
  })

  it('is refused if a link leads into a skill', async () => {
    const { desk, skill, check } = makePlaces()
    symlinkSync(skill, join(desk, 'innocent'))
    expect(await check(join(desk, 'innocent', 'data'))).toMatchObject({ ok: false })
  })

  it('must be empty, and its contents are named', async () => {
    const { desk, check } = makePlaces()
    const full = join(desk, 'full')
    mkdirSync(full)
    writeFileSync(join(full, 'letter.txt'), '')
    expect(await check(full)).toMatchObject({ message: expect.stringContaining('letter.txt') })
    writeFileSync(join(full, 'moving.json'), '{}')
    expect(await check(full)).toMatchObject({ message: expect.stringContaining('unfinished copy') })
    expect(await check(join(full, 'letter.txt'))).toMatchObject({ message: expect.stringContaining('not a folder') })
  })

  it('must be writable', async ({ skip }) => {
    skip(process.getuid?.() === 0, 'root may write everywhere')
    const { desk, check } = makePlaces()
    mkdirSync(join(desk, 'closed'))
    chmodSync(join(desk, 'closed'), 0o500)
    expect(await check(join(desk, 'closed', 'data'))).toMatchObject({ message: expect.stringContaining('written to') })
  })

  it('must be on a local disk', async () => {
    const check = await checkTarget('\\\\server\\share', { home: '/x', skillFolders: [], roots: [], platform: 'win32' })
    expect(check).toMatchObject({ ok: false, message: expect.stringContaining('another computer') })
  })
})

describe('the file system of a path', () => {
  const mounts = [
    '22 1 8:1 / / rw,relatime shared:1 - ext4 /dev/sda1 rw',
    '40 22 0:44 / /mnt/my\\040share rw shared:2 - cifs //server/share rw',
    '41 22 0:45 / /mnt/my rw - fuse.sshfs me@server:/ rw',
  ].join('\n')

  it('is that of the nearest mount above it', () => {
    expect(fileSystemOf('/home/me', mounts)).toBe('ext4')
    expect(fileSystemOf('/mnt/my share/data', mounts)).toBe('cifs')
    expect(fileSystemOf('/mnt/my/data', mounts)).toBe('fuse.sshfs')
    expect(fileSystemOf('/mnt/mystery', mounts)).toBe('ext4')
    expect(fileSystemOf('/home', '')).toBe('')
  })
})

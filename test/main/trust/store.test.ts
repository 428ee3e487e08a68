import {
  appendFileSync,
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
} from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { readSkill } from '#main/skills/read-skill'
import { isWhole, keepSnapshot, sweepStore } from '#main/trust/store'
import { makeTempDir } from '#test/helpers/temp-dir'
import { anyChecks } from '#test/main/formats/descriptors'
import { writeSkill } from '#test/main/skills/write-skill'

const FILES = { 'scripts/find.sh': 'echo x\n', 'docs/deep/more.txt': 'words\n' }
const modeOf = (path: string) => (statSync(path).mode & 0o777).toString(8)

describe('a snapshot', () => {
  it('holds the same bytes under the same hash, read-only, with executable files marked', async () => {
    const { source, store, hash } = await start()
    const kept = await keepSnapshot(source, hash, store)
    expect(kept).toEqual({ ok: true, dir: join(store, hash) })
    const dir = join(store, hash)
    expect((await readSkill(dir, anyChecks)).hash).toBe(hash)
    expect(readFileSync(join(dir, 'docs/deep/more.txt'), 'utf8')).toBe('words\n')
    const modes = ['', 'docs', 'docs/deep', 'scripts', 'SKILL.md', 'scripts/find.sh'].map((path) =>
      modeOf(join(dir, path)),
    )
    expect(modes).toEqual(['555', '555', '555', '555', '444', '555'])
    expect(readdirSync(store)).toEqual([hash])
  })

  it('is not made from a folder that differs from the reviewed one', async () => {
    const { source, store, hash } = await start()
    appendFileSync(join(source, 'SKILL.md'), ' ')
    expect(await keepSnapshot(source, hash, store)).toMatchObject({ ok: false, code: 'changed' })
    expect(existsSync(store)).toBe(false)
  })

  it('is not made from a folder with an unreadable file', async () => {
    const { source, store, hash } = await start()
    mkdirSync(join(source, 'big'))
    appendFileSync(join(source, 'big/file'), Buffer.alloc(11 * 1024 * 1024))
    expect(await keepSnapshot(source, hash, store)).toMatchObject({
      ok: false,
      code: 'unreadable',
      message: expect.stringContaining('big/file'),
    })
  })

  it('leaves out links, which no hash covers', async () => {
    const { source, store, hash } = await start()
    symlinkSync('/etc/passwd', join(source, 'linked'))
    expect(await keepSnapshot(source, hash, store)).toMatchObject({ ok: true })
    expect(existsSync(join(store, hash, 'linked'))).toBe(false)
  })

  it('that is damaged is made again, and a whole one is kept', async () => {
    const { source, store, hash } = await start()
    await keepSnapshot(source, hash, store)
    const page = join(store, hash, 'SKILL.md')
    const made = statSync(page).ino
    await keepSnapshot(source, hash, store)
    expect(statSync(page).ino).toBe(made)
    chmodSync(page, 0o644)
    appendFileSync(page, 'more')
    expect(await isWhole(join(store, hash), hash)).toBe(false)
    expect(await keepSnapshot(source, hash, store)).toMatchObject({ ok: true })
    expect(await isWhole(join(store, hash), hash)).toBe(true)
  })

  it('is made once if several request it at the same time', async () => {
    const { source, store, hash } = await start()
    const all = await Promise.all(Array.from({ length: 8 }, () => keepSnapshot(source, hash, store)))
    expect(all.every(({ ok }) => ok)).toBe(true)
    expect(readdirSync(store)).toEqual([hash])
    expect(await isWhole(join(store, hash), hash)).toBe(true)
  })

  it('says why it could not be written', async () => {
    const { source, hash } = await start()
    const store = join(source, 'SKILL.md')
    expect(await keepSnapshot(source, hash, store)).toMatchObject({ ok: false, code: 'unwritable' })
  })

  it('is removed with unfinished ones when no trusted skill needs it', async () => {
    const { source, store, hash } = await start()
    await keepSnapshot(source, hash, store)
    mkdirSync(join(store, '.making-abc'))
    await sweepStore(store, new Set([hash]))
    expect(readdirSync(store)).toEqual([hash])
    await sweepStore(store, new Set())
    expect(readdirSync(store)).toEqual([])
    await sweepStore(join(store, 'nowhere'), new Set())
  })
})

async function start() {
  const source = writeSkill(FILES)
  chmodSync(join(source, 'scripts/find.sh'), 0o755)
  const store = join(makeTempDir(), 'store')
  const { hash } = await readSkill(source, anyChecks)
  return { source, store, hash }
}

import { createHash } from 'node:crypto'
import { appendFileSync, chmodSync, mkdirSync, renameSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { startContentHash } from '#main/skills/content-hash'
import { readSkill } from '#main/skills/read-skill'
import { makeTempDir } from '#test/helpers/temp-dir'
import { anyChecks } from '#test/main/formats/descriptors'
import { describeTool, writeSkill } from '#test/main/skills/write-skill'

const hashOf = async (dir: string) => (await readSkill(dir, anyChecks)).hash

const FILES = {
  'tools.json': describeTool('say', 'find'),
  'scripts/find.sh': 'echo x\n',
  'docs/more.txt': 'x',
  'picture.bin': Uint8Array.of(0, 255),
}

describe('the hash of a folder', () => {
  it('is the same for the same files in another folder, whatever order they were written in', async () => {
    const one = writeSkill(FILES)
    const other = writeSkill(Object.fromEntries(Object.entries(FILES).reverse()), join(makeTempDir(), 'elsewhere'))
    expect(await hashOf(one)).toBe(await hashOf(other))
  })

  it.each(['SKILL.md', ...Object.keys(FILES)])('changes with one byte of %s', async (file) => {
    const dir = writeSkill(FILES)
    const before = await hashOf(dir)
    appendFileSync(join(dir, file), ' ')
    expect(await hashOf(dir)).not.toBe(before)
  })

  it('changes with a name, a new file, and the permission to execute', async () => {
    const dir = writeSkill(FILES)
    const seen = new Set([await hashOf(dir)])
    renameSync(join(dir, 'docs/more.txt'), join(dir, 'docs/less.txt'))
    seen.add(await hashOf(dir))
    writeSkill({ 'tools.json': FILES['tools.json'], 'extra.txt': '' }, dir)
    seen.add(await hashOf(dir))
    if (process.platform !== 'win32') chmodSync(join(dir, 'scripts/find.sh'), 0o755)
    seen.add(await hashOf(dir))
    expect(seen.size).toBe(process.platform === 'win32' ? 3 : 4)
  })

  it('does not change with an empty folder or with read permission', async () => {
    const dir = writeSkill(FILES)
    const before = await hashOf(dir)
    mkdirSync(join(dir, 'empty'))
    chmodSync(join(dir, 'docs/more.txt'), 0o600)
    expect(await hashOf(dir)).toBe(before)
  })

  it('is the same for every Unicode form of a name', async () => {
    const composed = writeSkill({ 'é.txt': 'x', 'f.txt': 'y' })
    const decomposed = writeSkill({ 'e\u0301.txt': 'x', 'f.txt': 'y' })
    expect(await hashOf(composed)).toBe(await hashOf(decomposed))
  })

  it('differs even if only the border between a name and its content, or between two files, moves', async () => {
    const trees: Record<string, string>[] = [
      { ab: 'c' },
      { a: 'bc' },
      { abc: '' },
      { a: '', b: 'c' },
      { a: 'b', c: '' },
    ]
    const hashes = await Promise.all(trees.map((files) => hashOf(writeSkill(files))))
    expect(new Set(hashes).size).toBe(trees.length)
  })

  it('is the documented one: a tag, then each file’s name, mode and content, with each length before it', () => {
    const content = startContentHash()
    content.add('a', false, Buffer.from('xy'))
    content.add('b/c', true, Buffer.from(''))
    const length = (value: number) => [0, 0, 0, 0, 0, 0, 0, value]
    const bytes = [
      ...Buffer.from('skillet1\0'),
      ...[...length(1), ...Buffer.from('a'), 0, ...length(2), ...Buffer.from('xy')],
      ...[...length(3), ...Buffer.from('b/c'), 1, ...length(0)],
    ]
    expect(content.finish()).toBe(createHash('sha256').update(Uint8Array.from(bytes)).digest('hex'))
  })

  it('is different for any two different lists of files', () => {
    const file = fc.record({
      path: fc.string({ maxLength: 3 }),
      isExecutable: fc.boolean(),
      text: fc.string({ maxLength: 3 }),
    })
    const hash = (files: { path: string; isExecutable: boolean; text: string }[]) => {
      const content = startContentHash()
      for (const { path, isExecutable, text } of files) content.add(path, isExecutable, Buffer.from(text))
      return content.finish()
    }
    const key = (files: object[]) => JSON.stringify(files).normalize('NFC')
    fc.assert(
      fc.property(fc.array(file, { maxLength: 3 }), fc.array(file, { maxLength: 3 }), (one, other) => {
        expect(hash(one) === hash(other)).toBe(key(one) === key(other))
      }),
    )
  })

  it('never confuses an unread file with a read one', () => {
    const unread = startContentHash()
    unread.addUnread('a')
    const empty = startContentHash()
    empty.add('a', false, Buffer.alloc(0))
    expect(unread.finish()).not.toBe(empty.finish())
  })
})

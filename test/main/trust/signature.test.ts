import {
  appendFileSync,
  chmodSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { signFolder } from '#main/trust/read-once'
import { writeSkill } from '#test/main/skills/write-skill'

const FILES = { 'scripts/a.sh': 'echo a\n', 'docs/deep/b.txt': 'b\n' }

it('the signature of a folder stays the same until somebody changes it, even after reading', async () => {
  const dir = writeSkill(FILES)
  const before = await signFolder(dir)
  readFileSync(join(dir, 'SKILL.md'))
  expect(await signFolder(dir)).toBe(before)
})

it.each<[string, (dir: string) => void]>([
  ['a byte more', (dir) => appendFileSync(join(dir, 'docs/deep/b.txt'), 'x')],
  ['another file of the same name, size and time', (dir) => replaceAlike(join(dir, 'scripts/a.sh'), 'echo b\n')],
  ['the same size and time in place', (dir) => rewriteAlike(join(dir, 'scripts/a.sh'), 'echo b\n')],
  ['another mode', (dir) => chmodSync(join(dir, 'scripts/a.sh'), 0o700)],
  ['a new file', (dir) => writeFileSync(join(dir, 'docs/new'), '')],
  ['a new folder', (dir) => mkdirSync(join(dir, 'empty'))],
  ['a file that is gone', (dir) => rmSync(join(dir, 'SKILL.md'))],
  ['a folder that is gone', (dir) => rmSync(dir, { recursive: true })],
  ['another name', (dir) => renameSync(join(dir, 'docs'), join(dir, 'docs2'))],
])('the signature of a folder changes with %s', async (_what, change) => {
  const dir = writeSkill(FILES)
  utimesSync(join(dir, 'scripts/a.sh'), new Date(0), new Date(0))
  const before = await signFolder(dir)
  change(dir)
  expect(await signFolder(dir)).not.toBe(before)
})

function replaceAlike(file: string, content: string): void {
  writeFileSync(`${file}.new`, content)
  utimesSync(`${file}.new`, new Date(0), new Date(0))
  renameSync(`${file}.new`, file)
}

/** Until the clock of the file system, which ticks every few milliseconds, has gone on. */
function rewriteAlike(file: string, content: string): void {
  const changedAt = () => statSync(file, { bigint: true }).ctimeNs
  const before = changedAt()
  while (changedAt() === before) {
    writeFileSync(file, content)
    utimesSync(file, new Date(0), new Date(0))
  }
}

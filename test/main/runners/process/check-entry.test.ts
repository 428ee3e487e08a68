import { createHash } from 'node:crypto'
import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { checkEntry } from '#main/runners/process/check-entry'
import { makeTempDir } from '#test/helpers/temp-dir'

it('accepts a file with the reviewed bytes, and no other', async () => {
  const path = join(makeTempDir(), 'tool.sh')
  const changed = { code: 'entry-changed', values: { path } }
  writeFileSync(path, 'echo 1')
  const entry = { launcher: 'bash', path, sha256: createHash('sha256').update('echo 1').digest('hex') } as const
  expect(await checkEntry(entry)).toBeNull()
  writeFileSync(path, 'echo 2')
  expect(await checkEntry(entry)).toEqual(changed)
  rmSync(path)
  expect(await checkEntry(entry)).toEqual(changed)
})

import { appendFileSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it, onTestFinished, vi } from 'vitest'
import { watchFolders } from '#main/trust/live-registry'
import { makeTempDir } from '#test/helpers/temp-dir'

const PATIENCE = { timeout: 30_000, interval: 20 }

it('a change anywhere below a watched folder is reported, even in a folder made later', async () => {
  const { dir, changed } = watch()
  mkdirSync(join(dir, 'new'))
  await vi.waitFor(() => expect(changed).toHaveBeenCalled(), PATIENCE)
  await vi.waitFor(() => {
    const before = changed.mock.calls.length
    writeFileSync(join(dir, 'new', 'file'), `${before}`)
    return vi.waitFor(() => expect(changed.mock.calls.length).toBeGreaterThan(before), { timeout: 2000 })
  }, PATIENCE)
})

it('neither a missing folder nor one that goes away is a problem', async () => {
  const { dir, changed } = watch(['nowhere'])
  appendFileSync(join(dir, 'file'), 'x')
  await vi.waitFor(() => expect(changed).toHaveBeenCalled(), PATIENCE)
  const before = changed.mock.calls.length
  rmSync(dir, { recursive: true })
  await vi.waitFor(() => expect(changed.mock.calls.length).toBeGreaterThan(before), PATIENCE)
})

function watch(missing: string[] = []) {
  const root = makeTempDir()
  const dir = join(root, 'watched')
  mkdirSync(dir)
  const changed = vi.fn()
  onTestFinished(watchFolders([dir, ...missing.map((name) => join(root, name))], changed))
  return { dir, changed }
}

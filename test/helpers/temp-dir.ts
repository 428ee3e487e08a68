import { mkdtempSync, realpathSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'

/** A fresh directory for the running test; it is removed when that test has finished. */
export function makeTempDir(): string {
  const dir = mkdtempSync(join(realpathSync(tmpdir()), 'skillet-test-'))
  onTestFinished(() => rmSync(dir, { recursive: true, force: true, maxRetries: 5 }))
  return dir
}

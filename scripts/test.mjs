// `npm test`: units, processes, the ledger, then the real app in a real window. The last line counts them all.
// `npm test -- FILTER…` runs the matching unit tests alone.
import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { provideDisplay } from './display.mjs'
import { findElectron } from './electron.mjs'
import { ensureBuild, findNode, root, say } from './ensure.mjs'

const filters = process.argv.slice(2)
const isCi = process.env.CI === 'true'
const reports = mkdtempSync(join(tmpdir(), 'skillet-test-'))
const totals = { passed: 0, failed: 0, skipped: 0 }
let isGood = true
try {
  isGood = runTests('units', ['run', ...filters])
  if (filters.length === 0) isGood = (await runInWindow()) && isGood
} finally {
  rmSync(reports, { recursive: true, force: true })
}
console.log(`${totals.passed} passed, ${totals.failed} failed${totals.skipped ? `, ${totals.skipped} skipped` : ''}`)
process.exit(isGood && totals.failed === 0 && totals.passed > 0 ? 0 : 1)

async function runInWindow() {
  const electron = await findElectron()
  const problem = electron.problem ?? (await provideDisplay())
  if (problem) {
    say(`the tests of the real window ${isCi ? 'cannot run' : 'are left out'}: ${problem}`)
    return !isCi
  }
  ensureBuild()
  return runTests('window', ['run', '--config', 'test/e2e/vitest.config.ts'], { SKILLET_ELECTRON: electron.executable })
}

function runTests(name, args, env = {}) {
  const report = join(reports, `${name}.json`)
  const runner = join(root, 'node_modules', 'vitest', 'vitest.mjs')
  const done = spawnSync(findNode(), [runner, ...args], {
    cwd: root,
    stdio: 'inherit',
    env: { ...process.env, SKILLET_REPORT: report, ...env },
  })
  try {
    const { numPassedTests, numFailedTests, numPendingTests, numTodoTests } = JSON.parse(readFileSync(report, 'utf8'))
    totals.passed += numPassedTests
    totals.failed += numFailedTests
    totals.skipped += numPendingTests + numTodoTests
  } catch {
    say(`the ${name} tests left no report; their own output above says why`)
    totals.failed += 1
  }
  return done.status === 0
}

// `npm test`: units, processes, the ledger, then the real app in a real window. The last line counts them all.
// `npm test -- FILTER…` runs the matching unit tests alone.
import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { provideDisplay } from './display.mjs'
import { findElectron } from './electron.mjs'
import { ensureBuild, findNode, root, say } from './ensure.mjs'

const filters = process.argv.slice(2)
const isCi = process.env.CI === 'true'
const reports = mkdtempSync(join(tmpdir(), 'skillet-test-'))
/** At a time. Two are faster, but a busy machine then loses presses that people would repeat. */
const WINDOWS = 1
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
  const problem = electron.problem ?? (await provideDisplay(WINDOWS))
  if (problem) {
    say(`the tests of the real window ${isCi ? 'cannot run' : 'are left out'}: ${problem}`)
    return !isCi
  }
  ensureBuild()
  return runTests('window', ['run', '--config', 'test/e2e/vitest.config.ts'], { SKILLET_ELECTRON: electron.executable })
}

/** A file whose process died is run once more in CI, alone, and named: one death of a process must not hide the rest. */
function runTests(name, args, env = {}, isSecond = false) {
  const report = join(reports, `${name}.json`)
  const runner = join(root, 'node_modules', 'vitest', 'vitest.mjs')
  const done = spawnSync(findNode(), [runner, ...args], {
    cwd: root,
    stdio: 'inherit',
    env: { ...process.env, SKILLET_REPORT: report, ...env },
  })
  try {
    const died = JSON.parse(readFileSync(`${report}.died`, 'utf8'))
    const { testResults } = JSON.parse(readFileSync(report, 'utf8'))
    const failed = count(testResults.filter((file) => !died.includes(file.name)))
    if (died.length === 0) return done.status === 0
    if (!isCi || isSecond || failed > 0) throw new Error(`the process of ${died.join(', ')} died`)
    return runTests(
      `${name}-again`,
      [...args.filter((arg) => !filters.includes(arg)), ...died.map((file) => relative(root, file))],
      env,
      true,
    )
  } catch (error) {
    say(`the ${name} tests did not end as they should (${error.message}); their own output above says more`)
    totals.failed += 1
    return false
  }
}

/** Adds them up, and tells how many failed. */
function count(files) {
  const states = files.flatMap(({ assertionResults }) => assertionResults.map(({ status }) => status))
  const failed = states.filter((status) => status === 'failed').length
  const passed = states.filter((status) => status === 'passed').length
  totals.passed += passed
  totals.failed += failed
  totals.skipped += states.length - passed - failed
  return failed
}

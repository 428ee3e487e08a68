// `npm run attack [-- A01 A25 …]`: every attack of test/attacks against the real thing, and a line for each.
import { spawnSync } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, dirname, join } from 'node:path'
import { findNode, root, say } from './ensure.mjs'

const folder = join(root, 'test', 'attacks')
const known = readdirSync(folder).filter((name) => /^A\d\d$/.test(name))
const asked = process.argv.slice(2)
const unknown = asked.filter((id) => !known.includes(id))
if (unknown.length > 0) {
  say(`there is no attack ${unknown.join(', ')}. There are: ${known.join(' ')}`)
  process.exit(2)
}
const reports = mkdtempSync(join(tmpdir(), 'skillet-attack-'))
const report = join(reports, 'attacks.json')
const folders = (asked.length > 0 ? asked : known).map((id) => `test/attacks/${id}/`)
const runner = join(root, 'node_modules', 'vitest', 'vitest.mjs')
const ran = spawnSync(findNode(), [runner, 'run', ...folders], {
  cwd: root,
  stdio: ['ignore', 'pipe', 'inherit'],
  encoding: 'utf8',
  env: { ...process.env, SKILLET_REPORT: report },
})
try {
  const { testResults } = JSON.parse(readFileSync(report, 'utf8'))
  const lines = testResults.map(describe).sort()
  console.log(lines.join('\n'))
  console.log(`${lines.length} attacks, ${lines.filter((line) => line.includes(' FAIL ')).length} succeeded`)
} catch {
  say(`the attacks left no report:\n${ran.stdout}`)
} finally {
  rmSync(reports, { recursive: true, force: true })
}
process.exit(ran.status ?? 1)

function describe({ name, assertionResults }) {
  const id = basename(dirname(name))
  const title = assertionResults[0]?.ancestorTitles[0]?.replace(id, '').trim() ?? ''
  const failed = assertionResults.filter(({ status }) => status === 'failed')
  const ran = assertionResults.filter(({ status }) => status === 'passed')
  const verdict = failed.length > 0 ? 'FAIL' : ran.length > 0 ? 'held' : 'skip'
  return [`${id} ${verdict} ${title}`, ...failed.map(({ title }) => `         ${title}`)].join('\n')
}

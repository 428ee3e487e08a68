// `npm run attack [-- A01 A25 …]`: every attack against the real thing, and a line for each. Those that have no folder
// in test/attacks are shown by a test that stands with what it tests; test/attacks/elsewhere.json says where.
// `--as-user`: root becomes an ordinary user first, with a home of its own, for whom the kernel counts and refuses more.
import { spawnSync } from 'node:child_process'
import { chownSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { provideDisplay } from './display.mjs'
import { findElectron } from './electron.mjs'
import { ensureBuild, findNode, root, say } from './ensure.mjs'

const folder = join(root, 'test', 'attacks')
const elsewhere = JSON.parse(readFileSync(join(folder, 'elsewhere.json'), 'utf8'))
const inFolders = readdirSync(folder).filter((name) => /^A\d{2,3}$/.test(name))
const known = [...inFolders, ...Object.keys(elsewhere)].sort()
const asked = process.argv.slice(2).filter((word) => word !== '--as-user')
/** Listed in no table of users, so that nothing else here belongs to it. */
const ORDINARY = 54_321
const isAsUser = process.argv.includes('--as-user') && process.getuid?.() === 0
const unknown = asked.filter((id) => !known.includes(id))
if (unknown.length > 0) {
  say(`there is no attack ${unknown.join(', ')}. There are: ${known.join(' ')}`)
  process.exit(2)
}
const ids = asked.length > 0 ? known.filter((id) => asked.includes(id)) : known
const files = new Set(ids.map(fileOf))
// Electron's own sandbox needs a user that the system knows.
const windowed = isAsUser ? [] : [...files].filter((file) => file.startsWith('test/e2e/'))
const plain = [...files].filter((file) => !file.startsWith('test/e2e/'))
const results = new Map()
if (plain.length > 0) run(plain, [])
const noWindow = isAsUser ? 'an ordinary user made for this has none' : windowed.length > 0 ? await runInWindow() : null

const lines = ids.map(describe)
console.log(lines.map(({ text }) => text).join('\n'))
const count = (verdict) => lines.filter((line) => line.verdict === verdict).length
if (noWindow) console.log(`without a window: ${noWindow}`)
console.log(`${count('held')} held, ${count('FAIL')} failed, ${count('skip')} skipped`)
process.exit(count('FAIL') > 0 || count('held') === 0 ? 1 : 0)

function fileOf(id) {
  return elsewhere[id]?.file ?? `test/attacks/${id}/attack.test.ts`
}

async function runInWindow() {
  const electron = await findElectron()
  const problem = electron.problem ?? (await provideDisplay())
  if (problem) return problem
  ensureBuild()
  run([...windowed, '--config', 'test/e2e/vitest.config.ts'], { SKILLET_ELECTRON: electron.executable })
  return null
}

function run(words, env) {
  const reports = mkdtempSync(join(tmpdir(), 'skillet-attack-'))
  const report = join(reports, 'attacks.json')
  const runner = join(root, 'node_modules', 'vitest', 'vitest.mjs')
  const user = isAsUser ? settleUser(reports) : { words: [] }
  const done = spawnSync(findNode(), [runner, 'run', ...user.words, ...words], {
    cwd: root,
    ...user.identity,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, ...user.env, ...env, SKILLET_REPORT: report },
  })
  try {
    for (const { name, assertionResults } of JSON.parse(readFileSync(report, 'utf8')).testResults) {
      results.set(relative(root, name), assertionResults)
    }
  } catch {
    say(`the attacks left no report:\n${done.stdout}\n${done.stderr}`)
  } finally {
    rmSync(reports, { recursive: true, force: true })
  }
}

/** A home and a folder for temporary files that belong to the ordinary user. */
function settleUser(folder) {
  const [home, temp] = ['home', 'tmp'].map((name) => join(folder, name))
  // The tests bundle the thread of the record here, from where it finds its packages.
  const cache = join(root, 'node_modules', '.cache', 'ledger-thread')
  for (const each of [home, temp, cache]) mkdirSync(each, { recursive: true })
  for (const each of [folder, home, temp, cache]) chownSync(each, ORDINARY, ORDINARY)
  const env = { HOME: home, TMPDIR: temp, USER: 'skillet-attack', XDG_RUNTIME_DIR: temp }
  // The usual way writes beside the packages.
  return { identity: { uid: ORDINARY, gid: ORDINARY }, env, words: ['--configLoader', 'runner'] }
}

function describe(id) {
  const all = results.get(fileOf(id)) ?? []
  const wanted = new RegExp(elsewhere[id]?.tests ?? '')
  const tests = all.filter(({ fullName }) => wanted.test(fullName))
  const title = elsewhere[id]?.title ?? all[0]?.ancestorTitles[0]?.replace(id, '').trim() ?? ''
  const failed = tests.filter(({ status }) => status === 'failed')
  const isHeld = tests.some(({ status }) => status === 'passed')
  const isMissing = tests.length === 0 && !(noWindow && fileOf(id).startsWith('test/e2e/'))
  const verdict = failed.length > 0 || isMissing ? 'FAIL' : isHeld ? 'held' : 'skip'
  const details = isMissing ? ['no such test'] : failed.map(({ title }) => title)
  if (verdict === 'skip') details.push('not made: it needs a window, a sandbox or a mount that is not here')
  return { verdict, text: [`${id} ${verdict} ${title}`, ...details.map((line) => `         ${line}`)].join('\n') }
}

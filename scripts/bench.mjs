// `npm run bench`: every figure as a ratio in one run, as a table and as bench/results/latest.json.
// `npm run bench -- NAME…` measures some alone, among them those that take minutes.

import { spawnSync } from 'node:child_process'
import { mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { cpus } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { hasDisplay, startDisplay } from './display.mjs'
import { findElectron } from './electron.mjs'
import { ensureBuild, findNode, root, say } from './ensure.mjs'

if (findNode() !== process.execPath) {
  process.exit(spawnSync(findNode(), [process.argv[1], ...process.argv.slice(2)], { stdio: 'inherit' }).status ?? 1)
}

const NO_BENCHES = new Set(['report', 'crash'])
/** Minutes each: measured where they are named. */
const SLOW = new Set([
  'activity',
  'follow-ups',
  'killed-starters',
  'known-programs',
  'promises',
  'races',
  'search',
  'start',
  'trees',
  'trial',
])
const NEEDS_WINDOW = new Set(['window', 'thread', 'frames'])
const wanted = process.argv.slice(2)
const all = readdirSync(join(root, 'bench'))
  .filter((file) => file.endsWith('.ts'))
  .map((file) => file.slice(0, -3))
  .filter((name) => !NO_BENCHES.has(name))
const names = all.filter((name) => (wanted.length > 0 ? wanted.includes(name) : !SLOW.has(name)))

const { printTable } = await import(pathToFileURL(join(root, 'bench', 'report.ts')).href)
const reports = []
for (const name of names) {
  if (NEEDS_WINDOW.has(name) && !(await prepareWindow())) continue
  const { run } = await import(pathToFileURL(join(root, 'bench', `${name}.ts`)).href)
  const report = await run()
  printTable(report)
  reports.push(report)
}
const folder = join(root, 'bench', 'results')
mkdirSync(folder, { recursive: true })
const machine = {
  processors: cpus().length,
  model: cpus()[0]?.model,
  node: process.version,
  platform: process.platform,
}
writeFileSync(join(folder, 'latest.json'), `${JSON.stringify({ machine, reports }, null, 2)}\n`)
process.exit(0)

async function prepareWindow() {
  const electron = await findElectron()
  if (electron.problem) {
    say(`the window is not measured: ${electron.problem}`)
    return false
  }
  ensureBuild()
  process.env.SKILLET_ELECTRON = electron.executable
  if (!hasDisplay() && !process.env.DISPLAY) process.env.DISPLAY = (await startDisplay()).display
  return true
}

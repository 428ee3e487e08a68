// Brings along what a fresh clone lacks: `node scripts/ensure.mjs [deps] [build]`.
// Node built-ins alone: this runs before anything is installed, on any Node >= 20.
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

export const root = dirname(dirname(fileURLToPath(import.meta.url)))
const modules = join(root, 'node_modules')
const OLDEST_NODE = [22, 18]

export const say = (message) => console.error(`[skillet] ${message}`)

export function runNpm(args, options = {}) {
  const settings = { cwd: root, stdio: ['ignore', 2, 'inherit'], ...options }
  return process.env.npm_execpath?.endsWith('.js')
    ? spawnSync(process.execPath, [process.env.npm_execpath, ...args], settings)
    : spawnSync('npm', args, { ...settings, shell: process.platform === 'win32' })
}

function isNewEnough() {
  const [major, minor] = process.versions.node.split('.').map(Number)
  return major > OLDEST_NODE[0] || (major === OLDEST_NODE[0] && minor >= OLDEST_NODE[1])
}

/** The Node that tests and the command line run on: this one where it is new enough, else the one the lock brings along. */
export function findNode() {
  if (isNewEnough()) return process.execPath
  const brought = join(modules, '.bin', 'node')
  if (existsSync(brought)) return brought
  fail(
    `Node ${process.versions.node} is too old here: Skillet needs ${OLDEST_NODE.join('.')} or newer on this system. Install it from nodejs.org (or: nvm install) and try again.`,
  )
}

export function fail(message) {
  say(message)
  process.exit(1)
}

export function ensureDeps() {
  const lock = readFileSync(join(root, 'package-lock.json'))
  const wanted = createHash('sha256').update(lock).update(`${process.platform}-${process.arch}`).digest('hex')
  const stamp = join(modules, '.skillet-lock')
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === wanted) return
  say('installing packages (npm ci)')
  const installed = runNpm(['ci', '--no-audit', '--no-fund', '--loglevel=error'])
  if (installed.status !== 0)
    fail(
      'npm ci did not finish. Its own message above says why; most often the network is away: try again when it is back.',
    )
  writeFileSync(stamp, wanted)
}

function newestChange(folder) {
  let newest = 0
  for (const entry of readdirSync(folder, { withFileTypes: true, recursive: true })) {
    newest = Math.max(newest, statSync(join(entry.parentPath ?? entry.path, entry.name)).mtimeMs)
  }
  return newest
}

export function ensureBuild() {
  const built = join(root, 'out', '.built')
  const sources = ['electron.vite.config.ts', 'package.json', 'package-lock.json'].map(
    (file) => statSync(join(root, file)).mtimeMs,
  )
  const changed = Math.max(newestChange(join(root, 'src')), ...sources)
  if (existsSync(built) && statSync(built).mtimeMs >= changed) return
  say('building')
  const bundler = join(modules, 'electron-vite', 'bin', 'electron-vite.js')
  const made = spawnSync(findNode(), [bundler, 'build', '--logLevel', 'warn'], {
    cwd: root,
    stdio: ['ignore', 2, 'inherit'],
  })
  if (made.status !== 0) fail('the build failed; see its message above.')
  writeFileSync(built, '')
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  if (process.argv.includes('deps')) ensureDeps()
  if (process.argv.includes('build')) ensureBuild()
}

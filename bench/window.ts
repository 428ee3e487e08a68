// Start to interactive and memory of all processes, beside a bare Electron window in the same run.
import { spawn } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout as wait } from 'node:timers/promises'
import { findElectron } from '#test/helpers/electron-here'
import { root } from '#test/helpers/root'
import { median, type Report } from './report.ts'

const ROUNDS = 15
/** What is read after the first frame counts as memory too. */
const SETTLED_MS = 1500

export async function run(): Promise<Report> {
  const executablePath = findElectron('npm run bench')
  const home = mkdtempSync(join(tmpdir(), 'skillet-bench-'))
  const measure = (args: string[]) =>
    launch(executablePath, [...args, '--log-level=3', ...(process.getuid?.() === 0 ? ['--no-sandbox'] : [])])
  const bare: Sample[] = []
  const ours: Sample[] = []
  try {
    for (let round = 0; round <= ROUNDS; round++) {
      const bareSample = await measure([join(root, 'bench', 'bare-window')])
      const ourSample = await measure([root, `--home=${home}`])
      // The first pair warms the disk's cache and makes the ledger.
      if (round === 0) continue
      bare.push(bareSample)
      ours.push(ourSample)
    }
  } finally {
    rmSync(home, { recursive: true, force: true })
  }
  const middle = (samples: Sample[], key: keyof Sample) => median(samples.map((sample) => sample[key]))
  // Of each pair, so that a machine that grows slower meanwhile counts for both.
  const ratio = (key: keyof Sample) => median(ours.map((sample, round) => sample[key] / (bare[round]?.[key] ?? 0)))
  const row = (name: string, key: keyof Sample, unit: string, goal: number) => [
    { name: `${name}, bare window`, value: middle(bare, key), unit },
    { name: `${name}, Skillet`, value: middle(ours, key), unit, ratio: ratio(key), goal },
  ]
  return {
    name: `The window (median of ${ROUNDS})`,
    rows: [
      ...row('start to interactive', 'ms', 'ms', 1.2),
      ...row('memory of all processes (PSS)', 'megabytes', 'MB', 1.2),
    ],
  }
}

interface Sample {
  ms: number
  megabytes: number
}

/** Without a driver: one that attaches takes more of main's time than what is measured. */
async function launch(executablePath: string, args: string[]): Promise<Sample> {
  const started = Date.now()
  const probe = join(root, 'bench', 'bare-window', 'probe.cjs')
  const app = spawn(executablePath, ['-r', probe, ...args], { stdio: ['ignore', 'pipe', 'ignore'] })
  const ended = new Promise((resolve) => app.once('exit', resolve))
  let drawnAt = 0
  for await (const line of createInterface(app.stdout)) {
    drawnAt = Number(/^drawn at ([\d.]+)/.exec(line)?.[1] ?? 0)
    if (drawnAt > 0) break
  }
  if (drawnAt === 0) throw new Error(`${args.join(' ')} drew no box to write in`)
  await wait(SETTLED_MS)
  const megabytes = measureMemory(app.pid ?? 0)
  app.kill('SIGTERM')
  await ended
  return { ms: drawnAt - started, megabytes }
}

/** The proportional share of every process of the tree, from /proc. */
function measureMemory(ancestor: number): number {
  const parents = new Map<number, number>()
  for (const entry of readdirSync('/proc')) {
    const status = /^\d+$/.test(entry) ? readOrEmpty(`/proc/${entry}/stat`) : ''
    const parent = status.slice(status.lastIndexOf(')') + 2).split(' ')[1]
    if (parent) parents.set(Number(entry), Number(parent))
  }
  const isOfTree = (pid: number | undefined): boolean =>
    pid !== undefined && pid > 1 && (pid === ancestor || isOfTree(parents.get(pid)))
  let kilobytes = 0
  for (const pid of parents.keys()) {
    if (!isOfTree(pid)) continue
    kilobytes += Number(/^Pss:\s+(\d+)/m.exec(readOrEmpty(`/proc/${pid}/smaps_rollup`))?.[1] ?? 0)
  }
  return kilobytes / 1024
}

function readOrEmpty(file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return ''
  }
}

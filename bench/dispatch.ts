// What starting and ending one program costs with the checks and the durable record, beside the bare ways to do it.
import { spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { execa } from 'execa'
import { inspectMachine } from '#main/calls/machine'
import { makeRunCall } from '#main/calls/run-call'
import { openLedger } from '#main/ledger/open-ledger'
import { supervise } from '#main/runners/process/supervise'
import { loadRegistry } from '#main/trust/skill-registry'
import { textOf } from '#shared/messages/message'
import { TRUSTING } from '#test/helpers/call-ports'
import { median, printTable, type Report } from './report.ts'

const RUNS = 300
const WARM_UP = 20
// The child says on which nanosecond it was there.
const PROGRAM = '/bin/date'
const ARGS = ['+%s%N']
const env = { PATH: '/usr/bin:/bin' }
const SKILLS = join(import.meta.dirname, '..', 'test', 'fixtures', 'dispatch-skills')

interface Sample {
  /** From the call to the child's own first act. */
  toStart: number
  whole: number
}

export async function run(): Promise<Report> {
  const dispatch = await prepareDispatch()
  const [bareSpawn, bareExeca, supervised, dispatched] = await measure([
    spawnBare,
    async () => (await execa(PROGRAM, ARGS, { env, extendEnv: false, stdin: 'ignore' })).stdout,
    async () => {
      const { stdout } = await supervise({ path: PROGRAM, args: ARGS, cwd: '/', env, stdin: null, timeoutMs: 10_000 })
      return stdout.text
    },
    dispatch.runOnce,
  ]).finally(dispatch.end)
  const beside = (sample: Sample, key: keyof Sample, goal?: number) => ({
    value: sample[key],
    unit: 'ms',
    ratio: sample[key] / bareExeca[key],
    ...(goal !== undefined && { goal }),
  })
  return {
    name: `One run of ${PROGRAM}, median of ${RUNS}, ratios beside bare execa`,
    rows: [
      { name: 'call to child started: child_process.spawn', ...beside(bareSpawn, 'toStart') },
      { name: 'call to child started: execa', ...beside(bareExeca, 'toStart') },
      { name: 'call to child started: supervise', ...beside(supervised, 'toStart') },
      { name: 'call to child started: runCall, on record', ...beside(dispatched, 'toStart', 2) },
      { name: 'whole run: child_process.spawn', ...beside(bareSpawn, 'whole') },
      { name: 'whole run: execa', ...beside(bareExeca, 'whole') },
      { name: 'whole run: supervise', ...beside(supervised, 'whole') },
      { name: 'whole run: runCall, start and end on record', ...beside(dispatched, 'whole', 2) },
    ],
  }
}

/** Plan, judge, record, start, record: with a real ledger on this disk, and two fsyncs a run. */
async function prepareDispatch() {
  const home = mkdtempSync(join(tmpdir(), 'skillet-bench-'))
  const machine = await inspectMachine({ cwd: home, skillFolders: [SKILLS], isSandboxOff: () => true })
  const registry = await loadRegistry([{ path: SKILLS, origin: 'named' }], machine.searchPath)
  const opened = await openLedger({ home })
  if (!opened.ok) throw new Error(textOf(opened.problem.message))
  const { ledger } = opened
  const { signal } = new AbortController()
  const runCall = makeRunCall({
    record: async (facts, texts) => void (await ledger.append(facts, texts)),
    tick: () => undefined,
    find: registry.find,
    machine,
    ...TRUSTING,
    decide: async () => null,
  })
  return {
    async runOnce() {
      const { run } = await runCall({
        caller: { kind: 'model', from: 'protocol' },
        chat: null,
        call: randomUUID(),
        tool: 'echo_clock',
        args: {},
        signal,
      })
      return run?.stdout ?? ''
    },
    async end() {
      await ledger.close()
      rmSync(home, { recursive: true, force: true })
    },
  }
}

function spawnBare(): Promise<string> {
  const { promise, resolve, reject } = Promise.withResolvers<string>()
  const child = spawn(PROGRAM, ARGS, { env, stdio: ['ignore', 'pipe', 'pipe'] })
  let text = ''
  child.stdout.on('data', (data) => {
    text += data
  })
  child.stderr.resume()
  child.once('error', reject)
  child.once('close', () => resolve(text))
  return promise
}

/**
 * Takes turns, so that a machine that grows slower meanwhile counts for all, and so does the memory of this process:
 * the more it holds, the longer a fork takes.
 */
async function measure<const Ways extends readonly (() => Promise<string>)[]>(ways: Ways) {
  const samples = ways.map(() => ({ starts: [] as number[], wholes: [] as number[] }))
  for (let round = -WARM_UP; round < RUNS; round++) {
    for (const [n, runOnce] of ways.entries()) {
      const calledAt = performance.timeOrigin + performance.now()
      const clock = await runOnce()
      if (round < 0) continue
      samples[n]?.wholes.push(performance.timeOrigin + performance.now() - calledAt)
      samples[n]?.starts.push(Number(clock) / 1e6 - calledAt)
    }
  }
  return samples.map(({ starts, wholes }) => ({ toStart: median(starts), whole: median(wholes) })) as {
    [K in keyof Ways]: Sample
  }
}

if (import.meta.main) printTable(await run())

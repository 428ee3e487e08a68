import { spawn } from 'node:child_process'
import { execa } from 'execa'
import { supervise } from '#main/runtime/supervise'
import { printTable, type Report } from './report.ts'

const RUNS = 300
const WARM_UP = 20
const PROGRAM = '/bin/true'
const env = { PATH: '/usr/bin:/bin' }

/** What starting and ending one program costs, beside the bare ways to do it. */
export async function run(): Promise<Report> {
  const bare = await measureMean(spawnBare)
  const execaMean = await measureMean(() => execa(PROGRAM, [], { env, extendEnv: false, stdin: 'ignore' }))
  const supervised = await measureMean(() =>
    supervise({ path: PROGRAM, args: [], cwd: '/', env, stdin: null, timeoutMs: 10_000 }),
  )
  const name = `One run of ${PROGRAM}, mean of ${RUNS}`
  return {
    name,
    rows: [
      { name: 'child_process.spawn with pipes', value: bare, unit: 'ms' },
      { name: 'bare execa', value: execaMean, unit: 'ms', ratio: execaMean / bare },
      { name: 'supervise, beside bare execa', value: supervised, unit: 'ms', ratio: supervised / execaMean, goal: 2 },
    ],
  }
}

function spawnBare(): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  const child = spawn(PROGRAM, [], { env, stdio: ['ignore', 'pipe', 'pipe'] })
  child.stdout.resume()
  child.stderr.resume()
  child.once('error', reject)
  child.once('close', () => resolve())
  return promise
}

async function measureMean(runOnce: () => PromiseLike<unknown>): Promise<number> {
  for (let count = 0; count < WARM_UP; count++) await runOnce()
  const startedAt = performance.now()
  for (let count = 0; count < RUNS; count++) await runOnce()
  return (performance.now() - startedAt) / RUNS
}

if (import.meta.main) printTable(await run())

import { spawn } from 'node:child_process'
import { openSync, readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { type Command, supervise } from '#main/runners/process/supervise'
import { printTable, type Report } from './report.ts'

const BYTES = 1024 ** 3
const LINE_BYTES = 10
const ROUNDS = 3
const LINES = Math.ceil(BYTES / LINE_BYTES)
const env = { PATH: '/usr/bin:/bin' }
/** One GiB in lines that are all different. */
export const lines = [fileURLToPath(new URL('../test/fixtures/bin/flood', import.meta.url)), `${LINES}`] as const
const zeros = ['/usr/bin/head', '-c', `${BYTES}`, '/dev/zero'] as const

/**
 * One GiB of output, best of three. A program that does nothing but write shows what the pipe alone costs, whoever
 * reads it: it has no goal beside /dev/null, where nothing is copied at all.
 */
export async function run(): Promise<Report> {
  const growthMiB = await measureMemory()
  const [alone, supervised] = await timeBoth(() => timeBare(lines, 'null'), lines)
  const [piped, zerosSupervised] = await timeBoth(() => timeBare(zeros, 'pipe'), zeros)
  return {
    name: '1 GiB of output',
    rows: [
      { name: 'numbered lines into /dev/null, bare spawn', value: alone, unit: 's' },
      { name: 'numbered lines, supervised', value: supervised, unit: 's', ratio: supervised / alone, goal: 2 },
      { name: 'zeros into a pipe that is thrown away, bare spawn', value: piped, unit: 's' },
      { name: 'zeros, supervised', value: zerosSupervised, unit: 's', ratio: zerosSupervised / piped },
      ...(growthMiB === null
        ? []
        : [{ name: 'growth of memory at its peak', value: growthMiB, unit: 'MiB', goal: 64 }]),
    ],
  }
}

type Words = readonly [string, ...string[]]

async function timeBoth(bare: () => Promise<number>, words: Words): Promise<[number, number]> {
  const best: [number, number] = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY]
  for (let round = 0; round < ROUNDS; round++) {
    best[0] = Math.min(best[0], await bare())
    best[1] = Math.min(best[1], await timeSupervised(words))
  }
  return best
}

export async function timeSupervised([path, ...args]: Words): Promise<number> {
  const command: Command = { path, args, cwd: '/', env, stdin: null, timeoutMs: 600_000 }
  let shown = 0
  const run = await supervise(command, { onChunk: (_, text) => (shown += text.length) })
  if (run.exitCode !== 0 || run.stdout.bytes < BYTES || !run.stdout.truncated || shown === 0) {
    throw new Error(`The flood came to exit code ${run.exitCode} and ${run.stdout.bytes} bytes.`)
  }
  return run.ms / 1000
}

function timeBare([path, ...args]: Words, sink: 'null' | 'pipe'): Promise<number> {
  const { promise, resolve, reject } = Promise.withResolvers<number>()
  const startedAt = performance.now()
  const stdout = sink === 'pipe' ? 'pipe' : openSync('/dev/null', 'w')
  const child = spawn(path, args, { env, stdio: ['ignore', stdout, 'ignore'] })
  child.stdout?.resume()
  child.once('error', reject)
  child.once('close', () => resolve((performance.now() - startedAt) / 1000))
  return promise
}

/** In a process of its own, so that nothing measured before counts. Null where the system does not tell. */
export async function measureMemory(): Promise<number | null> {
  const words = [fileURLToPath(import.meta.url), 'memory']
  const child = spawn(process.execPath, words, { stdio: ['ignore', 'pipe', 'inherit'] })
  let text = ''
  for await (const chunk of child.stdout) text += chunk
  return JSON.parse(text)
}

async function measureOwnGrowth(): Promise<number | null> {
  const before = readPeakMiB()
  await timeSupervised(lines)
  const after = readPeakMiB()
  return before === null || after === null ? null : after - before
}

function readPeakMiB(): number | null {
  if (process.platform !== 'linux') return null
  const peak = /VmHWM:\s+(\d+) kB/.exec(readFileSync('/proc/self/status', 'utf8'))?.[1]
  return peak === undefined ? null : Number(peak) / 1024
}

if (import.meta.main) {
  if (process.argv[2] === 'memory') writeFileSync(1, JSON.stringify(await measureOwnGrowth()))
  else printTable(await run())
}

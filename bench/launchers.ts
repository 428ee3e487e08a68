// What it costs to run a tool through its launcher, beside its bare interpreter that reads and prints the same JSON.
import { createHash } from 'node:crypto'
import { mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { homedir, tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { execa } from 'execa'
import { findInterpreters } from '#main/launchers/find-interpreters'
import { launch } from '#main/launchers/launch'
import { readResult } from '#main/launchers/read-result'
import { sanitizePath } from '#main/runners/process/search-path'
import { supervise } from '#main/runners/process/supervise'
import type { LauncherName } from '#shared/call/action'
import { median, printTable, type Report, type Row } from './report.ts'

const RUNS = 60
const WARM_UP = 5
const ARGS = { text: 'hello', list: [1, 2, 3] }

interface Case {
  name: LauncherName
  tool: { file: string; code: string }
  bare: { file: string; code: string; before?: string[] }
}

const CASES: Case[] = [
  {
    name: 'python',
    tool: { file: 'tool.py', code: 'def execute(params, project_path): return {"got": params}' },
    bare: { file: 'bare.py', code: 'import json, sys\nprint(json.dumps({"got": json.load(sys.stdin)}))' },
  },
  {
    name: 'node',
    tool: { file: 'tool.mjs', code: 'export const execute = (params) => ({ got: params })' },
    bare: {
      file: 'bare.mjs',
      code: 'import { readFileSync } from "node:fs"\nconsole.log(JSON.stringify({ got: JSON.parse(readFileSync(0, "utf8")) }))',
    },
  },
  {
    name: 'deno',
    tool: { file: 'tool.ts', code: 'export const execute = (params: unknown) => ({ got: params })' },
    bare: {
      file: 'bare.ts',
      before: ['run', '--no-prompt', '--no-config', '--quiet'],
      code: 'const params: unknown = await new Response(Deno.stdin.readable).json()\nconsole.log(JSON.stringify({ got: params }))',
    },
  },
  {
    name: 'bash',
    tool: { file: 'tool.sh', code: 'read -r params; echo "{\\"got\\":$params}"' },
    bare: { file: 'bare.sh', code: 'read -r params; echo "{\\"got\\":$params}"' },
  },
]

export async function run(): Promise<Report> {
  const rows = await measure(CASES)
  return { name: `One call of a tool, median of ${RUNS}, ratios beside the bare interpreter`, rows }
}

export const measurePython = () => measure(CASES.slice(0, 1))

async function measure(cases: readonly Case[]): Promise<Row[]> {
  const folder = mkdtempSync(join(realpathSync(tmpdir()), 'skillet-bench-'))
  const searchPath = await sanitizePath(`${dirname(process.execPath)}:/usr/bin:${process.env.PATH ?? ''}`, [])
  const interpreters = await findInterpreters({ searchPath })
  const rows: Row[] = []
  try {
    for (const each of cases) {
      const { name } = each
      const interpreter = interpreters[name]
      if (interpreter.ok) rows.push(...(await measureBoth(each, interpreter.path, folder)))
      else console.error(`${name} is not measured: it is not on this machine`)
    }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
  return rows
}

async function measureBoth({ name, tool, bare }: Case, interpreter: string, folder: string): Promise<Row[]> {
  const path = join(folder, tool.file)
  writeFileSync(path, tool.code)
  writeFileSync(join(folder, bare.file), bare.code)
  const sha256 = createHash('sha256').update(tool.code).digest('hex')
  const expected = JSON.stringify({ got: ARGS })
  const shared = { PATH: '/usr/bin:/bin', HOME: homedir() }

  async function runBare(): Promise<void> {
    const args = [...(bare.before ?? []), join(folder, bare.file)]
    const options = { cwd: folder, env: shared, extendEnv: false, input: `${JSON.stringify(ARGS)}\n` }
    const { stdout } = await execa(interpreter, args, options)
    if (JSON.stringify(JSON.parse(stdout)) !== expected) throw new Error(`${name}: ${stdout}`)
  }

  async function runLaunched(): Promise<void> {
    const options = { mode: 'function', project: folder } as const
    const { env, args, stdin, entry } = launch(name, { path, sha256, code: tool.code }, ARGS, options)
    const command = { path: interpreter, args, cwd: folder, env: { ...shared, ...env }, stdin, timeoutMs: 20_000 }
    const ended = await supervise({ ...command, givesResult: entry.result === 'pipe' })
    const read = readResult(ended, entry.result)
    if (!read.ok || JSON.stringify(read.value) !== expected) throw new Error(`${name}: ${JSON.stringify(read)}`)
  }

  const [plain, launched] = await measureInTurn(runBare, runLaunched)
  return [
    { name: `${name}: bare`, value: plain, unit: 'ms' },
    {
      name: `${name}: launched and supervised`,
      value: launched,
      unit: 'ms',
      ratio: launched / plain,
      goal: 1.5,
    },
  ]
}

/** One after the other, so that both meet the same moods of the machine. */
async function measureInTurn(first: () => Promise<void>, second: () => Promise<void>): Promise<[number, number]> {
  const times: [number[], number[]] = [[], []]
  for (let count = -WARM_UP; count < RUNS; count += 1) {
    for (const [at, work] of [first, second].entries()) {
      const startedAt = performance.now()
      await work()
      if (count >= 0) times[at]?.push(performance.now() - startedAt)
    }
  }
  return [median(times[0]), median(times[1])]
}

if (import.meta.main) printTable(await run())

// What a call of a function costs beside bare Node doing the same, and a thousand skills beside reading and parsing them.
import { createHash } from 'node:crypto'
import { mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { execa } from 'execa'
import { parse } from 'yaml'
import { checkPattern, checkSchema } from '#main/gate/schema'
import { findInterpreters } from '#main/launchers/find-interpreters'
import { readResult } from '#main/launchers/read-result'
import { launchFunction } from '#main/launchers/skill-function'
import { openChannel } from '#main/runners/opened'
import { sanitizePath } from '#main/runners/process/search-path'
import { supervise } from '#main/runners/process/supervise'
import { loadSkills } from '#test/helpers/load-skills'
import { median, printTable, type Report, type Row } from './report.ts'

const RUNS = 40
const WARM_UP = 4
const SKILLS = 1000
const LISTINGS = 5

export async function run(): Promise<Report> {
  const folder = mkdtempSync(join(realpathSync(tmpdir()), 'skillet-bench-'))
  try {
    return { name: 'Functions and prompts', rows: [...(await measureCalls(folder)), ...(await measureListing(folder))] }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

async function measureCalls(folder: string): Promise<Row[]> {
  const { node } = await findInterpreters({ searchPath: await sanitizePath(process.env.PATH ?? '', []) })
  if (!node.ok) return []
  const code = 'export default async (ctx, { list }) => ({ sum: list.reduce((a, b) => a + b, 0) })\n'
  const path = join(folder, 'sum.skill.mjs')
  const bare = join(folder, 'bare.mjs')
  writeFileSync(path, code)
  writeFileSync(
    bare,
    'import { readFileSync } from "node:fs"\nconst { list } = JSON.parse(readFileSync(0, "utf8"))\nconsole.log(JSON.stringify({ sum: list.reduce((a, b) => a + b, 0) }))',
  )
  const entry = { path, sha256: createHash('sha256').update(code).digest('hex'), code }
  const args = { list: [1, 2, 3] }
  const env = { PATH: '/usr/bin:/bin', HOME: folder }
  const work = { tool: { name: 'sum', params: {}, returns: null }, resolve: {}, args, nonlocals: {} }
  const launch = launchFunction('node', { ...work, layers: [{ name: 'sum', code: entry }] }, entry, {})
  const refuse = () => Promise.reject(new Error('nothing'))
  const caller = { kind: 'person' } as const
  const nothing = { run: 'r', caller, secret: refuse, serve: refuse, call: refuse, turn: refuse }
  const planned = { action: { stdin: launch.stdin }, grants: { secrets: [] } }
  const times: [number[], number[]] = [[], []]
  for (let count = -WARM_UP; count < RUNS; count += 1) {
    const before = performance.now()
    await execa(node.path, [bare], { cwd: folder, env, extendEnv: false, input: JSON.stringify(args) })
    const between = performance.now()
    const entryOf = { ...launch.entry, opens: true as const }
    const opened = await openChannel(planned, entryOf, nothing)
    if (!opened || 'code' in opened) throw new Error('no channel')
    const { input, channel } = opened
    const ended = await supervise({
      ...{ path: node.path, args: launch.args, cwd: folder, env, stdin: input, channel, timeoutMs: 20_000 },
      givesResult: true,
    })
    const after = performance.now()
    const read = readResult(ended, launch.entry.result)
    if (!read.ok || JSON.stringify(read.value) !== '{"sum":6}') throw new Error(JSON.stringify(read))
    if (count >= 0) for (const [at, ms] of [between - before, after - between].entries()) times[at]?.push(ms)
  }
  const [plain, called] = [median(times[0]), median(times[1])]
  return [
    { name: 'bare Node', value: plain, unit: 'ms' },
    { name: 'a function, launched and supervised', value: called, unit: 'ms', ratio: called / plain, goal: 1.5 },
  ]
}

async function measureListing(folder: string): Promise<Row[]> {
  const skills = join(folder, 'skills')
  const text = (name: string) =>
    `---\nname: ${name}\ndescription: Does ${name}.\nmetadata:\n  tags: [a, b]\n  params:\n    type: object\n    properties:\n      text: { type: string }\n---\nDo ${name} as it is asked.\n`
  const files = Array.from({ length: SKILLS }, (_, index) => {
    const dir = join(skills, `skill-${index}`)
    mkdirSync(dir, { recursive: true })
    const file = join(dir, `tool-${index}.skill.md`)
    writeFileSync(file, text(`tool-${index}`))
    return file
  })
  const times: [number[], number[]] = [[], []]
  for (let count = -1; count < LISTINGS; count += 1) {
    const before = performance.now()
    for (const file of files) parse(readFileSync(file, 'utf8').split('---\n')[1] ?? '')
    const between = performance.now()
    const loaded = await loadSkills([{ path: skills, origin: 'named' }], { schema: checkSchema, pattern: checkPattern })
    const after = performance.now()
    if (loaded.skills.flatMap(({ tools }) => tools).length !== SKILLS) throw new Error('not all were read')
    if (count >= 0) for (const [at, ms] of [between - before, after - between].entries()) times[at]?.push(ms)
  }
  const [plain, listed] = [median(times[0]), median(times[1])]
  return [
    { name: `${SKILLS} files read and parsed`, value: plain, unit: 'ms' },
    { name: `${SKILLS} skills listed`, value: listed, unit: 'ms', ratio: listed / plain, goal: 2 },
  ]
}

if (import.meta.main) printTable(await run())

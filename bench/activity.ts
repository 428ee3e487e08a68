// Looking at any place of a record of a million facts, beside the least that SQLite needs for the same rows.
import { mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { readActivityPage } from '#main/calls/activity'
import { filesOf } from '#main/ledger/home'
import { type Ledger, openLedger } from '#main/ledger/open-ledger'
import type { NewFact } from '#shared/facts'
import { textOf } from '#shared/messages/message'
import { finishRun, makePlan } from '#test/main/ledger/sample-facts'
import { median, printTable, type Report, type Row } from './report.ts'

const FACTS = Number(process.env.SKILLET_BENCH_FACTS ?? 1_000_000)
const FACTS_A_CALL = 5
const CALLS_AT_ONCE = 1000
const PAGE = 100
const ROUNDS = 21
const SKILLS = ['disk', 'net', 'git', 'files', 'clock']

function makeCall(n: number): NewFact[] {
  const skill = SKILLS[n % SKILLS.length] ?? ''
  const named = { chat: `chat-${n % 500}`, call: `call-${n}` }
  const plan = makePlan([skill, 'look', `--number=${n}`], {
    ...{ tool: `${skill}_look`, skill, origin: ['skill', 'skill', 'model'] },
    risk: { class: 'B', reasons: ['It reads alone.'] },
  })
  const run = `run-${n}`
  const finished = { ...finishRun(run, named.call), ...named, exitCode: n % 97 === 0 ? 1 : 0 }
  return [
    { type: 'call.requested', ...named, tool: plan.tool, args: { number: n } },
    { type: 'approval.asked', ...named, digest: plan.digest, plan, verdict: { decision: 'ask', reasons: [] } },
    { type: 'approval.answered', ...named, digest: plan.digest, decision: 'once', by: 'person' },
    { type: 'run.started', ...named, run, plan },
    { ...finished, stdoutBytes: 1, forModel: '' },
  ] as unknown as NewFact[]
}

async function fill(ledger: Ledger): Promise<number> {
  const calls = Math.floor(FACTS / FACTS_A_CALL)
  for (let at = 0; at < calls; at += CALLS_AT_ONCE) {
    const count = Math.min(CALLS_AT_ONCE, calls - at)
    await ledger.append(Array.from({ length: count }, (_, n) => makeCall(at + n)).flat())
  }
  return calls
}

/** The same facts of the same calls, by who knows already where they stand. */
function openBare(file: string) {
  const db = new Database(file, { readonly: true })
  const calls = db.prepare<[number, number], { call: string }>(
    `SELECT call FROM facts WHERE type = 'call.requested' AND seq < ? ORDER BY seq DESC LIMIT ?`,
  )
  const facts = db.prepare<string[], { body: string }>(
    `SELECT seq, at, chat, type, body FROM facts WHERE call IN (${Array(PAGE).fill('?').join(', ')}) ORDER BY seq`,
  )
  const read = (before: number) => {
    const names = calls.all(before, PAGE).map(({ call }) => call)
    for (const { body } of facts.all(...names)) JSON.parse(body)
  }
  const walked = db.prepare<[number, number], number>(
    `SELECT seq FROM facts WHERE type = 'call.requested' ORDER BY seq LIMIT ? OFFSET ?`,
  )
  const bytesOf = db.prepare<[string], number>('SELECT sum(pgsize) FROM dbstat WHERE name = ?').pluck()
  const tables = ['calls', 'calls_by_tool', 'call_counts']
  const bytesOfList = () => {
    try {
      return tables.reduce((sum, name) => sum + (bytesOf.get(name) ?? 0), 0)
    } catch {
      return Number.NaN // This SQLite was built without it.
    }
  }
  return { read, walk: (from: number) => walked.all(PAGE, from), bytesOfList, close: () => db.close() }
}

export async function run(): Promise<Report> {
  const home = mkdtempSync(join(tmpdir(), 'skillet-bench-'))
  const opened = await openLedger({ home })
  if (!opened.ok) throw new Error(textOf(opened.problem.message))
  const { ledger } = opened
  try {
    const start = performance.now()
    const calls = await fill(ledger)
    const filled = performance.now() - start
    const bare = openBare(filesOf(home).database)
    const page = (from: number, more = {}) => readActivityPage(ledger, { from, limit: PAGE, ...more })
    const seqAt = (call: number) => call * FACTS_A_CALL + 1
    const middle = Math.floor(calls / 2)
    const places = [
      { name: 'first page', ours: () => page(calls - PAGE), bare: () => bare.read(seqAt(calls)) },
      { name: 'the middle', ours: () => page(middle), bare: () => bare.read(seqAt(middle + PAGE)) },
      { name: 'last page', ours: () => page(0), bare: () => bare.read(seqAt(PAGE)) },
      { name: 'one skill, the middle', ours: () => page(middle / 5, { skill: 'git' }) },
      { name: 'failed alone, the oldest', ours: () => page(0, { state: 'failed' }) },
      { name: 'a skill and a state of which there are none', ours: () => page(0, { skill: 'git', state: 'denied' }) },
      { name: 'a word that all have, once', ours: () => page(0, { search: `look --number=${calls - 1}` }) },
      { name: 'a word that all have, the newest 6 000 matches', ours: () => page(0, { search: 'look' }), once: true },
      { name: 'the same, further down', ours: () => page(500, { search: 'look' }) },
    ]
    const rows: Row[] = []
    for (const { name, ours, bare: least, once } of places as (typeof places)[number][] & { once?: boolean }[]) {
      const times = { ours: [] as number[], bare: [] as number[] }
      for (let round = 0; round < (once ? 1 : ROUNDS); round += 1) {
        times.ours.push(await time(ours))
        if (least) times.bare.push(await time(least))
      }
      const value = median(times.ours)
      rows.push({ name, value, unit: 'ms', ...(least ? { ratio: value / median(times.bare) } : { goal: 50 }) })
    }
    rows.push({
      name: 'the middle by LIMIT and OFFSET, its places alone',
      value: await time(() => bare.walk(middle)),
      unit: 'ms',
    })
    const megabytes = (bytes: number) => bytes / 1024 / 1024
    rows.push({ name: 'recorded, for each fact', value: (filled / FACTS) * 1000, unit: 'µs' })
    rows.push({ name: 'the list of calls on the disk', value: megabytes(bare.bytesOfList()), unit: 'MB' })
    rows.push({ name: 'the whole record', value: megabytes(statSync(filesOf(home).database).size), unit: 'MB' })
    bare.close()
    return { name: `activity: ${PAGE} rows out of ${calls} calls (${FACTS} facts)`, rows }
  } finally {
    await ledger.close()
    rmSync(home, { recursive: true, force: true })
  }
}

async function time(work: () => unknown): Promise<number> {
  const start = performance.now()
  await work()
  return performance.now() - start
}

if (import.meta.main) printTable(await run())

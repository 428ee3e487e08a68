// What a call of a tool in one file costs beside `deno run` of its source by bare execa, and a search in the store.

import { randomUUID } from 'node:crypto'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { execa } from 'execa'
import { findInterpreters } from '#main/launchers/find-interpreters'
import { openLedger } from '#main/ledger/open-ledger'
import { openHome } from '#main/ledger/open-store'
import { openRecords } from '#main/ledger/records'
import { openCore } from '#main/open-core'
import type { RecordQuery } from '#shared/records'
import { median, printTable, type Report, type Row } from './report.ts'

const CALLS = 40
const WARM_UP = 10
const RECORDS = 100_000
/** As many as the store takes. */
const MOST_RECORDS = 1_000_000
const SEARCHES = 40
const WORDS = 'milk bread tea coffee apple pear plum fig nut oat rice bean corn salt oil egg'.split(' ')
const SOURCE = 'export async function execute({ n }: { n: number }) { return { twice: n * 2 } }'

const QUERIES: readonly (readonly [string, Partial<RecordQuery>])[] = [
  ['by schema', { schemas: ['kind7.v1'] }],
  ['by tag', { tags: ['tag42'] }],
  ['by a common word', { text: 'milk' }],
  ['by two words and a schema', { text: 'milk bre', schemas: ['kind7.v1'] }],
  ['by a rare word', { text: 'number99999' }],
  ['by a word that is nowhere', { text: 'nowhere' }],
]

export async function run(): Promise<Report> {
  const root = mkdtempSync(join(tmpdir(), 'skillet-bench-'))
  try {
    return { name: 'Tools of one file', rows: [...(await measureCalls(root)), ...(await measureSearches(root))] }
  } finally {
    rmSync(root, { recursive: true, force: true })
  }
}

async function measureCalls(root: string): Promise<Row[]> {
  const { deno } = await findInterpreters({ searchPath: [] })
  if (!deno.ok) return []
  const [home, skill, cwd] = ['home', 'double', 'work'].map((name) => join(root, name)) as [string, string, string]
  for (const folder of [skill, cwd]) mkdirSync(folder)
  const context = { name: 'double', code: { language: 'typescript', source: SOURCE } }
  writeFileSync(join(skill, 'double.tool.json'), JSON.stringify({ schema_name: 'tool.code.v1', context }))
  const bare = join(cwd, 'bare.ts')
  writeFileSync(bare, `${SOURCE}\nconsole.log(JSON.stringify(await execute({ n: 21 })))\n`)
  const open = async (sandbox: 'auto' | 'off') => {
    const opened = await openCore({
      ...{ home: join(home, sandbox), cwd, sandbox, skills: [{ path: skill, origin: 'named' }] },
      decide: async () => ({ decision: 'once', by: 'person' }),
    })
    if (!opened.ok) throw new Error('the core did not open')
    return opened.core
  }
  const cores = [await open('off'), await open('auto')]
  const runs = [
    async () =>
      (await execa(deno.path, ['run', '--no-prompt', '--no-config', '--quiet', bare], { cwd })).exitCode === 0,
    ...cores.map(({ runCall }) => async () => {
      const { succeeded } = await runCall({
        ...{ tool: 'double', args: { n: 21 }, chat: null, call: randomUUID(), allowScripts: true },
        ...{ caller: { kind: 'person' }, signal: new AbortController().signal },
      })
      return succeeded === true
    }),
  ]
  const times: number[][] = runs.map(() => [])
  for (let call = -WARM_UP; call < CALLS; call += 1) {
    for (const [which, once] of runs.entries()) {
      const before = performance.now()
      if (!(await once())) throw new Error('a call failed')
      if (call >= 0) times[which]?.push(performance.now() - before)
    }
  }
  for (const core of cores) await core.close()
  const [bareMs = 0, looseMs = 0, confinedMs = 0] = times.map(median)
  return [
    { name: 'deno run of the source', value: bareMs, unit: 'ms' },
    { name: 'a call: planned, run, recorded', value: looseMs, unit: 'ms', ratio: looseMs / bareMs, goal: 1.5 },
    { name: 'the same in the sandbox of the system', value: confinedMs, unit: 'ms', ratio: confinedMs / bareMs },
  ]
}

async function measureSearches(root: string): Promise<Row[]> {
  const home = join(root, 'stored')
  const some = await fillAndSearch(home, 0, RECORDS)
  // It takes minutes to fill.
  return process.argv.includes('million') ? [...some, ...(await fillAndSearch(home, RECORDS, MOST_RECORDS))] : some
}

async function fillAndSearch(home: string, from: number, to: number): Promise<Row[]> {
  const filling = await openHome({ home, waitForOwnerMs: 0, readOnly: false })
  const { answer: records } = openRecords(filling.db)
  filling.db.exec('BEGIN')
  for (let n = from; n < to; n += 1) {
    const [a = '', b = ''] = [WORDS[n % WORDS.length], WORDS[(n * 7 + 3) % WORDS.length]]
    const named = { schema_name: `kind${n % 20}.v1`, title: `${a} ${b}`, tags: [`tag${n % 500}`] }
    records({ do: 'create', draft: { ...named, context: { note: `number${n}` } }, by: 'bench/tool' })
  }
  filling.db.exec('COMMIT')
  filling.close()
  const opened = await openLedger({ home })
  if (!opened.ok) throw new Error('the record did not open')
  const rows: Row[] = []
  for (const [name, query] of QUERIES) {
    const times: number[] = []
    for (let round = 0; round < SEARCHES; round += 1) {
      const before = performance.now()
      await opened.ledger.records({ do: 'search', query: { limit: 50, ...query } })
      times.push(performance.now() - before)
    }
    rows.push({
      name: `a search among ${to} records ${name}`,
      value: median(times),
      unit: 'ms',
      ...(to === RECORDS && { goal: 20 }),
    })
  }
  await opened.ledger.close()
  return rows
}

if (import.meta.main) printTable(await run())

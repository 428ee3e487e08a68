import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { type Ledger, openLedger } from '#main/ledger/open-ledger'
import type { NewFact } from '#shared/facts'
import { textOf } from '#shared/messages/message'
import { median, printTable, type Report, type Row } from './report.ts'

const FACTS = 10_000
const BATCH = 100
const IN_FLIGHT = 100
const ROUNDS = 3

const facts: NewFact[] = Array.from({ length: FACTS }, (_, n) => ({
  type: 'message.added',
  chat: `chat-${n % 20}`,
  role: 'user',
  content: `How much space is left on volume ${n}, and what takes most of it? `.repeat(3),
}))

/** The least that a program would do to keep them: the same pragmas, one table, no index, no hash, no other thread. */
function insertBare(home: string, batch: number): void {
  const db = new Database(join(home, 'bare.db'))
  db.pragma('journal_mode = WAL')
  db.pragma('synchronous = FULL')
  db.exec('CREATE TABLE facts (seq INTEGER PRIMARY KEY, at TEXT, chat TEXT, type TEXT, body TEXT)')
  const insert = db.prepare('INSERT INTO facts (at, chat, type, body) VALUES (?, ?, ?, ?)')
  const insertAll = db.transaction((some: NewFact[]) => {
    for (const { chat, type, ...body } of some) insert.run(new Date().toISOString(), chat, type, JSON.stringify(body))
  })
  for (let at = 0; at < FACTS; at += batch) insertAll(facts.slice(at, at + batch))
  db.close()
}

async function appendBatches(ledger: Ledger, batch: number): Promise<void> {
  for (let at = 0; at < FACTS; at += batch) await ledger.append(facts.slice(at, at + batch))
}

/** Each fact is an append of its own, asked for by many at once. */
async function appendTogether(ledger: Ledger): Promise<void> {
  let next = 0
  const work = async () => {
    for (let n = next++; n < FACTS; n = next++) await ledger.append(facts.slice(n, n + 1))
  }
  await Promise.all(Array.from({ length: IN_FLIGHT }, work))
}

async function measure(work: (home: string) => Promise<() => void | Promise<void>>): Promise<number> {
  const home = mkdtempSync(join(tmpdir(), 'skillet-bench-'))
  try {
    const run = await work(home)
    const start = performance.now()
    await run()
    return performance.now() - start
  } finally {
    rmSync(home, { recursive: true, force: true })
  }
}

const measureBare = (batch: number) => measure(async (home) => () => insertBare(home, batch))

function measureLedger(append: (ledger: Ledger) => Promise<void>): Promise<number> {
  return measure(async (home) => {
    const opened = await openLedger({ home })
    if (!opened.ok) throw new Error(textOf(opened.problem.message))
    return async () => {
      await append(opened.ledger)
      await opened.ledger.close()
    }
  })
}

const CASES = [
  { name: 'bare SQLite, a commit for each fact', of: () => measureBare(1) },
  {
    name: 'ledger, each fact after the one before',
    of: () => measureLedger((one) => appendBatches(one, 1)),
    beside: 0,
  },
  { name: `ledger, one by one, ${IN_FLIGHT} waiting at once`, of: () => measureLedger(appendTogether), beside: 0 },
  { name: `bare SQLite, ${BATCH} facts in a commit`, of: () => measureBare(BATCH) },
  {
    name: `ledger, ${BATCH} facts in an append`,
    of: () => measureLedger((one) => appendBatches(one, BATCH)),
    beside: 3,
  },
] as const

/** Append of 10 000 facts, beside the same facts through better-sqlite3 alone; the cases take turns. */
export async function run(): Promise<Report> {
  const times = CASES.map(() => [] as number[])
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const [n, { of }] of CASES.entries()) times[n]?.push(await of())
  }
  const medians = times.map(median)
  const rows = CASES.map((one, n): Row => {
    const value = medians[n] ?? Number.NaN
    const bare = 'beside' in one ? medians[one.beside] : undefined
    return { name: one.name, value, unit: 'ms', ...(bare !== undefined && { ratio: value / bare }) }
  })
  return { name: `append of ${FACTS} facts`, rows }
}

if (import.meta.main) printTable(await run())

import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { filesOf } from '#main/ledger/home'
import { type Ledger, openLedger } from '#main/ledger/open-ledger'
import { openStore } from '#main/ledger/store'
import type { NewFact } from '#shared/facts'
import { textOf } from '#shared/messages/message'
import { median, printTable, type Report, type Row } from './report.ts'

const FACTS = Number(process.env.SKILLET_BENCH_FACTS ?? 1_000_000)
const AT_ONCE = 5_000
const SHOWN = 50
const ROUNDS = 21
const MOST_MS = 50
const MOST_RATIO = 1.5

/** 80 words, of which each fact holds four. */
const WORDS = ['riv', 'sto', 'bud', 'ker', 'arc', 'let', 'wea', 'inv', 'mee', 'win'].flatMap((start) =>
  ['er', 'one', 'get', 'nel', 'ive', 'ter', 'ther', 'oice'].map((end) => start + end),
)
const QUERIES: [name: string, text: string][] = [
  ['a word in every twentieth fact', 'river'],
  ['the first letter of 16 of them', 'w'],
  ['two words', 'river budget'],
  ['a word that stands once', `needle${Math.floor(FACTS / 2)}`],
  ['a word that stands nowhere', 'nowhere'],
]

function makeFact(n: number): NewFact {
  const word = (step: number) => WORDS[(n * step + (n >> 5)) % WORDS.length]
  const content = `${word(1)} ${word(3)} of the ${word(7)} was ${word(11)} on day ${n % 365} needle${n}`
  return { type: 'message.added', chat: `chat-${n % 500}`, role: 'user', content }
}

async function fill(ledger: Ledger): Promise<void> {
  for (let at = 0; at < FACTS; at += AT_ONCE) {
    await ledger.append(Array.from({ length: Math.min(AT_ONCE, FACTS - at) }, (_, n) => makeFact(at + n)))
  }
}

/** Newest first, as the record is shown; the bare query gives the same rows and parses the same bodies. */
export async function run(): Promise<Report> {
  const home = mkdtempSync(join(tmpdir(), 'skillet-bench-'))
  try {
    const opened = await openLedger({ home })
    if (!opened.ok) throw new Error(textOf(opened.problem.message))
    const { ledger } = opened
    await fill(ledger)
    const db = new Database(filesOf(home).database, { readonly: true })
    const bare = db.prepare<[string, number], { body: string }>(
      `SELECT facts.seq, at, chat, type, body FROM search JOIN facts ON facts.seq = search.rowid
       WHERE search MATCH ? ORDER BY search.rowid DESC LIMIT ?`,
    )
    const store = openStore(db)
    const rows: Row[] = []
    for (const [name, text] of QUERIES) {
      const match = text
        .split(' ')
        .map((word) => `"${word}"*`)
        .join(' ')
      const times = { bare: [] as number[], here: [] as number[], ours: [] as number[] }
      for (let round = 0; round < ROUNDS; round += 1) {
        let start = performance.now()
        for (const { body } of bare.all(match, SHOWN)) JSON.parse(body)
        times.bare.push(performance.now() - start)
        start = performance.now()
        JSON.parse(store.search({ text, limit: SHOWN }))
        times.here.push(performance.now() - start)
        start = performance.now()
        await ledger.search({ text, limit: SHOWN })
        times.ours.push(performance.now() - start)
      }
      const [plain, here, ours] = [median(times.bare), median(times.here), median(times.ours)]
      rows.push({ name: `raw FTS: ${name}`, value: plain, unit: 'ms' })
      rows.push({
        name: `the same by our query: ${name}`,
        value: here,
        unit: 'ms',
        ratio: here / plain,
        goal: MOST_RATIO,
      })
      rows.push({
        name: `with the way to the ledger's thread and back: ${name}`,
        value: ours,
        unit: 'ms',
        goal: MOST_MS,
      })
    }
    db.close()
    await ledger.close()
    return { name: `search in ${FACTS} facts, the newest ${SHOWN} that fit`, rows }
  } finally {
    rmSync(home, { recursive: true, force: true })
  }
}

if (import.meta.main) printTable(await run())

import type { Database } from 'better-sqlite3'
import { wordsOf } from './searchable-text.ts'

/** So few that an append, which comes in between, hardly waits. */
const FACTS_AT_ONCE = 100

interface Gap {
  next: number
  last: number
}

const NEXT_FACTS = `SELECT seq, type, body FROM facts WHERE seq >= ? AND seq <= ? ORDER BY seq LIMIT ${FACTS_AT_ONCE}`

export function hasGap(db: Database): boolean {
  const gap = readGap(db)
  return gap !== null && gap.next <= gap.last
}

/** Puts the facts that the index lacks into it. `pause` is called between pieces, so that appends need not wait. */
export async function fillGap(db: Database, pause: () => Promise<void>): Promise<void> {
  const nextFacts = db.prepare<[number, number], { seq: number; type: string; body: string }>(NEXT_FACTS)
  const insertWords = db.prepare<[number, string]>('INSERT INTO search (rowid, words) VALUES (?, ?)')
  const moveOn = db.prepare<[number]>('UPDATE search_gap SET next = ?')
  const fillPiece = db.transaction(({ next, last }: Gap) => {
    const rows = nextFacts.all(next, last)
    for (const { seq, type, body } of rows) {
      const words = wordsOf(type, body)
      if (words !== '') insertWords.run(seq, words)
    }
    moveOn.run((rows.at(-1)?.seq ?? last) + 1)
  })
  for (let gap = readGap(db); gap && gap.next <= gap.last; gap = readGap(db)) {
    fillPiece.immediate(gap)
    await pause()
  }
}

function readGap(db: Database): Gap | null {
  return db.prepare<[], Gap>('SELECT next, last FROM search_gap').get() ?? null
}

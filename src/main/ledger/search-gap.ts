import type { Database } from 'better-sqlite3'
import { closeGap, isOpen } from './gap.ts'
import { wordsOf } from './searchable-text.ts'

/** So few that an append, which comes in between, hardly waits. */
const FACTS_AT_ONCE = 100

const NEXT_FACTS = `SELECT seq, type, body FROM facts WHERE seq >= ? AND seq <= ? ORDER BY seq LIMIT ${FACTS_AT_ONCE}`

export const hasGap = (db: Database): boolean => isOpen(db, 'search_gap')

/** Puts the facts that the index lacks into it. */
export function fillGap(db: Database, pause: () => Promise<void>): Promise<void> {
  const nextFacts = db.prepare<[number, number], { seq: number; type: string; body: string }>(NEXT_FACTS)
  const insertWords = db.prepare<[number, string]>('INSERT INTO search (rowid, words) VALUES (?, ?)')
  return closeGap(
    db,
    'search_gap',
    ({ next, last }) => {
      const rows = nextFacts.all(next, last)
      for (const { seq, type, body } of rows) {
        const words = wordsOf(type, body)
        if (words !== '') insertWords.run(seq, words)
      }
      return (rows.at(-1)?.seq ?? last) + 1
    },
    pause,
  )
}

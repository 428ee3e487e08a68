import type { Database } from 'better-sqlite3'
import { openCallIndex } from './call-index.ts'
import { wordsOf } from './searchable-text.ts'

/** Facts that are missing in an index added by a migration. */
interface Gap {
  next: number
  last: number
}

type GapTable = 'search_gap' | 'calls_gap'

/** Few enough that an append in between hardly waits. */
const FACTS_AT_ONCE = 100

const NEXT_FACTS = 'SELECT seq, type, body FROM facts WHERE seq >= ? AND seq <= ?'
const NEXT_CALLS = "SELECT seq, call FROM facts WHERE type = 'call.requested' AND seq >= ? AND seq <= ?"

export const hasGap = (db: Database, table: GapTable): boolean => findGap(db, table) !== null

/** Lists the calls recorded before the list existed. */
export function fillCallsGap(db: Database, pause: () => Promise<void>): Promise<void> {
  const index = openCallIndex(db)
  return fill<{ seq: number; call: string | null }>(db, 'calls_gap', NEXT_CALLS, pause, ({ call }) => {
    if (typeof call === 'string') index.add(call)
  })
}

/** Adds the facts that are missing in the search. */
export function fillSearchGap(db: Database, pause: () => Promise<void>): Promise<void> {
  const insertWords = db.prepare<[number, string]>('INSERT INTO search (rowid, words) VALUES (?, ?)')
  const add = ({ seq, type, body }: { seq: number; type: string; body: string }) => {
    const words = wordsOf(type, body)
    if (words !== '') insertWords.run(seq, words)
  }
  return fill(db, 'search_gap', NEXT_FACTS, pause, add)
}

/** Works in blocks and calls `pause` between them, so that appends need not wait. */
async function fill<Row extends { seq: number }>(
  db: Database,
  table: GapTable,
  select: string,
  pause: () => Promise<void>,
  add: (row: Row) => void,
): Promise<void> {
  const nextRows = db.prepare<[number, number], Row>(`${select} ORDER BY seq LIMIT ${FACTS_AT_ONCE}`)
  const moveOn = db.prepare<[number]>(`UPDATE ${table} SET next = ?`)
  const fillPiece = db.transaction(({ next, last }: Gap) => {
    const rows = nextRows.all(next, last)
    for (const row of rows) add(row)
    moveOn.run(((rows.length === FACTS_AT_ONCE && rows.at(-1)?.seq) || last) + 1)
  })
  for (let gap = findGap(db, table); gap; gap = findGap(db, table)) {
    fillPiece.immediate(gap)
    await pause()
  }
}

function findGap(db: Database, table: GapTable): Gap | null {
  const gap = db.prepare<[], Gap>(`SELECT next, last FROM ${table}`).get()
  return gap && gap.next <= gap.last ? gap : null
}

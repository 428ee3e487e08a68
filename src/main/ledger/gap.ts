import type { Database } from 'better-sqlite3'

/** The facts that an index, which came with a migration, still lacks. */
export interface Gap {
  next: number
  last: number
}

type GapTable = 'search_gap' | 'calls_gap'

export function isOpen(db: Database, table: GapTable): boolean {
  return findOpen(db, table) !== null
}

/**
 * `takePiece` puts the first few of the gap into the index and gives the fact that is next then.
 * `pause` is called between pieces, so that appends need not wait.
 */
export async function closeGap(
  db: Database,
  table: GapTable,
  takePiece: (gap: Gap) => number,
  pause: () => Promise<void>,
): Promise<void> {
  const moveOn = db.prepare<[number]>(`UPDATE ${table} SET next = ?`)
  const fillPiece = db.transaction((gap: Gap) => moveOn.run(takePiece(gap)))
  for (let gap = findOpen(db, table); gap; gap = findOpen(db, table)) {
    fillPiece.immediate(gap)
    await pause()
  }
}

function findOpen(db: Database, table: GapTable): Gap | null {
  const gap = db.prepare<[], Gap>(`SELECT next, last FROM ${table}`).get()
  return gap && gap.next <= gap.last ? gap : null
}

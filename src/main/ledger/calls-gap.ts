import type { Database } from 'better-sqlite3'
import { openCallIndex } from './call-index.ts'

/** So few that an append, which comes in between, hardly waits. */
const CALLS_AT_ONCE = 100

interface Gap {
  next: number
  last: number
}

const NEXT_CALLS = `SELECT seq, call FROM facts WHERE type = 'call.requested' AND seq >= ? AND seq <= ?
  ORDER BY seq LIMIT ${CALLS_AT_ONCE}`

export function hasCallsGap(db: Database): boolean {
  const gap = readGap(db)
  return gap !== null && gap.next <= gap.last
}

/** Lists the calls of before there was a list. `pause` is called between pieces, so that appends need not wait. */
export async function fillCallsGap(db: Database, pause: () => Promise<void>): Promise<void> {
  const index = openCallIndex(db)
  const nextCalls = db.prepare<[number, number], { seq: number; call: string | null }>(NEXT_CALLS)
  const moveOn = db.prepare<[number]>('UPDATE calls_gap SET next = ?')
  const fillPiece = db.transaction(({ next, last }: Gap) => {
    const rows = nextCalls.all(next, last)
    for (const { call } of rows) if (typeof call === 'string') index.add(call)
    moveOn.run(rows.length < CALLS_AT_ONCE ? last + 1 : (rows.at(-1)?.seq ?? last) + 1)
  })
  for (let gap = readGap(db); gap && gap.next <= gap.last; gap = readGap(db)) {
    fillPiece.immediate(gap)
    await pause()
  }
}

function readGap(db: Database): Gap | null {
  return db.prepare<[], Gap>('SELECT next, last FROM calls_gap').get() ?? null
}

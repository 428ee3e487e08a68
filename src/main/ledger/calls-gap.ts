import type { Database } from 'better-sqlite3'
import { openCallIndex } from './call-index.ts'
import { closeGap, isOpen } from './gap.ts'

/** So few that an append, which comes in between, hardly waits. */
const CALLS_AT_ONCE = 100

const NEXT_CALLS = `SELECT seq, call FROM facts WHERE type = 'call.requested' AND seq >= ? AND seq <= ?
  ORDER BY seq LIMIT ${CALLS_AT_ONCE}`

export const hasCallsGap = (db: Database): boolean => isOpen(db, 'calls_gap')

/** Lists the calls of before there was a list. */
export function fillCallsGap(db: Database, pause: () => Promise<void>): Promise<void> {
  const index = openCallIndex(db)
  const nextCalls = db.prepare<[number, number], { seq: number; call: string | null }>(NEXT_CALLS)
  return closeGap(
    db,
    'calls_gap',
    ({ next, last }) => {
      const rows = nextCalls.all(next, last)
      for (const { call } of rows) if (typeof call === 'string') index.add(call)
      return rows.length < CALLS_AT_ONCE ? last + 1 : (rows.at(-1)?.seq ?? last) + 1
    },
    pause,
  )
}

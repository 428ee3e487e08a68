import type { Database } from 'better-sqlite3'
import { nextState, ROW_TYPES } from '#shared/call/call-state'
import { isObject, type Json } from '#shared/json'
import type { ActivityRow } from '#shared/requests/requests'
import { wordsOf } from './search-words.ts'

interface IndexedCall {
  seq: number
  tool: string
  skill: string
  state: ActivityRow['state']
}

const IS_ROW_FACT = new Set<string>(ROW_TYPES)
const OF_CALL = `SELECT seq, type, body FROM facts
  WHERE call = ? AND type IN (${ROW_TYPES.map((type) => `'${type}'`).join(', ')}) ORDER BY seq`

/** A fact that the database holds already. */
export interface Added {
  seq: number
  type: string
  body: string
  read(): Json
}

/** Updated with each append. A rescued body may have any shape, so nothing about it is assumed. */
export function openCallIndex(db: Database) {
  const firstRequest = db
    .prepare<[string], number>(`SELECT seq FROM facts WHERE call = ? AND type = 'call.requested' ORDER BY seq LIMIT 1`)
    .pluck()
  const find = db.prepare<[number], IndexedCall>('SELECT seq, tool, skill, state FROM calls WHERE seq = ?')
  const insert = db.prepare<[IndexedCall]>('INSERT INTO calls VALUES (@seq, @tool, @skill, @state)')
  const update = db.prepare<[IndexedCall]>('UPDATE calls SET skill = @skill, state = @state WHERE seq = @seq')
  const ofCall = db.prepare<[string], { seq: number; type: string; body: string }>(OF_CALL)

  /** Adds new facts in the same transaction, and writes each call once. */
  function take(facts: readonly Added[]): void {
    const rows = new Map<string, { before: IndexedCall | undefined; after: IndexedCall }>()
    for (const { seq, type, read } of facts) {
      const fact = IS_ROW_FACT.has(type) ? read() : null
      if (!isObject(fact) || typeof fact.call !== 'string') continue
      const { call, tool } = fact
      const row = rows.get(call)
      const first = row ? undefined : firstRequest.get(call)
      const before = row ? row.before : first === undefined ? undefined : find.get(first)
      const known = row?.after ?? before
      if (known) rows.set(call, { before, after: fold(known, { ...fact, type }) })
      else if (type === 'call.requested' && first === seq) {
        rows.set(call, {
          before,
          after: { seq, tool: typeof tool === 'string' ? tool : '', skill: '', state: 'proposed' },
        })
      }
    }
    for (const { before, after } of rows.values()) {
      if (!before) insert.run(after)
      else if (after.state !== before.state || after.skill !== before.skill) update.run(after)
    }
  }

  /** Adds a call with all its facts, once. */
  function add(call: string): void {
    const seq = firstRequest.get(call)
    if (seq === undefined || find.get(seq)) return
    take(ofCall.all(call).map((fact) => ({ ...fact, read: () => JSON.parse(fact.body) })))
  }

  return { take, add }
}

function fold(call: IndexedCall, fact: { type: string; plan?: Json }): IndexedCall {
  if (fact.type === 'call.requested') return call
  const told = isObject(fact.plan) && typeof fact.plan.skill === 'string' ? fact.plan.skill : call.skill
  return { ...call, skill: told, state: nextState(call.state, fact) }
}

/** Facts that are missing in an index added by a migration. */
interface Gap {
  next: number
  last: number
}

type GapTable = 'search_gap' | 'calls_gap'

const FACTS_AT_ONCE = 1000

const NEXT_FACTS = 'SELECT seq, type, body FROM facts WHERE seq >= ? AND seq <= ?'
const NEXT_CALLS = "SELECT seq, call FROM facts WHERE type = 'call.requested' AND seq >= ? AND seq <= ?"

export const hasGap = (db: Database): boolean => findGap(db, 'search_gap') !== null || findGap(db, 'calls_gap') !== null

/** Adds the facts of an older record to the search and to the list of calls. Continues if it was interrupted. */
export function fillGaps(db: Database): void {
  const insertWords = db.prepare<[number, string]>('INSERT INTO search (rowid, words) VALUES (?, ?)')
  fill<{ seq: number; type: string; body: string }>(db, 'search_gap', NEXT_FACTS, ({ seq, type, body }) => {
    const words = wordsOf(type, body)
    if (words !== '') insertWords.run(seq, words)
  })
  const index = openCallIndex(db)
  fill<{ seq: number; call: string | null }>(db, 'calls_gap', NEXT_CALLS, ({ call }) => {
    if (typeof call === 'string') index.add(call)
  })
}

function fill<Row extends { seq: number }>(db: Database, table: GapTable, select: string, add: (row: Row) => void) {
  const nextRows = db.prepare<[number, number], Row>(`${select} ORDER BY seq LIMIT ${FACTS_AT_ONCE}`)
  const moveOn = db.prepare<[number]>(`UPDATE ${table} SET next = ?`)
  const fillPiece = db.transaction(({ next, last }: Gap) => {
    const rows = nextRows.all(next, last)
    for (const row of rows) add(row)
    moveOn.run(((rows.length === FACTS_AT_ONCE && rows.at(-1)?.seq) || last) + 1)
  })
  for (let gap = findGap(db, table); gap; gap = findGap(db, table)) fillPiece.immediate(gap)
}

function findGap(db: Database, table: GapTable): Gap | null {
  const gap = db.prepare<[], Gap>(`SELECT next, last FROM ${table}`).get()
  return gap && gap.next <= gap.last ? gap : null
}

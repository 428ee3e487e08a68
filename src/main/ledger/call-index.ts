import type { Database } from 'better-sqlite3'
import { nextState, ROW_TYPES } from '#shared/call/call-state'
import { isObject, type Json } from '#shared/json'
import type { ActivityRow } from '#shared/requests/requests'
import { prepareOnce } from './prepare-once.ts'

/** What a call is searched by. */
export interface IndexedCall {
  seq: number
  tool: string
  skill: string
  state: ActivityRow['state']
}

const FIRST_REQUEST = `SELECT seq FROM facts WHERE call = ? AND type = 'call.requested' ORDER BY seq LIMIT 1`
const IS_ROW_FACT = new Set<string>(ROW_TYPES)

export interface CallIndex {
  /** Adds a new fact in the same transaction. */
  take(seq: number, type: string, read: () => Json): void
  /** Adds a call with all its facts, once. */
  add(call: string): void
}

/** Updated with each append. A rescued body may have any shape, so nothing about it is assumed. */
export function openCallIndex(db: Database): CallIndex {
  const prepare = prepareOnce(db)
  const firstRequest = (call: string) => prepare(FIRST_REQUEST).pluck().get(call) as number | undefined
  const find = (seq: number) =>
    prepare('SELECT seq, tool, skill, state FROM calls WHERE seq = ?').get(seq) as IndexedCall | undefined
  const insert = (call: IndexedCall) => prepare('INSERT INTO calls VALUES (@seq, @tool, @skill, @state)').run(call)
  const update = (call: IndexedCall) =>
    prepare('UPDATE calls SET skill = @skill, state = @state WHERE seq = @seq').run(call)

  function take(seq: number, type: string, read: () => Json): void {
    if (!IS_ROW_FACT.has(type)) return
    const fact = read()
    if (!isObject(fact) || typeof fact.call !== 'string') return
    const first = firstRequest(fact.call)
    if (first === undefined) return
    if (type === 'call.requested' && first === seq) {
      insert(newCall(seq, fact.tool))
      return
    }
    const before = find(first)
    if (!before) return
    const after = fold(before, { ...fact, type })
    if (after.state !== before.state || after.skill !== before.skill) update(after)
  }

  function add(call: string): void {
    const seq = firstRequest(call)
    if (seq === undefined || find(seq)) return
    const types = ROW_TYPES.map((type) => `'${type}'`).join(', ')
    const rows = prepare(`SELECT type, body FROM facts WHERE call = ? AND type IN (${types}) ORDER BY seq`)
    let row: IndexedCall | null = null
    for (const { type, body } of rows.all(call) as { type: string; body: string }[]) {
      const fact: Json = JSON.parse(body)
      if (!isObject(fact)) continue
      row = row ? fold(row, { ...fact, type }) : type === 'call.requested' ? newCall(seq, fact.tool) : null
    }
    if (row) insert(row)
  }

  return { take, add }
}

const newCall = (seq: number, tool: Json | undefined): IndexedCall => ({
  ...{ seq, tool: typeof tool === 'string' ? tool : '', skill: '', state: 'proposed' },
})

function fold(call: IndexedCall, fact: { type: string; plan?: Json }): IndexedCall {
  if (fact.type === 'call.requested') return call
  const told = isObject(fact.plan) && typeof fact.plan.skill === 'string' ? fact.plan.skill : call.skill
  return { ...call, skill: told, state: nextState(call.state, fact) }
}

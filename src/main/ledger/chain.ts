import { hash } from 'node:crypto'
import { message } from '#shared/messages/message'

/** A row of `facts`. `hash` covers it and the hash of the row before. */
export interface FactRow {
  seq: number
  at: string
  chat: string | null
  type: string
  body: string
  prev: string
  hash: string
}

/** Stands in for the hash before the first row. */
export const NO_PREDECESSOR = ''

/** Each field is preceded by its length in bytes, so no two rows read the same. */
export function sealOf(row: Omit<FactRow, 'hash'>): string {
  return hashText([row.prev, String(row.seq), row.at, row.chat, row.type, row.body].map(frame).join(''))
}

/** Why this row cannot follow a row with that `seq` and hash; null if it can. */
export function findBreak(row: FactRow, before: { seq: number; hash: string }) {
  const expected = before.seq + 1
  if (row.seq !== expected) return { seq: expected, reason: message('entry-missing', { fact: expected }) }
  if (row.prev !== before.hash) return { seq: row.seq, reason: message('entry-out-of-order', { fact: row.seq }) }
  if (sealOf(row) !== row.hash) return { seq: row.seq, reason: message('entry-altered', { fact: row.seq }) }
  return null
}

export const hashText = (text: string): string => hash('sha256', text, 'hex')

const frame = (field: string | null): string => (field === null ? '-;' : `${Buffer.byteLength(field)}:${field}`)

import { hash } from 'node:crypto'
import { type Message, message } from '#shared/messages/message'

/** One row of `facts`. `hash` seals it together with the seal of the row before. */
export interface FactRow {
  seq: number
  at: string
  chat: string | null
  type: string
  body: string
  prev: string
  hash: string
}

/** What the first row has in place of a predecessor's seal. */
export const NO_PREDECESSOR = ''

/** Every field is framed by its length in bytes, so that no two rows can read the same. */
export function sealOf(row: Omit<FactRow, 'hash'>): string {
  return hashText([row.prev, String(row.seq), row.at, row.chat, row.type, row.body].map(frame).join(''))
}

/** Why this row cannot follow a row with that `seq` and seal, or null when it can. */
export function findBreak(
  row: FactRow,
  before: { seq: number; hash: string },
): { seq: number; reason: Message } | null {
  const expected = before.seq + 1
  if (row.seq !== expected) return { seq: expected, reason: message('entry-missing', { fact: expected }) }
  if (row.prev !== before.hash) {
    return { seq: row.seq, reason: message('entry-out-of-order', { fact: row.seq }) }
  }
  if (sealOf(row) !== row.hash) return { seq: row.seq, reason: message('entry-altered', { fact: row.seq }) }
  return null
}

/** SHA-256 in hex of the text's UTF-8 bytes. */
export function hashText(text: string): string {
  return hash('sha256', text, 'hex')
}

function frame(field: string | null): string {
  return field === null ? '-;' : `${Buffer.byteLength(field)}:${field}`
}

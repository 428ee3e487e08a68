import { closeSync, existsSync, fstatSync, openSync, readFileSync, readSync } from 'node:fs'
import { type FactRow, hashText, sealOf } from './chain.ts'
import type { Row } from './record-vectors.ts'

const PAGE_BYTES = 4096
const TABLE_LEAF = 0x0d
const LARGEST_LOCAL = PAGE_BYTES - 35
const SMALLEST_LOCAL = Math.floor(((PAGE_BYTES - 12) * 32) / 255) - 23
const OVERFLOW_BYTES = PAGE_BYTES - 4

export type Found = { fact: FactRow } | { text: string } | { record: Row }

/**
 * Reads facts, texts and stored records directly from the pages if the database can no longer find them. Facts and
 * texts must match their own hash; a stored record has none, so it may have been deleted or changed since. Content
 * cannot pose as a page: overflow pages start with a page number, never with the mark of a leaf.
 */
export function* scanPages(database: string, log: string): Generator<Found> {
  const logged = readLog(log)
  const newest = new Map(logged.map(({ page, content }) => [page, content]))
  const file = openSync(database, 'r')
  const readMain = (page: number) => {
    const content = Buffer.alloc(PAGE_BYTES)
    readSync(file, content, 0, PAGE_BYTES, (page - 1) * PAGE_BYTES)
    return content
  }
  try {
    const { size } = fstatSync(file)
    const most = size + logged.length * PAGE_BYTES
    const pages = { most, read: (page: number) => newest.get(page) ?? readMain(page) }
    for (let page = 1; page <= Math.ceil(size / PAGE_BYTES); page += 1) yield* readLeaf(readMain(page), page, pages)
    for (const { page, content } of logged) yield* readLeaf(content, page, pages)
  } finally {
    closeSync(file)
  }
}

interface Pages {
  /** No record can be larger than all pages together. */
  most: number
  read(page: number): Buffer
}

function* readLeaf(leaf: Buffer, page: number, pages: Pages): Generator<Found> {
  const start = page === 1 ? 100 : 0
  if (leaf[start] !== TABLE_LEAF) return
  const cells = Math.min(leaf.readUInt16BE(start + 3), Math.floor((PAGE_BYTES - start - 8) / 2))
  for (let n = 0; n < cells; n += 1) {
    const found = readCell(leaf, leaf.readUInt16BE(start + 8 + 2 * n), pages)
    if (found) yield found
  }
}

function readCell(leaf: Buffer, at: number, pages: Pages): Found | null {
  const size = readVarint(leaf, at)
  const seq = readVarint(leaf, size.end)
  const payload = readPayload(leaf, seq.end, size.value, pages)
  const values = payload && readRecord(payload)
  if (!values) return null
  if (values.length === 2) {
    const [sha256, text] = values
    return typeof text === 'string' && hashText(text) === sha256 ? { text } : null
  }
  if (values.length === RECORD_FIELDS.length) {
    const record = Object.fromEntries(values.map((value, at) => [RECORD_FIELDS[at], value]))
    const isText = (name: string) => typeof record[name] === (name === 'version' ? 'number' : 'string')
    const isWhole = RECORD_FIELDS.slice(1).every(isText)
    return isWhole ? { record: { ...record, row: seq.value } as unknown as Row } : null
  }
  const [, at_, chat, type, body, prev, hash] = values
  if (values.length !== 7 || ![at_, type, body, prev, hash].every((one) => typeof one === 'string')) return null
  const fact = { seq: seq.value, at: at_, chat, type, body, prev, hash } as FactRow
  return sealOf(fact) === hash ? { fact } : null
}

const RECORD_FIELDS = 'row id schema title tags context version created_at updated_at created_by'.split(' ')

function readPayload(leaf: Buffer, at: number, size: number, pages: Pages): Buffer | null {
  if (size <= LARGEST_LOCAL) return at + size <= PAGE_BYTES ? leaf.subarray(at, at + size) : null
  if (size > pages.most) return null
  const rest = SMALLEST_LOCAL + ((size - SMALLEST_LOCAL) % OVERFLOW_BYTES)
  const local = rest <= LARGEST_LOCAL ? rest : SMALLEST_LOCAL
  if (at + local + 4 > PAGE_BYTES) return null
  const parts = [leaf.subarray(at, at + local)]
  let missing = size - local
  let next = leaf.readUInt32BE(at + local)
  while (missing > 0) {
    if (next === 0) return null
    const page = pages.read(next)
    parts.push(page.subarray(4, 4 + Math.min(missing, OVERFLOW_BYTES)))
    missing -= OVERFLOW_BYTES
    next = page.readUInt32BE(0)
  }
  return Buffer.concat(parts)
}

/** SQLite's codes for integers and their sizes in bytes; 8 and 9 are 0 and 1. */
const INTEGER_BYTES: Readonly<Record<number, number>> = { 1: 1, 2: 2, 3: 3, 4: 4, 5: 6, 8: 0, 9: 0 }

/** The texts, integers and nulls of a row; a table's own key appears as null. Null if it contains anything else. */
function readRecord(payload: Buffer): (string | number | null)[] | null {
  const header = readVarint(payload, 0)
  const values: (string | number | null)[] = []
  let kindAt = header.end
  let valueAt = header.value
  while (kindAt < header.value) {
    const kind = readVarint(payload, kindAt)
    kindAt = kind.end
    if (kind.value === 0) {
      values.push(null)
      continue
    }
    const bytes = INTEGER_BYTES[kind.value]
    if (bytes !== undefined) {
      if (valueAt + bytes > payload.length) return null
      values.push(bytes === 0 ? kind.value - 8 : payload.readIntBE(valueAt, bytes))
      valueAt += bytes
      continue
    }
    if (kind.value < 13 || kind.value % 2 === 0) return null
    const end = valueAt + (kind.value - 13) / 2
    if (end > payload.length) return null
    values.push(payload.toString('utf8', valueAt, end))
    valueAt = end
  }
  return values
}

/** Reads zeros past the end, so a damaged record ends and fails its hash. */
function readVarint(bytes: Buffer, at: number): { value: number; end: number } {
  let value = 0
  for (let n = 0; n < 8; n += 1) {
    const byte = bytes[at + n] ?? 0
    value = value * 128 + (byte & 0x7f)
    if (byte < 0x80) return { value, end: at + n + 1 }
  }
  return { value: value * 256 + (bytes[at + 8] ?? 0), end: at + 9 }
}

const HEADER_BYTES = 32
const FRAME_HEADER_BYTES = 24

/**
 * The pages in SQLite's log up to its last finished transaction. SQLite itself stops at the first bad checksum although
 * later pages may be intact. Frames after that transaction were never acknowledged.
 */
function readLog(path: string): { page: number; content: Buffer }[] {
  const log = existsSync(path) ? readFileSync(path) : Buffer.alloc(0)
  const frames = []
  for (let at = HEADER_BYTES; at + FRAME_HEADER_BYTES + PAGE_BYTES <= log.length; ) {
    const start = at + FRAME_HEADER_BYTES
    const [page, generation] = [log.readUInt32BE(at), log.toString('hex', at + 8, at + 16)]
    const endsTransaction = log.readUInt32BE(at + 4) !== 0
    at = start + PAGE_BYTES
    frames.push({ page, generation, endsTransaction, content: log.subarray(start, at) })
  }
  // After the log's own frames come old ones, which the database already has.
  const named = log.toString('hex', 16, 24)
  const generation = frames.some((frame) => frame.generation === named) ? named : frames[0]?.generation
  return frames.slice(0, frames.findLastIndex((each) => each.endsTransaction && each.generation === generation) + 1)
}

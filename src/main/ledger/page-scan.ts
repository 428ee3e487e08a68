import { closeSync, existsSync, fstatSync, openSync, readSync } from 'node:fs'
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
  const frames = readLog(log)
  const main = openSync(database, 'r')
  const logFile = frames.length > 0 ? openSync(log, 'r') : null
  try {
    const bytes = fstatSync(main).size
    const most = bytes + frames.length * PAGE_BYTES
    const newest = new Map(frames.map((frame) => [frame.page, frame]))
    const readMain = (page: number) => readAt(main, (page - 1) * PAGE_BYTES)
    const readFrame = (frame: LogFrame) => readAt(logFile ?? main, frame.offset)
    const readNewest = (page: number) => {
      const frame = newest.get(page)
      return frame ? readFrame(frame) : readMain(page)
    }
    const pages = { most, read: readNewest }
    for (let page = 1; page <= Math.ceil(bytes / PAGE_BYTES); page += 1) yield* readLeaf(readMain(page), page, pages)
    for (const frame of frames) yield* readLeaf(readFrame(frame), frame.page, pages)
  } finally {
    closeSync(main)
    if (logFile !== null) closeSync(logFile)
  }
}

interface Pages {
  /** No record can be larger than all pages together. */
  most: number
  read(page: number): Buffer
}

function readAt(file: number, position: number): Buffer {
  const page = Buffer.alloc(PAGE_BYTES)
  readSync(file, page, 0, PAGE_BYTES, position)
  return page
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

interface LogFrame {
  page: number
  /** Where the page starts in the log. */
  offset: number
}

interface Mark {
  generation: string
  endsTransaction: boolean
}

/**
 * The pages in SQLite's log up to its last finished transaction. SQLite itself stops at the first bad checksum although
 * later pages may be intact. Frames after that transaction were never acknowledged.
 */
function readLog(path: string): LogFrame[] {
  if (!existsSync(path)) return []
  const file = openSync(path, 'r')
  try {
    return readFrames(file, fstatSync(file).size)
  } finally {
    closeSync(file)
  }
}

function readFrames(file: number, size: number): LogFrame[] {
  const header = Buffer.alloc(HEADER_BYTES)
  const frame = Buffer.alloc(FRAME_HEADER_BYTES)
  readSync(file, header, 0, header.length, 0)
  const frames: LogFrame[] = []
  const marks: Mark[] = []
  for (let at = HEADER_BYTES; at + FRAME_HEADER_BYTES + PAGE_BYTES <= size; at += FRAME_HEADER_BYTES + PAGE_BYTES) {
    readSync(file, frame, 0, frame.length, at)
    frames.push({ page: frame.readUInt32BE(0), offset: at + FRAME_HEADER_BYTES })
    marks.push({ generation: frame.toString('hex', 8, 16), endsTransaction: frame.readUInt32BE(4) !== 0 })
  }
  // After the log's own frames come old ones, which the database already has.
  const named = header.toString('hex', 16, 24)
  const generation = marks.some((mark) => mark.generation === named) ? named : marks[0]?.generation
  return frames.slice(0, marks.findLastIndex((mark) => mark.endsTransaction && mark.generation === generation) + 1)
}

import { closeSync, existsSync, fstatSync, openSync, readSync } from 'node:fs'

const HEADER_BYTES = 32
const FRAME_HEADER_BYTES = 24
export const PAGE_BYTES = 4096

export interface LogFrame {
  page: number
  /** Where the page's bytes begin in the log. */
  offset: number
}

interface Mark {
  generation: string
  endsTransaction: boolean
}

/**
 * The pages in SQLite's log up to the end of its last finished transaction. SQLite itself would stop at the first one
 * whose checksum fails; what lies behind it may be whole. Frames past that end were never acknowledged.
 */
export function readLog(path: string): LogFrame[] {
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
  // Behind the log's own frames stand those of the generation before, which the database has already.
  const named = header.toString('hex', 16, 24)
  const generation = marks.some((mark) => mark.generation === named) ? named : marks[0]?.generation
  return frames.slice(0, marks.findLastIndex((mark) => mark.endsTransaction && mark.generation === generation) + 1)
}

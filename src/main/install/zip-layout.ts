import { refuseAs } from './refusal.ts'

const END = 0x0605_4b50
const END_BYTES = 22
const LONGEST_COMMENT = 0xffff
const LOCATOR_64 = 0x0706_4b50
const LOCATOR_BYTES = 20
const LOCAL = 0x0403_4b50
/** All records start with these two letters; the next two bytes tell which record it is. */
const RECORDS = [LOCAL, 0x0201_4b50, END, 0x0606_4b50, LOCATOR_64, 0x0807_4b50]

/** Finds the parts of an archive. Refuses what two programs could read as two different archives. */
export function readLayout(file: string, bytes: Buffer) {
  const end = findEnd(bytes)
  if (end === null) return malformed(file, 'archive-cut', 'download-or-pack-again')
  const comment = bytes.subarray(end + END_BYTES)
  if (comment.length !== bytes.readUInt16LE(end + 20)) malformed(file, 'archive-bytes-after-end', 'pack-again')
  if (holdsRecord(comment) || isWithinComment(bytes, end)) malformed(file, 'archive-in-comment', 'pack-again')
  if (end >= LOCATOR_BYTES && bytes.readUInt32LE(end - LOCATOR_BYTES) === LOCATOR_64) {
    malformed(file, 'archive-zip64', 'pack-with-ordinary-zip')
  }
  const disks = [4, 6].map((at) => bytes.readUInt16LE(end + at))
  const [here, entries] = [bytes.readUInt16LE(end + 8), bytes.readUInt16LE(end + 10)]
  if (disks.some((disk) => disk !== 0) || here !== entries) malformed(file, 'archive-in-parts', 'pack-again')
  const directoryStart = bytes.readUInt32LE(end + 16)
  const directoryEnd = directoryStart + bytes.readUInt32LE(end + 12)
  if (directoryEnd !== end) malformed(file, 'archive-list-misplaced', 'pack-again')
  if (entries > 0 && bytes.readUInt32LE(0) !== LOCAL) malformed(file, 'archive-bytes-before', 'pack-again')
  return { entries, directoryStart, directoryEnd }
}

function findEnd(bytes: Buffer): number | null {
  const first = Math.max(0, bytes.length - END_BYTES - LONGEST_COMMENT)
  for (let at = bytes.length - END_BYTES; at >= first; at--) if (bytes.readUInt32LE(at) === END) return at
  return null
}

/** Whether this is the end of an archive hidden in the comment of another. */
function isWithinComment(bytes: Buffer, end: number): boolean {
  for (let at = Math.max(0, bytes.length - END_BYTES - LONGEST_COMMENT); at < end; at++) {
    const reaches = bytes.readUInt32LE(at) === END && at + END_BYTES + bytes.readUInt16LE(at + 20) === bytes.length
    if (reaches) return true
  }
  return false
}

function holdsRecord(comment: Buffer): boolean {
  for (let at = comment.indexOf('PK'); at !== -1 && at + 4 <= comment.length; at = comment.indexOf('PK', at + 1)) {
    if (RECORDS.includes(comment.readUInt32LE(at))) return true
  }
  return false
}

export interface Extent {
  name: string
  start: number
  end: number
  /** Its sizes are repeated after its data. */
  hasDescriptor: boolean
}

const DESCRIPTOR_BYTES = [12, 16]

/** The files must follow each other from the first byte to the directory, without gaps or overlaps. */
export function checkExtents(file: string, extents: readonly Extent[], directoryStart: number): void {
  const inOrder = extents.toSorted((a, b) => a.start - b.start)
  let end = 0
  let mayFollow = [0]
  for (const extent of [...inOrder, { name: '', start: directoryStart, end: directoryStart, hasDescriptor: false }]) {
    const gap = extent.start - end
    const where = extent.name === '' ? file : extent.name
    if (gap < 0) malformed(where, 'entry-shares-bytes', 'pack-again')
    if (!mayFollow.includes(gap)) malformed(where, 'entry-bytes-before', 'pack-again')
    end = extent.end
    mayFollow = extent.hasDescriptor ? DESCRIPTOR_BYTES : [0]
  }
}

export const malformed = refuseAs('ARCHIVE_FORMAT')

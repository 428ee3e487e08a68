import type { Entry, LocalFileHeader, ZipFile } from 'yauzl'
import { decodeUtf8 } from '#shared/utf8'
import { refuse, toShown } from './refusal.ts'
import { type Extent, malformed } from './zip-layout.ts'

export interface ZipEntry {
  path: string
  kind: 'file' | 'folder'
  isExecutable: boolean
  method: 'stored' | 'deflated'
  crc32: number
  bytes: number
  packedBytes: number
  dataStart: number
  extent: Extent
}

const ENCRYPTED = 0x1 | 0x40 | 0x2000
const HAS_DESCRIPTOR = 0x8
const UNICODE_PATH = 0x7075
const [STORED, DEFLATED] = [0, 8]
const IN_64_BITS = 0xffff_ffff
const HIGHEST_RATIO = 200
const [KIND_BITS, REGULAR, FOLDER] = [0o170000, 0o100000, 0o040000]

/** Reads an entry from both of its headers. Throws a `Refusal` if they disagree or if a skill may not contain it. */
export async function readEntry(zip: ZipFile, entry: Entry): Promise<ZipEntry> {
  const name = decodeUtf8(entry.fileNameRaw)
  if (name === null) return malformed(entry.fileNameRaw.toString(), 'archive-name-not-utf8', 'rename-and-pack')
  const kind = readKind(entry, name)
  const { generalPurposeBitFlag: flags, compressionMethod, crc32 } = entry
  if ((flags & ENCRYPTED) !== 0) malformed(name, 'archive-encrypted', 'pack-without-password')
  const method = compressionMethod === STORED ? 'stored' : compressionMethod === DEFLATED ? 'deflated' : null
  if (method === null) {
    return malformed(name, 'entry-method-unknown', 'pack-with-ordinary-zip', { method: compressionMethod })
  }
  checkSizes(entry, name, kind)
  const local = await zip
    .readLocalFileHeaderPromise(entry)
    .catch((error: unknown) => malformed(name, 'entry-misplaced', 'pack-again', { problem: messageOf(error) }))
  checkLocal(entry, local, name)
  return {
    ...{ path: kind === 'folder' ? name.replace(/\/$/, '') : name, kind, method, crc32 },
    isExecutable: (modeOf(entry) & 0o111) !== 0,
    bytes: entry.uncompressedSize,
    packedBytes: entry.compressedSize,
    dataStart: local.fileDataStart,
    extent: {
      name,
      start: entry.relativeOffsetOfLocalHeader,
      end: local.fileDataStart + entry.compressedSize,
      hasDescriptor: (flags & HAS_DESCRIPTOR) !== 0,
    },
  }
}

const modeOf = (entry: Entry): number => entry.externalFileAttributes >>> 16

function readKind(entry: Entry, name: string): ZipEntry['kind'] {
  const bits = modeOf(entry) & KIND_BITS
  const isFolder = name.endsWith('/')
  if (bits !== 0 && bits !== REGULAR && bits !== FOLDER) {
    refuse('ARCHIVE_ENTRY', name, bits === 0o120000 ? 'entry-is-symlink' : 'entry-is-special', 'leave-it-out')
  }
  if (bits !== 0 && isFolder !== (bits === FOLDER)) refuse('ARCHIVE_ENTRY', name, 'entry-kind-unclear', 'pack-again')
  return isFolder ? 'folder' : 'file'
}

function checkSizes(entry: Entry, name: string, kind: ZipEntry['kind']): void {
  const { compressedSize, uncompressedSize, relativeOffsetOfLocalHeader } = entry
  if ([compressedSize, uncompressedSize, relativeOffsetOfLocalHeader].some((number) => number >= IN_64_BITS)) {
    refuse('ARCHIVE_LIMIT', name, 'entry-over-4gb', 'leave-it-out')
  }
  if (kind === 'folder' && uncompressedSize > 0) refuse('ARCHIVE_ENTRY', name, 'folder-with-content', 'pack-again')
  if (uncompressedSize > Math.max(compressedSize, 1) * HIGHEST_RATIO) {
    refuse('ARCHIVE_LIMIT', name, 'entry-grows-too-much', 'leave-out-or-shorten', {
      ratio: HIGHEST_RATIO,
      packed: compressedSize,
      unpacked: uncompressedSize,
    })
  }
}

function checkLocal(entry: Entry, local: LocalFileHeader, name: string): void {
  const unicode = entry.extraFields.find(({ id }) => id === UNICODE_PATH)
  const isOneName =
    entry.fileNameRaw.equals(local.fileName) && (!unicode || unicode.data.subarray(5).equals(local.fileName))
  if (!isOneName) malformed(name, 'entry-two-names', 'pack-again')
  const isAlike =
    local.compressionMethod === entry.compressionMethod && local.generalPurposeBitFlag === entry.generalPurposeBitFlag
  if (!isAlike) malformed(name, 'entry-contradicts-itself', 'pack-again')
  const isMeasuredLater = (entry.generalPurposeBitFlag & HAS_DESCRIPTOR) !== 0
  const numbers = [
    [local.compressedSize, entry.compressedSize],
    [local.uncompressedSize, entry.uncompressedSize],
    [local.crc32, entry.crc32],
  ] as const
  const isTrue = numbers.every(([said, listed]) => said === listed || (isMeasuredLater && said === 0))
  if (!isTrue) malformed(name, 'entry-two-sizes', 'pack-again')
}

export const messageOf = (error: unknown): string => toShown(error instanceof Error ? error.message : String(error))

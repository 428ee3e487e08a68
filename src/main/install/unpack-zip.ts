import { promisify } from 'node:util'
import { crc32, inflateRaw } from 'node:zlib'
import { type Entry, fromBufferPromise } from 'yauzl'
import { readFile } from '#main/skills/read-file'
import { message } from '#shared/messages/message'
import { isLeftOut, MOST_BYTES, MOST_ENTRIES, makeIntake, refuseCount } from './intake.ts'
import { writeStaged } from './quarantine.ts'
import { Refusal, refuse } from './refusal.ts'
import { messageOf, readEntry, type ZipEntry } from './zip-entry.ts'
import { checkExtents, malformed, readLayout } from './zip-layout.ts'

/** For the directory and the headers, besides the files. */
const MOST_ARCHIVE_BYTES = MOST_BYTES + 4 * 1024 * 1024

/**
 * Unpacks an archive into a new folder, after checking its whole structure. The archive is kept in memory, so that it
 * cannot change in between. Throws a `Refusal`.
 */
export async function unpackZip(archive: string, into: string): Promise<string[]> {
  const bytes = await readArchive(archive)
  const layout = readLayout(archive, bytes)
  if (layout.entries > MOST_ENTRIES) refuseCount(archive)
  const entries = await readEntries(archive, bytes, layout.directoryEnd)
  const intake = makeIntake()
  for (const { path, kind, bytes: size } of entries) {
    if (kind === 'file') intake.file(path, size)
    else intake.folder(path)
  }
  checkExtents(
    archive,
    entries.map(({ extent }) => extent),
    layout.directoryStart,
  )
  const written: string[] = []
  for (const entry of entries) {
    if (entry.kind === 'folder' || isLeftOut(entry.path)) continue
    await writeStaged(into, entry.path, await unpack(entry, bytes), entry.isExecutable)
    written.push(entry.path)
  }
  return written
}

async function readArchive(archive: string): Promise<Buffer> {
  const reading = await readFile(archive, MOST_ARCHIVE_BYTES)
  if (reading.ok) return Buffer.from(reading.bytes.buffer, reading.bytes.byteOffset, reading.bytes.byteLength)
  if (reading.reason === 'too-large') {
    return refuse('ARCHIVE_LIMIT', archive, 'archive-too-large', 'leave-out-extras', {
      bytes: reading.size,
      most: MOST_ARCHIVE_BYTES,
    })
  }
  const why = reading.reason === 'unreadable' ? reading.message : message('is-not-regular-file')
  return refuse('SOURCE_UNREACHABLE', archive, 'archive-unreadable', 'check-path-and-permissions', { why })
}

async function readEntries(archive: string, bytes: Buffer, directoryEnd: number): Promise<ZipEntry[]> {
  try {
    // Names stay bytes, because invalid UTF-8 must be refused. `intake` is stricter than the package.
    const zip = await fromBufferPromise(bytes, {
      decodeStrings: false,
      strictFileNames: true,
      validateEntrySizes: true,
    })
    const listed: Entry[] = []
    for await (const entry of zip.eachEntry()) listed.push(entry)
    const entries: ZipEntry[] = []
    for (const entry of listed) entries.push(await readEntry(zip, entry))
    if (Number(zip.readEntryCursor) !== directoryEnd) malformed(archive, 'archive-list-too-long', 'pack-again')
    return entries
  } catch (error) {
    if (error instanceof Refusal) throw error
    return malformed(archive, 'archive-not-clean', 'pack-again', { problem: messageOf(error) })
  }
}

const inflate = promisify(inflateRaw) as unknown as (
  data: Uint8Array,
  options: { maxOutputLength: number; info: true },
) => Promise<{ buffer: Buffer; engine: { bytesWritten: number } }>

async function unpack(entry: ZipEntry, archive: Buffer): Promise<Uint8Array> {
  const packed = archive.subarray(entry.dataStart, entry.dataStart + entry.packedBytes)
  const bytes = entry.method === 'stored' ? packed : await inflateExactly(entry, packed)
  if (bytes.length !== entry.bytes) {
    malformed(entry.extent.name, 'entry-size-wrong', 'pack-again', { bytes: entry.bytes, count: bytes.length })
  }
  if (crc32(bytes) !== entry.crc32) malformed(entry.extent.name, 'entry-checksum-wrong', 'pack-again')
  return bytes
}

async function inflateExactly(entry: ZipEntry, packed: Uint8Array): Promise<Uint8Array> {
  try {
    const { buffer, engine } = await inflate(packed, { maxOutputLength: Math.max(entry.bytes, 1), info: true })
    if (engine.bytesWritten === packed.length) return buffer
  } catch (error) {
    const isLonger = error instanceof RangeError
    if (isLonger) return malformed(entry.extent.name, 'entry-size-larger', 'pack-again', { bytes: entry.bytes })
    return malformed(entry.extent.name, 'entry-cannot-unpack', 'pack-again', { problem: messageOf(error) })
  }
  return malformed(entry.extent.name, 'entry-bytes-after', 'pack-again')
}

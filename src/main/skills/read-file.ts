import { closeSync, constants, type Dirent, fstatSync, openSync, read, readdir, readSync } from 'node:fs'
import { promisify } from 'node:util'
import { type Message, message } from '#shared/messages/message'

const readAway = promisify(read)

export type FileReading =
  | { ok: true; bytes: Uint8Array; isExecutable: boolean; links: number }
  | { ok: false; reason: 'too-large'; size: number }
  | { ok: false; reason: 'symlink' | 'special' }
  | { ok: false; reason: 'unreadable'; message: Message | string }

// Non-blocking, because opening a pipe in place of the file would wait forever.
const FLAGS = constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0)

/** Reading this much synchronously is faster than using another thread; more would block other work. */
const MOST_AT_ONCE = 256 * 1024

/** Never rejects. Measures and reads the file it opened; reads nothing of a file larger than `most` bytes. */
export async function readFile(path: string, most: number): Promise<FileReading> {
  let file: number
  try {
    file = openSync(path, FLAGS)
  } catch (error) {
    return explain(error)
  }
  try {
    const stats = fstatSync(file)
    if (!stats.isFile()) return { ok: false, reason: 'special' }
    if (stats.size > most) return { ok: false, reason: 'too-large', size: stats.size }
    const bytes = await readWhole(file, stats.size)
    if (!bytes) return { ok: false, reason: 'unreadable', message: message('changed-while-read') }
    return { ok: true, bytes, isExecutable: (stats.mode & 0o111) !== 0, links: stats.nlink }
  } catch (error) {
    return explain(error)
  } finally {
    closeSync(file)
  }
}

/** Null if the file does not end where it should. */
async function readWhole(file: number, size: number): Promise<Uint8Array | null> {
  // One extra byte shows that the file has grown.
  const buffer = Buffer.allocUnsafe(size + 1)
  let filled = 0
  for (;;) {
    const length = Math.min(buffer.length - filled, MOST_AT_ONCE)
    const got =
      size < MOST_AT_ONCE
        ? readSync(file, buffer, filled, length, null)
        : (await readAway(file, buffer, filled, length, null)).bytesRead
    filled += got
    if (filled > size) return null
    // It gave less than it was asked for, so the file ends here.
    if (filled === size && got < length) return buffer.subarray(0, size)
    if (got === 0) return null
  }
}

function explain(error: unknown): FileReading {
  if (hasCode(error, 'ELOOP') || hasCode(error, 'EMLINK')) return { ok: false, reason: 'symlink' }
  if (hasCode(error, 'ENXIO')) return { ok: false, reason: 'special' }
  return { ok: false, reason: 'unreadable', message: explainError(error) }
}

export function hasCode(error: unknown, code: string): boolean {
  return error instanceof Error && 'code' in error && error.code === code
}

export function explainError(error: unknown): Message | string {
  if (hasCode(error, 'ENOENT')) return message('not-there')
  if (hasCode(error, 'EACCES') || hasCode(error, 'EPERM')) return message('reading-not-permitted')
  if (hasCode(error, 'ENOTDIR')) return message('not-a-folder')
  if (hasCode(error, 'EMFILE') || hasCode(error, 'ENFILE')) return message('too-many-open-files')
  return error instanceof Error ? error.message : String(error)
}

const readFolder = promisify(readdir) as (path: string, options: { withFileTypes: true }) => Promise<Dirent[]>

export type Listing = { ok: true; entries: Dirent[] } | { ok: false; message: Message | string }

/** Never rejects. */
export async function listFolder(path: string): Promise<Listing> {
  try {
    return { ok: true, entries: await readFolder(path, { withFileTypes: true }) }
  } catch (error) {
    return { ok: false, message: explainError(error) }
  }
}

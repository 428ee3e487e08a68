import { createHash, randomUUID } from 'node:crypto'
import { createReadStream, existsSync } from 'node:fs'
import { chmod, cp, lstat, mkdir, open, readdir, rmdir, statfs, unlink } from 'node:fs/promises'
import { basename, join, relative, sep } from 'node:path'
import { filesOf } from '#main/ledger/home'
import { type MoveNote, noteOf, readIfThere, removeNote, writeNote, writeWhole } from '#main/ledger/moving'
import { holdStill, type StillRecord } from '#main/ledger/open-ledger'
import { makeLedgerError, makeProblem, problemOf } from '#main/ledger/problems'
import { removeTree } from '#main/skills/remove-tree'
import { type Message, textOf } from '#shared/messages/message'
import type { MoveProgress } from '#shared/requests/window-requests'
import { readPointer } from './home.ts'

/** Another process, such as the command line, may hold the record for a moment. */
const WAIT_FOR_OWNER_MS = 10_000
/** Left free on the new disk. */
const RESERVE_BYTES = 16 * 1024 * 1024

export interface MovePorts {
  told(progress: MoveProgress): void
  signal: AbortSignal
  waitForOwnerMs?: number
}

export type Moved = { ok: true } | { ok: false; isCanceled: boolean; message: Message; remedy: Message }

interface Move {
  from: string
  to: string
  pointerFile: string
}

/**
 * Copies all of `from`, which nobody has open, to `to`, reads it back, and then makes the pointer name the new folder:
 * that rename is the move. If it is interrupted before, the old folder counts; after, the new one. Only the note of the
 * move is ever written to the old folder.
 */
export async function moveData(move: Move, ports: MovePorts): Promise<Moved> {
  let still: StillRecord | null = null
  const { from, to, pointerFile: pointer } = move
  const note: MoveNote = { id: randomUUID(), role: 'old', from, to, pointer, names: [] }
  try {
    ports.told({ phase: 'preparing', done: 0, whole: 0 })
    still = await holdStill(from, ports.waitForOwnerMs ?? WAIT_FOR_OWNER_MS)
    const entries = await listTree(from)
    await checkRoom(to, entries)
    note.names.push(...entries.flatMap(({ path }) => (path.includes('/') || path.includes('\\') ? [] : [path])))
    // Reading the copy creates these files until it is closed.
    note.names.push(`${basename(filesOf(to).database)}-wal`, `${basename(filesOf(to).database)}-shm`)
    await copyAll(note, entries, still, ports)
    ports.told({ phase: 'switching', done: 0, whole: 0 })
    ports.signal.throwIfAborted()
    writeWhole(pointer, { id: note.id, home: to, from, at: new Date().toISOString() })
  } catch (error) {
    if (!isCommitted(note)) return await giveUp(note, still, error, ports.signal.aborted)
  }
  ports.told({ phase: 'done', done: 0, whole: 0 })
  await still?.release()
  return { ok: true }
}

async function copyAll(note: MoveNote, entries: TreeEntry[], still: StillRecord, ports: MovePorts): Promise<void> {
  const { from, to } = note
  writeNote(from, note)
  await mkdir(to, { recursive: true, mode: 0o700 })
  if ((await readdir(to)).length > 0) throw inTheWay(to)
  // Like any data folder: what is in it decides what runs, so only its owner may read or change it.
  await chmod(to, 0o700)
  writeNote(to, { ...note, role: 'new' })
  await copyTree(from, to, entries, ports)
  const { ok, reason } = await still.verifyCopy(filesOf(to).database)
  if (!ok) throw notTheSame(`${filesOf(to).database} (${textOf(reason ?? '')})`)
}

/** Files of the browser engine, of the current owner, or of something unfinished. */
const isLeftOut = (name: string): boolean =>
  /^(window|quarantine|moving\.json|Crashpad|Local State|DevToolsActivePort|lockfile|skillet\.db-shm)$/.test(name) ||
  /^(owner\.|Singleton)|\.(part|new)$/.test(name)

/** Restores the state before the move, except for parts of the copy that cannot be deleted. */
async function giveUp(note: MoveNote, still: StillRecord | null, error: unknown, isCanceled: boolean): Promise<Moved> {
  const { message, remedy } = problemOf(error, note.to)
  // What cannot be deleted stays, with its note.
  await undoMove(note).catch((failure) => console.error(failure))
  await still?.release()
  return { ok: false, isCanceled, message, remedy }
}

/** Deletes what an unfinished move created, and nothing else. What cannot be deleted keeps its note. */
export async function undoMove(note: MoveNote): Promise<void> {
  await removeCopy(note).catch((error) => console.error(error))
  if (parseId(readIfThere(noteOf(note.from))) === note.id) removeNote(note.from)
}

async function removeCopy({ id, to, names }: MoveNote): Promise<void> {
  if (parseId(readIfThere(noteOf(to))) !== id) return
  for (const name of names) await removeEntry(join(to, name))
  removeNote(to)
  await rmdir(to).catch(() => undefined) // Somebody else's file in it keeps it.
}

async function removeEntry(path: string): Promise<void> {
  const entry = await lstat(path).catch(() => null)
  if (entry?.isDirectory()) await removeTree(path)
  else if (entry) await unlink(path)
}

export function isCommitted({ pointer, id }: MoveNote): boolean {
  return id !== '' && readPointer(readIfThere(pointer) ?? '')?.id === id
}

const parseId = (text: string | null): string | null => /"id":"([^"]+)"/.exec(text ?? '')?.[1] ?? null

async function checkRoom(to: string, entries: readonly TreeEntry[]): Promise<void> {
  const { bavail, bsize } = await statfs(nearestOf(to))
  const needed = entries.reduce((sum, { bytes }) => sum + Math.ceil(bytes / bsize) * bsize + bsize, RESERVE_BYTES)
  if (bavail * bsize >= needed) return
  throw makeLedgerError(
    makeProblem('DISK_FULL', 'no-room-for-data', 'free-space-or-choose-other', {
      folder: to,
      free: bavail * bsize,
      needed,
    }),
  )
}

/** The folder itself or its nearest existing ancestor. */
export function nearestOf(path: string): string {
  const parent = join(path, '..')
  return existsSync(path) || parent === path ? path : nearestOf(parent)
}

const inTheWay = (to: string) =>
  makeLedgerError(makeProblem('NOT_WRITABLE', 'folder-not-empty-anymore', 'choose-empty-folder', { folder: to }))

const notTheSame = (what: string) =>
  makeLedgerError(makeProblem('DISK_FAILED', 'copied-file-differs', 'check-disk-or-choose-other', { file: what }))

interface TreeEntry {
  /** Relative to the folder. */
  path: string
  kind: 'folder' | 'file' | 'link'
  bytes: number
}

/** Everything in a folder except sockets and other special files. */
async function listTree(folder: string): Promise<TreeEntry[]> {
  const found: TreeEntry[] = []
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    const path = relative(folder, join(entry.parentPath, entry.name))
    const kind = entry.isDirectory() ? 'folder' : entry.isFile() ? 'file' : entry.isSymbolicLink() ? 'link' : null
    if (kind === null || isLeftOut(path.split(sep)[0] ?? '')) continue
    found.push({ path, kind, bytes: kind === 'file' ? (await lstat(join(folder, path))).size : 0 })
  }
  return found
}

/** Copies the entries into an existing folder, reads them back, and waits for the disk. */
async function copyTree(from: string, to: string, entries: readonly TreeEntry[], ports: MovePorts): Promise<void> {
  const { told, signal } = ports
  const known = new Map(entries.map((entry) => [entry.path, entry]))
  const whole = entries.reduce((sum, { bytes }) => sum + bytes, 0)
  let done = 0
  // A file that somebody else put there stays; reading back will notice it.
  await cp(from, to, {
    ...{ recursive: true, verbatimSymlinks: true, force: false },
    filter: (source) => {
      if (source === from) return true
      signal.throwIfAborted()
      const entry = known.get(relative(from, source))
      if (!entry) return false
      told({ phase: 'copying', done, whole })
      done += entry.bytes
      return true
    },
  })
  done = 0
  for (const { path, kind, bytes } of entries) {
    told({ phase: 'checking', done, whole })
    const [source, copy] = [join(from, path), join(to, path)]
    const isSame = kind !== 'file' || (await hashFile(source, signal)) === (await hashFile(copy, signal))
    if (!isSame) throw notTheSame(copy)
    if (kind !== 'link') await sync(copy)
    done += bytes
  }
  await sync(to)
}

async function hashFile(file: string, signal: AbortSignal): Promise<string> {
  const sum = createHash('sha256')
  for await (const piece of createReadStream(file, { signal })) sum.update(piece)
  return sum.digest('hex')
}

/** Windows cannot sync a file opened for reading; such files are checked before each use. */
async function sync(path: string): Promise<void> {
  if (process.platform === 'win32') return
  await using handle = await open(path, 'r')
  await handle.sync()
}

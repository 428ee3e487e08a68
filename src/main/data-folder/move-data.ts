import { randomUUID } from 'node:crypto'
import { existsSync } from 'node:fs'
import { chmod, lstat, mkdir, readdir, rmdir, statfs, unlink } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { holdStill, type StillRecord } from '#main/ledger/ask-stand-still'
import { filesOf } from '#main/ledger/home'
import { type MoveNote, noteOf, readIfThere, removeNote, writeNote, writeWhole } from '#main/ledger/moving'
import { makeLedgerError, problemOf } from '#main/ledger/problems'
import { removeTree } from '#main/trust/store'
import type { MoveProgress } from '#shared/requests/data-folder-requests'
import { copyTree, listTree, type TreeEntry } from './copy-tree.ts'
import { readPointer } from './home.ts'

/** A process may hold the record for a moment, such as a command on a terminal. */
const WAIT_FOR_OWNER_MS = 10_000
/** Stays free on the new disk. */
const RESERVE_BYTES = 16 * 1024 * 1024

export interface MovePorts {
  told(progress: MoveProgress): void
  signal: AbortSignal
  waitForOwnerMs?: number
}

export type Moved = { ok: true } | { ok: false; isCanceled: boolean; message: string; remedy: string }

interface Move {
  from: string
  to: string
  pointerFile: string
}

/**
 * Copies everything in `from`, where nobody has it open, to `to`, reads all of it once more, and only then lets the
 * pointer name the new folder: that one rename is the move. Whatever stops it before leaves the old folder as the one
 * that holds; whatever stops it after, the new one. The old folder is never written to but for the note of the move.
 */
export async function moveData(move: Move, ports: MovePorts): Promise<Moved> {
  let still: StillRecord | null = null
  const note: MoveNote = { id: randomUUID(), role: 'old', ...makeNote(move), names: [] }
  try {
    ports.told({ phase: 'preparing', done: 0, whole: 0 })
    still = await holdStill(move.from, ports.waitForOwnerMs ?? WAIT_FOR_OWNER_MS)
    const entries = await listTree(move.from, isLeftOut)
    await checkRoom(move.to, entries)
    note.names.push(...entries.flatMap(({ path }) => (path.includes('/') || path.includes('\\') ? [] : [path])))
    // Looking at the copy makes these, until it is closed.
    note.names.push(`${basename(filesOf(move.to).database)}-wal`, `${basename(filesOf(move.to).database)}-shm`)
    await copyAll(note, entries, still, ports)
    ports.told({ phase: 'switching', done: 0, whole: 0 })
    ports.signal.throwIfAborted()
    const { id, from, to } = note
    writeWhole(note.pointer, { id, home: to, from, at: new Date().toISOString() })
  } catch (error) {
    if (!isCommitted(note)) return await giveUp(note, still, error, ports.signal.aborted)
  }
  ports.told({ phase: 'done', done: 0, whole: 0 })
  await still?.release()
  return { ok: true }
}

const makeNote = ({ from, to, pointerFile }: Move) => ({ from, to, pointer: pointerFile })

async function copyAll(note: MoveNote, entries: TreeEntry[], still: StillRecord, ports: MovePorts): Promise<void> {
  const { from, to } = note
  writeNote(from, note)
  await mkdir(to, { recursive: true, mode: 0o700 })
  if ((await readdir(to)).length > 0) throw inTheWay(to)
  // As a folder that Skillet makes itself: what lies there decides what runs, and is for nobody else to read or change.
  await chmod(to, 0o700)
  writeNote(to, { ...note, role: 'new' })
  const copied = await copyTree(from, to, entries, ports)
  if (!copied.ok) throw notTheSame(copied.file)
  const { ok, reason } = await still.verifyCopy(filesOf(to).database)
  if (!ok) throw notTheSame(`${filesOf(to).database} (${reason})`)
}

/** What belongs to the window's engine, to whoever owns the record now, or to something unfinished. */
function isLeftOut(name: string): boolean {
  return (
    ['window', 'quarantine', 'moving.json', 'Crashpad', 'Local State', 'DevToolsActivePort', 'lockfile'].includes(
      name,
    ) || /^(owner\.|Singleton|skillet\.db-shm$)|\.(part|new)$/.test(name)
  )
}

/** Afterwards everything is as before the move, but for what of the copy cannot be removed. */
async function giveUp(
  note: MoveNote,
  still: StillRecord | null,
  error: unknown,
  isCanceled: boolean,
): Promise<Extract<Moved, { ok: false }>> {
  const { message, remedy } = problemOf(error, note.to)
  // What cannot be undone now is undone by the next start, which finds the note.
  await undoMove(note).catch((failure) => console.error(failure))
  await still?.release()
  return { ok: false, isCanceled, message, remedy }
}

/** Removes what a move that did not come to its end made, and nothing else. */
export async function undoMove(note: MoveNote): Promise<void> {
  const isOurs = parseId(readIfThere(noteOf(note.to))) === note.id
  if (isOurs) {
    for (const name of note.names) await removeEntry(join(note.to, name))
    removeNote(note.to)
    await rmdir(note.to).catch(() => undefined) // Somebody else's file in it keeps it.
  }
  if (parseId(readIfThere(noteOf(note.from))) === note.id) removeNote(note.from)
}

async function removeEntry(path: string): Promise<void> {
  const entry = await lstat(path).catch(() => null)
  if (entry?.isDirectory()) await removeTree(path)
  else if (entry) await unlink(path)
}

export function isCommitted({ pointer, id }: MoveNote): boolean {
  return id !== '' && readPointer(readIfThere(pointer) ?? '')?.id === id
}

function parseId(text: string | null): string | null {
  return /"id":"([^"]+)"/.exec(text ?? '')?.[1] ?? null
}

async function checkRoom(to: string, entries: readonly TreeEntry[]): Promise<void> {
  const { bavail, bsize } = await statfs(nearestOf(to))
  const needed = entries.reduce((sum, { bytes }) => sum + Math.ceil(bytes / bsize) * bsize + bsize, RESERVE_BYTES)
  if (bavail * bsize >= needed) return
  throw makeLedgerError({
    code: 'DISK_FULL',
    message: `There is no room for the data: the disk of ${to} has ${bavail * bsize} bytes left, and ${needed} are needed.`,
    remedy: 'Free some space there, or choose another folder. The data stay where they are.',
  })
}

/** The folder itself, or the first above it that is there. */
export function nearestOf(path: string): string {
  const parent = join(path, '..')
  return existsSync(path) || parent === path ? path : nearestOf(parent)
}

const inTheWay = (to: string) =>
  makeLedgerError({
    code: 'NOT_WRITABLE',
    message: `${to} is not empty any more.`,
    remedy: 'Choose an empty folder. The data stay where they are.',
  })

const notTheSame = (what: string) =>
  makeLedgerError({
    code: 'DISK_FAILED',
    message: `The copy of ${what} is not what was copied.`,
    remedy: 'Check that disk, or choose another. The data stay where they are.',
  })

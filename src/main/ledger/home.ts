import {
  closeSync,
  existsSync,
  fsyncSync,
  lstatSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'

export function filesOf(home: string) {
  const database = join(home, 'skillet.db')
  return {
    database,
    log: `${database}-wal`,
    witness: `${database}-head`,
    /** Describes the database as it was when it was closed. */
    closed: `${database}-closed`,
    /** Exists if something in the database could not be read. */
    doubted: `${database}-doubted`,
    /** Complete before it gets the database's name, so a database without tables is always damaged. */
    unborn: `${database}.new`,
    rescuing: `${database}.rescuing`,
    rescued: `${database}.rescued`,
    restoring: `${database}.restoring`,
    /** A backup that replaces the record at the next start. */
    restored: `${database}.restored`,
    ownerLock: join(home, 'owner.db'),
    ownerCard: join(home, 'owner.json'),
  }
}

/** The files that move together with a database. */
const SUFFIXES = ['', '-wal', '-shm', '-head'] as const

/** An unused name for a database that is moved aside. */
export function nameAside(database: string, why: 'damaged' | 'replaced', now: Date): string {
  const stamped = `${database}.${why}-${now.toISOString().replace(/[:.]/g, '-')}`
  for (let n = 1; ; n += 1) {
    const name = n === 1 ? stamped : `${stamped}-${n}`
    if (!SUFFIXES.some((suffix) => existsSync(name + suffix))) return name
  }
}

export function replaceRecord(home: string, by: string, movedTo: string): void {
  const { database } = filesOf(home)
  // Before the other, or SQLite would apply the old log to it.
  for (const suffix of SUFFIXES) {
    if (existsSync(database + suffix)) renameSync(database + suffix, movedTo + suffix)
  }
  renameSync(by, database)
  syncToDisk(home)
}

/** Deletes a database that is not the record, with what SQLite keeps beside it. */
export function removeDatabase(path: string): void {
  for (const suffix of ['', '-wal', '-shm', '-journal']) rmSync(path + suffix, { force: true })
}

/** Of a file; 0 if there is none. */
export const sizeOf = (path: string): number => statSync(path, { throwIfNoEntry: false })?.size ?? 0

export const isEmptyFile = (path: string): boolean => lstatSync(path).size === 0

/** Makes a file's content or a folder's renames survive a power cut. */
export function syncToDisk(path: string): void {
  const isFolder = lstatSync(path).isDirectory()
  if (isFolder && process.platform === 'win32') return
  const descriptor = openSync(path, isFolder ? 'r' : 'r+')
  try {
    fsyncSync(descriptor)
  } finally {
    closeSync(descriptor)
  }
}

// Checking every page of a long record takes seconds. It is skipped if the file is, by everything the system reports,
// exactly the one that was checked and closed.

/** Call this right after closing a database that was sound. */
export function noteClosed(home: string): void {
  const { database, log, closed } = filesOf(home)
  try {
    if (sizeOf(log) > 0) return // Somebody still reads: not all is in the one file.
    const { atime, mtime } = statSync(database)
    // Set back, so that a write within the same second is noticed.
    utimesSync(database, atime, new Date(Math.floor(mtime.getTime() / 1000) * 1000 - 1000))
    writeFileSync(closed, describe(database), { mode: 0o600 })
  } catch {
    rmSync(closed, { force: true }) // Without the note the next opening looks at every page.
  }
}

/** Whether the database is unchanged since it was closed. Deletes the note. */
export function takeClosedNote(home: string): boolean {
  const { database, log, closed, doubted } = filesOf(home)
  try {
    const isSame = readFileSync(closed, 'utf8') === describe(database)
    return isSame && sizeOf(log) === 0 && statSync(doubted, { throwIfNoEntry: false }) === undefined
  } catch {
    return false
  } finally {
    rmSync(closed, { force: true })
  }
}

/** Something was unreadable, so the next start checks every page. */
export function doubt(home: string): void {
  try {
    writeFileSync(filesOf(home).doubted, '', { mode: 0o600 })
  } catch {
    // The caller reports the damage itself.
  }
}

export function endDoubt(home: string): void {
  rmSync(filesOf(home).doubted, { force: true })
}

function describe(database: string): string {
  const { size, mtimeNs, ctimeNs, ino } = statSync(database, { bigint: true })
  return `${[size, mtimeNs, ctimeNs, ino].join(' ')}\n`
}

import { closeSync, existsSync, fsyncSync, lstatSync, openSync, statSync } from 'node:fs'
import { join } from 'node:path'

/** The files of one ledger. */
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
export const SUFFIXES = ['', '-wal', '-shm', '-head'] as const

/** An unused name for a database that is moved aside. */
export function nameAside(database: string, why: 'damaged' | 'replaced', now: Date): string {
  const stamped = `${database}.${why}-${now.toISOString().replace(/[:.]/g, '-')}`
  for (let n = 1; ; n += 1) {
    const name = n === 1 ? stamped : `${stamped}-${n}`
    if (!SUFFIXES.some((suffix) => existsSync(name + suffix))) return name
  }
}

/** Of a file; 0 if there is none. */
export function sizeOf(path: string): number {
  return statSync(path, { throwIfNoEntry: false })?.size ?? 0
}

export function isEmptyFile(path: string): boolean {
  return lstatSync(path).size === 0
}

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

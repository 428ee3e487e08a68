import { readFileSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs'
import { filesOf, sizeOf } from './home.ts'

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

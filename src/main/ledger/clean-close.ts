import { readFileSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs'
import { filesOf } from './home.ts'

// Looking at every page of a long record takes seconds. It is spared where the file is, by all that the system tells of
// it, exactly the one that was found sound, written by nobody else, and closed.

/** To be called when the database has just been closed, after it was found sound. */
export function noteClosed(home: string): void {
  const { database, log, closed } = filesOf(home)
  try {
    if (sizeOf(log) > 0) return // Somebody still reads: not all is in the one file.
    const { atime, mtime } = statSync(database)
    // A write by somebody else in the same breath would bear the same time, if it were not set back.
    utimesSync(database, atime, new Date(Math.floor(mtime.getTime() / 1000) * 1000 - 1000))
    writeFileSync(closed, describe(database), { mode: 0o600 })
  } catch {
    rmSync(closed, { force: true }) // Without the note the next opening looks at every page.
  }
}

/** Whether nothing happened to the database since it was closed. The note is gone afterwards. */
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

/** Something could not be read: the next opening looks at every page, however the record is closed. */
export function doubt(home: string): void {
  try {
    writeFileSync(filesOf(home).doubted, '', { mode: 0o600 })
  } catch {
    // Whoever asked hears of the damage itself.
  }
}

export function endDoubt(home: string): void {
  rmSync(filesOf(home).doubted, { force: true })
}

function describe(database: string): string {
  const { size, mtimeNs, ctimeNs, ino } = statSync(database, { bigint: true })
  return `${[size, mtimeNs, ctimeNs, ino].join(' ')}\n`
}

const sizeOf = (path: string): number => statSync(path, { throwIfNoEntry: false })?.size ?? 0

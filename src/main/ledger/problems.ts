import { statfsSync } from 'node:fs'

export type LedgerProblemCode =
  | 'OWNED'
  | 'NEWER_VERSION'
  | 'OLDER_VERSION'
  | 'NO_LEDGER'
  | 'NOT_WRITABLE'
  | 'DISK_FULL'
  | 'DISK_FAILED'
  | 'DAMAGED'
  | 'READ_ONLY'
  | 'NOT_INDEXED'
  | 'BACKUP_UNUSABLE'
  | 'NOT_RECORDABLE'
  | 'MOVING'
  | 'CLOSED'
  | 'WORKER_GONE'
  | 'UNEXPECTED'

export interface LedgerProblem {
  code: LedgerProblemCode
  message: string
  remedy: string
  owner?: { pid: number }
}

export const CLOSED: LedgerProblem = {
  code: 'CLOSED',
  message: 'The record is closed.',
  remedy: 'Open it again before using it.',
}

export const READ_ONLY: LedgerProblem = {
  code: 'READ_ONLY',
  message: 'The record was opened for reading alone.',
  remedy: 'Open it without readOnly to record something.',
}

export const NOT_INDEXED: LedgerProblem = {
  code: 'NOT_INDEXED',
  message: 'The record cannot be searched yet: its index is being made anew.',
  remedy: 'Start Skillet, or wait a moment where it is open: it makes the index by itself.',
}

/** What every promise of a ledger rejects with. */
export type LedgerError = Error & LedgerProblem

export function makeLedgerError(problem: LedgerProblem): LedgerError {
  return Object.assign(new Error(problem.message), problem, { name: 'LedgerError' })
}

export function isLedgerError(error: unknown): error is LedgerError {
  return error instanceof Error && error.name === 'LedgerError'
}

export function isDamage(error: unknown): boolean {
  return /^SQLITE_(CORRUPT|NOTADB|IOERR_SHORT_READ)/.test(codeOf(error))
}

/** Whether reading failed by what the database holds: broken pages, missing tables, bodies that are no JSON. */
export function isUnreadable(error: unknown): boolean {
  return isDamage(error) || codeOf(error) === 'SQLITE_ERROR'
}

/** What an error of SQLite or of the file system means for the record kept in `home`. */
export function problemOf(error: unknown, home: string): LedgerProblem {
  if (isLedgerError(error)) {
    const { code, message, remedy, owner } = error
    return { code, message, remedy, ...(owner && { owner }) }
  }
  const code = codeOf(error)
  const detail = error instanceof Error ? error.message : String(error)
  if (/^(SQLITE_FULL|ENOSPC|EDQUOT)/.test(code) || (/^SQLITE_(IOERR|CANTOPEN)/.test(code) && isDiskFull(home))) {
    return {
      code: 'DISK_FULL',
      message: `The disk that holds ${home} is full, so nothing more can be recorded.`,
      remedy: `Free some space on that disk and try again. What was recorded before is safe.`,
    }
  }
  if (/^(SQLITE_(READONLY|CANTOPEN|PERM|AUTH)|EACCES|EPERM|EROFS|ENOTDIR|EEXIST|EISDIR|ENOENT|EBUSY)/.test(code)) {
    return {
      code: 'NOT_WRITABLE',
      message: `Skillet cannot write to ${home} (${detail}).`,
      remedy: `Make ${home} a folder that you may write to, or choose another place for Skillet's data.`,
    }
  }
  if (isDamage(error)) {
    return {
      code: 'DAMAGED',
      message: `The record in ${home} is damaged (${detail}).`,
      remedy: 'Start Skillet again: it keeps the damaged file and rescues what can be read.',
    }
  }
  if (/^SQLITE_(BUSY|LOCKED)/.test(code)) {
    return {
      code: 'OWNED',
      message: `Another program is using the record in ${home} (${detail}).`,
      remedy: 'Close the program that has skillet.db open, then try again.',
    }
  }
  if (/^(SQLITE_(CONSTRAINT|TOOBIG)|ERR_STRING_TOO_LONG)/.test(code) || detail === 'malformed JSON') {
    return {
      code: 'NOT_RECORDABLE',
      message: `The record in ${home} refuses this (${detail}).`,
      remedy: 'Nothing of it was recorded. Make it smaller or less deep.',
    }
  }
  if (/^(SQLITE_IOERR|EIO)/.test(code)) {
    return {
      code: 'DISK_FAILED',
      message: `The disk that holds ${home} reported an error (${code}: ${detail}).`,
      remedy: 'Check that disk and its connection, then start Skillet again.',
    }
  }
  return {
    code: 'UNEXPECTED',
    message: `The record in ${home} failed unexpectedly (${detail}).`,
    remedy: 'Start Skillet again. If it happens once more, please report it with this message.',
  }
}

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : ''
}

function isDiskFull(home: string): boolean {
  try {
    const disk = statfsSync(home)
    return disk.bavail * disk.bsize < 256 * 1024
  } catch {
    return false // The place is not there at all: that is another problem than a full disk.
  }
}

import { statfsSync } from 'node:fs'
import { type Message, message, textOf } from '#shared/messages/message'

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
  message: Message
  remedy: Message
  owner?: { pid: number }
}

export const CLOSED: LedgerProblem = {
  code: 'CLOSED',
  message: message('record-closed'),
  remedy: message('open-record-again'),
}

export const READ_ONLY: LedgerProblem = {
  code: 'READ_ONLY',
  message: message('record-read-only'),
  remedy: message('open-for-writing'),
}

export const NOT_INDEXED: LedgerProblem = {
  code: 'NOT_INDEXED',
  message: message('record-not-indexed'),
  remedy: message('wait-for-index'),
}

/** What every promise of a ledger rejects with. */
export type LedgerError = Error & Omit<LedgerProblem, 'message'> & { problem: LedgerProblem }

export function makeLedgerError(problem: LedgerProblem): LedgerError {
  const { message, ...known } = problem
  return Object.assign(new Error(textOf(message)), known, { problem, name: 'LedgerError' })
}

export function isLedgerError(error: unknown): error is LedgerError {
  return error instanceof Error && error.name === 'LedgerError'
}

export function isDamage(error: unknown): boolean {
  return /^SQLITE_(CORRUPT|NOTADB|IOERR_SHORT_READ)/.test(codeOf(error))
}

/** Whether the content of the database made reading fail: broken pages, missing tables, invalid JSON. */
export function isUnreadable(error: unknown): boolean {
  return isDamage(error) || codeOf(error) === 'SQLITE_ERROR'
}

/** What an error of SQLite or the file system means for the record in `home`. */
export function problemOf(error: unknown, home: string): LedgerProblem {
  if (isLedgerError(error)) return error.problem
  const code = codeOf(error)
  const detail = error instanceof Error ? error.message : String(error)
  if (/^(SQLITE_FULL|ENOSPC|EDQUOT)/.test(code) || (/^SQLITE_(IOERR|CANTOPEN)/.test(code) && isDiskFull(home))) {
    return {
      code: 'DISK_FULL',
      message: message('record-disk-full', { folder: home }),
      remedy: message('free-space-and-retry'),
    }
  }
  if (/^(SQLITE_(READONLY|CANTOPEN|PERM|AUTH)|EACCES|EPERM|EROFS|ENOTDIR|EEXIST|EISDIR|ENOENT|EBUSY)/.test(code)) {
    return {
      code: 'NOT_WRITABLE',
      message: message('record-not-writable', { folder: home, detail }),
      remedy: message('make-writable-or-move', { folder: home }),
    }
  }
  if (isDamage(error)) {
    return {
      code: 'DAMAGED',
      message: message('record-damaged', { folder: home, detail }),
      remedy: message('restart-to-rescue'),
    }
  }
  if (/^SQLITE_(BUSY|LOCKED)/.test(code)) {
    return {
      code: 'OWNED',
      message: message('record-in-use-detail', { folder: home, detail }),
      remedy: message('close-other-program'),
    }
  }
  if (/^(SQLITE_(CONSTRAINT|TOOBIG)|ERR_STRING_TOO_LONG)/.test(code) || detail === 'malformed JSON') {
    return {
      code: 'NOT_RECORDABLE',
      message: message('record-refuses', { folder: home, detail }),
      remedy: message('make-it-smaller'),
    }
  }
  if (/^(SQLITE_IOERR|EIO)/.test(code)) {
    return {
      code: 'DISK_FAILED',
      message: message('record-disk-failed', { folder: home, code, detail }),
      remedy: message('check-disk-and-restart'),
    }
  }
  return {
    code: 'UNEXPECTED',
    message: message('record-failed', { folder: home, detail }),
    remedy: message('restart-and-report'),
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

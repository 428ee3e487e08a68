import { statfsSync } from 'node:fs'
import { type Message, type MessageCode, textOf, toMessage, type ValuesFor } from '#shared/messages/message'

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

/** Both texts take their values from `values`. */
export function makeProblem<Problem extends MessageCode, Remedy extends MessageCode>(
  code: LedgerProblemCode,
  problem: Problem,
  remedy: Remedy,
  ...[values]: ValuesFor<Problem | Remedy>
): LedgerProblem {
  return { code, message: toMessage(problem, values), remedy: toMessage(remedy, values) }
}

export const CLOSED = makeProblem('CLOSED', 'record-closed', 'open-record-again')

export const READ_ONLY = makeProblem('READ_ONLY', 'record-read-only', 'open-for-writing')

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
    return makeProblem('DISK_FULL', 'record-disk-full', 'free-space-and-retry', { folder: home })
  }
  if (/^(SQLITE_(READONLY|CANTOPEN|PERM|AUTH)|EACCES|EPERM|EROFS|ENOTDIR|EEXIST|EISDIR|ENOENT|EBUSY)/.test(code)) {
    return makeProblem('NOT_WRITABLE', 'record-not-writable', 'make-writable-or-move', { folder: home, detail })
  }
  if (isDamage(error)) {
    return makeProblem('DAMAGED', 'record-damaged', 'restart-to-rescue', { folder: home, detail })
  }
  if (/^SQLITE_(BUSY|LOCKED)/.test(code)) {
    return makeProblem('OWNED', 'record-in-use-detail', 'close-other-program', { folder: home, detail })
  }
  if (/^(SQLITE_(CONSTRAINT|TOOBIG)|ERR_STRING_TOO_LONG)/.test(code) || detail === 'malformed JSON') {
    return makeProblem('NOT_RECORDABLE', 'record-refuses', 'make-it-smaller', { folder: home, detail })
  }
  if (/^(SQLITE_IOERR|EIO)/.test(code)) {
    return makeProblem('DISK_FAILED', 'record-disk-failed', 'check-disk-and-restart', { folder: home, code, detail })
  }
  return makeProblem('UNEXPECTED', 'record-failed', 'restart-and-report', { folder: home, detail })
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

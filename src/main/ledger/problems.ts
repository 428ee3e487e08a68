import { statfsSync } from 'node:fs'
import { type Message, type MessageCode, textOf, toMessage, type ValuesFor } from '#shared/messages/message'

type OpeningProblem = 'OWNED' | 'NEWER_VERSION' | 'OLDER_VERSION' | 'NO_LEDGER' | 'NOT_WRITABLE' | 'MOVING' | 'DAMAGED'
type WritingProblem = 'DISK_FULL' | 'DISK_FAILED' | 'READ_ONLY' | 'NOT_RECORDABLE' | 'BACKUP_UNUSABLE'

export type LedgerProblemCode = OpeningProblem | WritingProblem | 'CLOSED' | 'WORKER_GONE' | 'UNEXPECTED'

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

export const isDamage = (error: unknown): boolean => DAMAGE.test(codeOf(error))

/** Whether the content of the database made reading fail: broken pages, missing tables, invalid JSON. */
export const isUnreadable = (error: unknown): boolean => isDamage(error) || codeOf(error) === 'SQLITE_ERROR'

const DAMAGE = /^SQLITE_(CORRUPT|NOTADB|IOERR_SHORT_READ)/
const REFUSED = /^(SQLITE_(READONLY|CANTOPEN|PERM|AUTH)|EACCES|EPERM|EROFS|ENOTDIR|EEXIST|EISDIR|ENOENT|EBUSY)/

/** By the code of an error; the first that matches counts. */
const MEANINGS: readonly [RegExp, LedgerProblemCode, problem: MessageCode, remedy: MessageCode][] = [
  [/^(SQLITE_FULL|ENOSPC|EDQUOT)/, 'DISK_FULL', 'record-disk-full', 'free-space-and-retry'],
  [REFUSED, 'NOT_WRITABLE', 'record-not-writable', 'make-writable-or-move'],
  [DAMAGE, 'DAMAGED', 'record-damaged', 'restart-to-rescue'],
  [/^SQLITE_(BUSY|LOCKED)/, 'OWNED', 'record-in-use-detail', 'close-other-program'],
  [/^(SQLITE_(CONSTRAINT|TOOBIG)|ERR_STRING_TOO_LONG)/, 'NOT_RECORDABLE', 'record-refuses', 'make-it-smaller'],
  [/^(SQLITE_IOERR|EIO)/, 'DISK_FAILED', 'record-disk-failed', 'check-disk-and-restart'],
  [/^/, 'UNEXPECTED', 'record-failed', 'restart-and-report'],
]

/** What an error of SQLite or the file system means for the record in `home`. */
export function problemOf(error: unknown, home: string): LedgerProblem {
  if (isLedgerError(error)) return error.problem
  const told = codeOf(error)
  const detail = error instanceof Error ? error.message : String(error)
  const isFull = /^SQLITE_(IOERR|CANTOPEN)/.test(told) && isDiskFull(home)
  const kind = isFull ? 'SQLITE_FULL' : detail === 'malformed JSON' ? 'SQLITE_CONSTRAINT' : told
  const [, code, problem, remedy] = MEANINGS.find(([codes]) => codes.test(kind)) as (typeof MEANINGS)[number]
  const values = { folder: home, code: told, detail }
  return { code, message: toMessage(problem, values), remedy: toMessage(remedy, values) }
}

const codeOf = (error: unknown): string => (error instanceof Error && 'code' in error ? String(error.code) : '')

function isDiskFull(home: string): boolean {
  try {
    const disk = statfsSync(home)
    return disk.bavail * disk.bsize < 256 * 1024
  } catch {
    return false // The place is not there at all: that is another problem than a full disk.
  }
}

import { closeSync, mkdirSync, openSync, renameSync, rmSync, statfsSync, statSync } from 'node:fs'
import { dirname } from 'node:path'
import type { Database } from 'better-sqlite3'
import { type FactRow, sealOf } from './chain.ts'
import { openForReading } from './database.ts'
import { examine } from './health.ts'
import { filesOf, syncToDisk } from './home.ts'
import type { Copied, CopyInput } from './messages.ts'
import { type LedgerError, makeLedgerError } from './problems.ts'
import { prepareHead } from './store.ts'

/** Stays free, so that what is recorded while a copy is made finds room. */
const RESERVE_BYTES = 1024 * 1024

const LAST_FACT = 'SELECT seq, at, chat, type, body, prev, hash FROM facts ORDER BY seq DESC LIMIT 1'

/** What a copy is called until it is whole. */
const PART = '.part'

/**
 * A copy of the record as it is now, checked before it takes its name. It needs no ownership, and appends go on
 * meanwhile: the copy is read through a connection of its own. Nothing of it stays when this throws.
 */
export function copyRecord({ home, stem }: CopyInput): Copied {
  const { database, log } = filesOf(home)
  const folder = dirname(stem)
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  makeRoom(folder, sizeOf(database) + sizeOf(log))
  const part = stem + PART
  try {
    closeSync(openSync(part, 'wx', 0o600))
    copyInto(database, part)
    const facts = checkCopy(part)
    const file = `${stem}-${facts}.db`
    syncToDisk(part)
    renameSync(part, file)
    syncToDisk(folder)
    return { file, facts, bytes: sizeOf(file) }
  } catch (error) {
    for (const suffix of ['', '-journal']) rmSync(part + suffix, { force: true })
    throw error
  }
}

function copyInto(database: string, part: string): void {
  const db = openForReading(database)
  try {
    db.prepare<[string]>('VACUUM INTO ?').run(part)
  } finally {
    db.close()
  }
}

/** How many facts are in a copy that is sound as far as its last one; throws where it is not. */
function checkCopy(part: string): number {
  const health = examine(part, 0)
  if (health.kind !== 'sound') throw unusable(part, health.kind === 'damaged' ? health.reason : 'it is of a newer kind')
  const db = openForReading(part)
  try {
    const last = db.prepare<[], FactRow>(LAST_FACT).get()
    const head = prepareHead(db).get()
    const isSealed = last === undefined || (last.hash === head?.hash && sealOf(last) === last.hash)
    if (!isSealed) throw unusable(part, 'its last fact is not what was recorded')
    return countFacts(db)
  } finally {
    db.close()
  }
}

function countFacts(db: Database): number {
  return db.prepare<[], number>('SELECT count(*) FROM facts').pluck().get() ?? 0
}

/** Throws where the disk has too little room for so many bytes more. */
export function makeRoom(folder: string, bytes: number): void {
  const { bavail, bsize } = statfsSync(folder)
  if (bavail * bsize >= bytes + RESERVE_BYTES) return
  throw makeLedgerError({
    code: 'DISK_FULL',
    message: `There is no room for a copy of the record: the disk that holds ${folder} has ${bavail * bsize} bytes left, and ${bytes} are needed.`,
    remedy: 'Free some space on that disk. The record itself is safe, and so are the backups there are.',
  })
}

export function sizeOf(path: string): number {
  return statSync(path, { throwIfNoEntry: false })?.size ?? 0
}

export function unusable(backup: string, reason: string): LedgerError {
  return makeLedgerError({
    code: 'BACKUP_UNUSABLE',
    message: `The backup ${backup} cannot be used: ${reason}.`,
    remedy: 'Choose another backup. The record was left as it is.',
  })
}

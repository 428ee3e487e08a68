import { closeSync, mkdirSync, openSync, renameSync, rmSync, statfsSync } from 'node:fs'
import { dirname } from 'node:path'
import { type Message, message } from '#shared/messages/message'
import { type FactRow, sealOf } from './chain.ts'
import { examine } from './health.ts'
import { filesOf, sizeOf, syncToDisk } from './home.ts'
import type { Copied } from './messages.ts'
import { openForReading } from './migrations.ts'
import { type LedgerError, makeLedgerError, makeProblem } from './problems.ts'
import { prepareHead } from './store.ts'

/** Left free for what is recorded while a copy is made. */
const RESERVE_BYTES = 1024 * 1024

const LAST_FACT = 'SELECT seq, at, chat, type, body, prev, hash FROM facts ORDER BY seq DESC LIMIT 1'

/** The suffix of a copy until it is complete. */
const PART = '.part'

/**
 * Copies the current record and checks the copy before naming it. Needs no ownership: it reads through its own
 * connection while appends continue. Leaves nothing behind if it throws.
 */
export function copyRecord(home: string, stem: string): Copied {
  const { database, log } = filesOf(home)
  const folder = dirname(stem)
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  makeRoom(folder, sizeOf(database) + sizeOf(log))
  const part = stem + PART
  try {
    closeSync(openSync(part, 'wx', 0o600))
    using db = openForReading(database)
    db.prepare<[string]>('VACUUM INTO ?').run(part)
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

/** The number of facts in a sound copy; throws if it is damaged. */
function checkCopy(part: string): number {
  const health = examine(part, 0)
  if (health.kind !== 'sound') throw unusable(part, health.reason)
  using db = openForReading(part)
  const last = db.prepare<[], FactRow>(LAST_FACT).get()
  const head = prepareHead(db).get()
  const isSealed = last === undefined || (last.hash === head?.hash && sealOf(last) === last.hash)
  if (!isSealed) throw unusable(part, message('backup-last-altered'))
  return db.prepare<[], number>('SELECT count(*) FROM facts').pluck().get() ?? 0
}

/** Throws if the disk has no room for this many more bytes. */
export function makeRoom(folder: string, bytes: number): void {
  const { bavail, bsize } = statfsSync(folder)
  if (bavail * bsize >= bytes + RESERVE_BYTES) return
  throw makeLedgerError(
    makeProblem('DISK_FULL', 'no-room-for-backup', 'free-space-backups-safe', {
      folder,
      free: bavail * bsize,
      needed: bytes,
    }),
  )
}

export function unusable(backup: string, reason: Message | string): LedgerError {
  return makeLedgerError(makeProblem('BACKUP_UNUSABLE', 'backup-unusable', 'choose-other-backup', { backup, reason }))
}

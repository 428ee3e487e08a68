import { closeSync, existsSync, openSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { setTimeout as wait } from 'node:timers/promises'
import Database from 'better-sqlite3'
import { filesOf } from './home.ts'
import { openForWriting } from './migrations.ts'
import { makeLedgerError, makeProblem } from './problems.ts'

const POLL_MS = 25
/** A new owner may not have written its card yet. */
const CARD_GRACE_MS = 250

export interface Ownership {
  release(): void
}

export type Claim = { ok: true; ownership: Ownership } | { ok: false; pid: number | null }

/**
 * Tries for `waitMs` to become the only owner of `home`. The claim is an exclusive lock on an empty database, which the
 * system releases however the process ends.
 */
export async function claim(home: string, waitMs: number): Promise<Claim> {
  const deadline = performance.now() + waitMs
  for (;;) {
    const ownership = tryToOwn(home)
    if (ownership) return { ok: true, ownership }
    const late = performance.now() - deadline
    if (late >= 0) {
      const pid = readOwnerPid(home)
      if (pid !== null || late >= CARD_GRACE_MS) return { ok: false, pid }
    }
    await wait(POLL_MS)
  }
}

/** Owns a record that nobody has open, in a single file. Nothing in it changes until it is released. */
export async function standStill(home: string, waitMs: number): Promise<Ownership> {
  const claimed = await claim(home, waitMs)
  const inUse = () => makeLedgerError(makeProblem('OWNED', 'record-in-use', 'wait-or-close', { folder: home }))
  if (!claimed.ok) throw inUse()
  const { ownership } = claimed
  try {
    const { database } = filesOf(home)
    if (!existsSync(database)) return ownership
    using db = openForWriting(database)
    if (db.pragma('wal_checkpoint(TRUNCATE)', { simple: true }) !== 0) throw inUse()
    return ownership
  } catch (error) {
    ownership.release()
    throw error
  }
}

function tryToOwn(home: string): Ownership | null {
  const files = filesOf(home)
  makePrivateFile(files.ownerLock)
  const lock = new Database(files.ownerLock, { timeout: 0 })
  try {
    lock.pragma('journal_mode = MEMORY')
    lock.exec('BEGIN EXCLUSIVE')
    const card = { pid: process.pid, startedAt: new Date(Date.now() - process.uptime() * 1000).toISOString() }
    writeFileSync(`${files.ownerCard}.new`, JSON.stringify(card), { mode: 0o600 })
    renameSync(`${files.ownerCard}.new`, files.ownerCard)
  } catch (error) {
    lock.close()
    if (error instanceof Database.SqliteError && error.code.startsWith('SQLITE_BUSY')) return null
    throw error
  }
  return {
    release() {
      rmSync(files.ownerCard, { force: true })
      lock.close()
    },
  }
}

/** Never opens an existing file: closing it would release the lock of another thread of this process. */
function makePrivateFile(path: string): void {
  if (existsSync(path)) return
  try {
    closeSync(openSync(path, 'ax', 0o600))
  } catch (error) {
    // Another process made it meanwhile.
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error
  }
}

/** The owner's process id; null if there is no card or the process has ended. */
function readOwnerPid(home: string): number | null {
  let card: unknown
  try {
    card = JSON.parse(readFileSync(filesOf(home).ownerCard, 'utf8'))
  } catch {
    return null // The card only tells who; that there is an owner is known from the lock.
  }
  const pid = typeof card === 'object' && card !== null && 'pid' in card ? Number(card.pid) : Number.NaN
  return Number.isInteger(pid) && pid > 0 && isAlive(pid) ? pid : null
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM'
  }
}

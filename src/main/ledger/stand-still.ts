import { existsSync } from 'node:fs'
import { message } from '#shared/messages/message'
import { openForReading, openForWriting } from './database.ts'
import { examine } from './health.ts'
import { filesOf } from './home.ts'
import type { Verification } from './messages.ts'
import { claim, type Ownership } from './owner.ts'
import { makeLedgerError, makeProblem } from './problems.ts'
import { verify } from './verify.ts'

/** Owns a record that nobody has open, in a single file. Nothing in it changes until it is released. */
export async function standStill(home: string, waitForOwnerMs: number): Promise<Ownership> {
  const claimed = await claim(home, waitForOwnerMs)
  if (!claimed.ok) throw inUse(home)
  const { ownership } = claimed
  try {
    const { database } = filesOf(home)
    if (existsSync(database)) settleLog(home, database)
    return ownership
  } catch (error) {
    ownership.release()
    throw error
  }
}

function settleLog(home: string, database: string): void {
  const db = openForWriting(database)
  try {
    if (db.pragma('wal_checkpoint(TRUNCATE)', { simple: true }) !== 0) throw inUse(home)
  } finally {
    db.close()
  }
}

/** Checks every fact and text of a copy. */
export async function verifyCopy(database: string): Promise<Verification> {
  const health = examine(database, 0)
  if (health.kind !== 'sound') {
    return { ok: false, facts: 0, reason: health.kind === 'damaged' ? health.reason : message('backup-of-newer-kind') }
  }
  const db = openForReading(database)
  try {
    return await verify(db, async () => undefined)
  } finally {
    db.close()
  }
}

const inUse = (home: string) =>
  makeLedgerError(makeProblem('OWNED', 'record-in-use', 'wait-or-close', { folder: home }))

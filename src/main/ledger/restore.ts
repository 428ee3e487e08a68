import { chmodSync, copyFileSync, existsSync, renameSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { isObject } from '#shared/json'
import { message } from '#shared/messages/message'
import { makeRoom, unusable } from './backup.ts'
import { toDraft } from './fact-json.ts'
import { examine } from './health.ts'
import { filesOf, nameAside, removeDatabase, replaceRecord, sizeOf, syncToDisk } from './home.ts'
import type { Restored, Verification } from './messages.ts'
import { migrate, openForReading, openForWriting } from './migrations.ts'
import { readLatest, tolerateDamage } from './salvage.ts'
import { openStore } from './store.ts'
import { verify } from './verify.ts'

/** Checks every fact of a backup and prepares it to replace the record at the next start. */
export async function stageRestore(home: string, backup: string): Promise<Restored> {
  const files = filesOf(home)
  const { ok, reason } = await verifyCopy(backup)
  if (!ok) throw unusable(backup, reason ?? message('backup-altered'))
  makeRoom(home, sizeOf(backup))
  const restored = { from: basename(backup), movedTo: nameAside(files.database, 'replaced', new Date()) }
  try {
    removeDatabase(files.restoring)
    copyFileSync(backup, files.restoring)
    chmodSync(files.restoring, 0o600)
    recordRestoring(files.restoring, restored)
    syncToDisk(files.restoring)
    renameSync(files.restoring, files.restored)
    syncToDisk(home)
    return restored
  } catch (error) {
    removeDatabase(files.restoring)
    throw error
  }
}

/** Moves the record aside and puts the prepared backup in its place. If interrupted, the next start continues. */
export function placeRestored(home: string): Restored | null {
  const files = filesOf(home)
  if (!existsSync(files.restored)) return null
  const restored = readStaged(files.restored)
  if (!restored) {
    renameSync(files.restored, nameAside(files.restored, 'damaged', new Date()))
    return null
  }
  replaceRecord(home, files.restored, restored.movedTo)
  return restored
}

/** Checks every fact and text of a copy. */
export async function verifyCopy(database: string): Promise<Verification> {
  const health = examine(database, 0)
  if (health.kind !== 'sound') return { ok: false, facts: 0, reason: health.reason }
  using db = openForReading(database)
  return await verify(db, async () => undefined)
}

function recordRestoring(database: string, restored: Restored): void {
  using db = openForWriting(database)
  migrate(db)
  const fact = toDraft({ type: 'ledger.restored', chat: null, ...restored })
  openStore(db).append([{ at: new Date().toISOString(), drafts: [fact], texts: [] }])
}

/** Null if it cannot be read; then nothing is moved. */
function readStaged(database: string): Restored | null {
  const told = tolerateDamage(() => readLatest(database, 'ledger.restored'))
  if (!isObject(told) || typeof told.from !== 'string' || typeof told.movedTo !== 'string') return null
  return { from: told.from, movedTo: join(dirname(database), basename(told.movedTo)) }
}

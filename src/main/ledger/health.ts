import type { Database } from 'better-sqlite3'
import { type Message, message } from '#shared/messages/message'
import { isEmptyFile } from './home.ts'
import { CURRENT_VERSION, IS_BODY, MIGRATIONS, migrate, open, openForReading, versionOf } from './migrations.ts'
import { isDamage, isUnreadable } from './problems.ts'
import { prepareHead } from './store.ts'

type Health =
  | { kind: 'sound' }
  | { kind: 'newer'; version: number; reason: Message }
  | { kind: 'damaged'; reason: Message | string }

/**
 * Examines a database without changing it. `noted`: the last fact its witness saw. `isAsLeft`: it is unchanged since it
 * was found sound, so not every page is read. Throws only for reasons other than damage, such as a missing permission.
 */
export function examine(database: string, noted: number, isAsLeft = false): Health {
  if (isEmptyFile(database)) return damaged(message('database-empty'))
  try {
    using db = openForReading(database)
    return examineOpen(db, noted, isAsLeft)
  } catch (error) {
    if (!isUnreadable(error)) throw error
    return damaged(error instanceof Error ? error.message : String(error))
  }
}

const damaged = (reason: Message | string): Health => ({ kind: 'damaged', reason })

function examineOpen(db: Database, noted: number, isAsLeft: boolean): Health {
  const version = versionOf(db)
  const again = secondVersion(db)
  if (version > CURRENT_VERSION && (again === null || again === version)) {
    return { kind: 'newer', version, reason: message('newer-skillet-wrote-it', { version }) }
  }
  if (again !== version) return damaged(message('version-unreadable'))
  const check = isAsLeft ? 'ok' : db.pragma('quick_check(1)', { simple: true })
  if (check !== 'ok') return damaged(String(check).replaceAll(/\s+/g, ' '))
  if (describeSchema(db) !== expectedSchema(version)) return damaged(message('tables-not-ours'))
  // A read-only connection does not check constraints.
  const bodies = db.prepare<[], number>(`SELECT seq FROM facts WHERE NOT (${IS_BODY}) LIMIT 1`).pluck()
  const bodiless = isAsLeft ? undefined : bodies.get()
  if (bodiless !== undefined) return damaged(message('entry-unreadable', { fact: bodiless }))
  const head = prepareHead(db).get()
  const last = db.prepare<[], number | null>('SELECT max(seq) FROM facts').pluck().get() ?? 0
  if (!head || head.seq < last) return damaged(message('head-does-not-match'))
  return head.seq < noted ? damaged(message('record-ends-early', { fact: head.seq, noted })) : { kind: 'sound' }
}

/** The version is stored twice, so that a flipped bit is not mistaken for a newer Skillet. */
function secondVersion(db: Database): number | null {
  try {
    return db.prepare<[], number>('SELECT version FROM head').pluck().get() ?? null
  } catch (error) {
    if (isDamage(error)) throw error
    return null // There is no such place: a newer Skillet may keep it elsewhere.
  }
}

function expectedSchema(version: number): string {
  using model = open(':memory:')
  const known = MIGRATIONS.filter((one) => one.version <= version)
  migrate(model, known)
  return describeSchema(model)
}

function describeSchema(db: Database): string {
  const parts = db.prepare('SELECT type, name, tbl_name, sql FROM sqlite_schema ORDER BY name, type').raw().all()
  return JSON.stringify(parts)
}

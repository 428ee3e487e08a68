import { closeSync, openSync, rmSync } from 'node:fs'
import Database from 'better-sqlite3'
import { migrate } from './migrations.ts'

const BUSY_MS = 5000

/** Changes no byte of the database and leaves its log alone. */
export function openForReading(path: string): Database.Database {
  const db = new Database(path, { readonly: true, fileMustExist: true, timeout: BUSY_MS })
  db.pragma('trusted_schema = OFF')
  db.pragma('cell_size_check = ON')
  return db
}

/** Every commit is on the disk before it returns. */
export function openForWriting(path: string): Database.Database {
  const db = new Database(path, { fileMustExist: true, timeout: BUSY_MS })
  try {
    db.pragma('trusted_schema = OFF')
    db.pragma('cell_size_check = ON')
    db.pragma('journal_mode = WAL')
    db.pragma('synchronous = FULL')
    if (process.platform === 'darwin') db.pragma('checkpoint_fullfsync = ON')
    // SQLite silently opens a write-protected file for reading; this finds out now.
    db.exec('BEGIN IMMEDIATE; ROLLBACK')
    return db
  } catch (error) {
    db.close()
    throw error
  }
}

/** Creates a database with all tables, replacing an unfinished one. */
export function createDatabase(path: string): Database.Database {
  for (const suffix of ['', '-wal', '-shm', '-journal']) rmSync(path + suffix, { force: true })
  closeSync(openSync(path, 'wx', 0o600))
  const db = openForWriting(path)
  try {
    migrate(db)
    return db
  } catch (error) {
    db.close()
    throw error
  }
}

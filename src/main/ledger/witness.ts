import { closeSync, existsSync, mkdirSync, openSync, readFileSync, writeSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { Database } from 'better-sqlite3'
import { hashText } from './chain.ts'
import { openForReading } from './migrations.ts'

const LENGTH = 64

/**
 * A note outside the database of its last fact, written after each commit. It may be late but never early, so a
 * database that ends before it has lost facts, for instance with a deleted log.
 */
export interface Witness {
  note(seq: number): void
  close(): void
}

export function openWitness(path: string): Witness {
  const file = openSync(path, existsSync(path) ? 'r+' : 'wx+', 0o600)
  return {
    note(seq) {
      try {
        writeSync(file, format(seq), 0)
      } catch {
        // The fact is recorded anyway; the note may be late.
      }
    },
    close: () => closeSync(file),
  }
}

export const joinWitnesses = (...all: Witness[]): Witness => ({
  note: (seq) => all.forEach((each) => void each.note(seq)),
  close: () => all.forEach((each) => void each.close()),
})

/**
 * The note outside the data folder, named after the record's place and its first fact. It shows when an older copy has
 * replaced the whole data folder. Null while there is no fact.
 */
function findOutside(db: Database, folder: string | null): string | null {
  if (folder === null) return null
  const first = db.prepare<[], string>('SELECT hash FROM facts WHERE seq = 1').pluck().get()
  return first === undefined ? null : join(folder, `record-${hashText(`${first} ${db.name}`).slice(0, 16)}`)
}

/** Opened with the first fact. The record works without it. */
export function openOutside(db: Database, folder: string | null): Witness {
  let opened: Witness | null | undefined = folder === null ? null : undefined
  return {
    note(seq) {
      try {
        const path = opened === undefined ? findOutside(db, folder) : null
        if (path !== null) {
          opened = null
          mkdirSync(dirname(path), { recursive: true, mode: 0o700 })
          opened = openWitness(path)
        }
      } catch {
        // The folder may not be writable.
      }
      opened?.note(seq)
    },
    close: () => opened?.close(),
  }
}

/** The last fact that the outside note saw; 0 if it or the database cannot be read. */
export function readOutside(database: string, folder: string | null): number {
  try {
    using db = openForReading(database)
    const path = findOutside(db, folder)
    return path === null ? 0 : readWitness(path)
  } catch {
    return 0
  }
}

/** The last fact that was noted; 0 if there is no complete note. */
export function readWitness(path: string): number {
  if (!existsSync(path)) return 0
  const text = readFileSync(path, 'latin1')
  const seq = Number.parseInt(text, 10)
  return format(seq) === text ? seq : 0
}

function format(seq: number): string {
  return `${seq} ${hashText(`fact ${seq}`)}`
    .slice(0, LENGTH - 1)
    .padEnd(LENGTH - 1)
    .concat('\n')
}

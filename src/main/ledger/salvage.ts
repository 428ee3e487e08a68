import { existsSync, renameSync, rmSync } from 'node:fs'
import type { Database } from 'better-sqlite3'
import type { Json } from '#shared/json'
import { type Message, message } from '#shared/messages/message'
import { type FactRow, hashText, sealOf } from './chain.ts'
import { toDraft } from './fact-json.ts'
import { filesOf, isEmptyFile, nameAside, removeDatabase, replaceRecord, syncToDisk } from './home.ts'
import type { Salvaged } from './messages.ts'
import { createDatabase, IS_BODY, openForReading } from './migrations.ts'
import { scanPages } from './page-scan.ts'
import { isUnreadable } from './problems.ts'
import type { Row } from './record-vectors.ts'
import { openRecords } from './records.ts'
import { openStore, prepareHead } from './store.ts'
import { readWitness } from './witness.ts'

const FACTS_AT_ONCE = 500

// If two rows have the same seq, the one that matches its hash stays. A body that is not an object is no fact.
const FOUND = `CREATE TEMP TABLE found (
  seq INTEGER PRIMARY KEY, at TEXT NOT NULL, chat TEXT, type TEXT NOT NULL,
  body TEXT NOT NULL CHECK (${IS_BODY}), isSealed INTEGER NOT NULL) STRICT`
const ADD_FOUND = `INSERT OR IGNORE INTO found VALUES (@seq, @at, @chat, @type, @body, @isSealed)
  ON CONFLICT (seq) DO UPDATE SET at = @at, chat = @chat, type = @type, body = @body, isSealed = @isSealed
  WHERE found.isSealed < @isSealed`

const EVERY_FACT = 'SELECT seq, at, chat, type, body, prev, hash FROM facts ORDER BY seq'

/**
 * Builds a new record from everything that can be read of a damaged one, which stays untouched until `replaceRecord`
 * moves it aside. If interrupted, the damaged or the finished record is still there.
 */
export function rescue(home: string, reason: Message | string, now: Date, noted = 0): Salvaged {
  const files = filesOf(home)
  rmSync(files.rescued, { force: true })
  let salvaged: Salvaged
  try {
    using fresh = createDatabase(files.rescuing)
    fresh.exec(FOUND)
    const lastKnown = fresh.transaction(() => collect(fresh, home, noted))()
    salvaged = rebuild(fresh, { reason, lastKnown, movedTo: nameAside(files.database, 'damaged', now), now })
  } catch (error) {
    removeDatabase(files.rescuing)
    throw error
  }
  syncToDisk(files.rescuing)
  renameSync(files.rescuing, files.rescued)
  syncToDisk(home)
  return salvaged
}

/** Finishes a rescue that was interrupted between its moves; null if there is none. */
export function resumeRescue(home: string): Salvaged | null {
  const files = filesOf(home)
  if (existsSync(files.database) || !existsSync(files.rescued)) return null
  const salvaged = readLatest(files.rescued, 'ledger.salvaged') as unknown as Salvaged
  replaceRecord(home, files.rescued, salvaged.movedTo)
  return salvaged
}

/** The body of the latest fact of this type; null if there is none. */
export function readLatest(database: string, type: 'ledger.salvaged' | 'ledger.restored'): Json {
  using db = openForReading(database)
  const last = db.prepare<[string], string>('SELECT body FROM facts WHERE type = ? ORDER BY seq DESC LIMIT 1')
  return JSON.parse(last.pluck().get(type) ?? 'null')
}

/** Returns the highest seq that the damaged record is known to have had. */
function collect(fresh: Database, home: string, seen: number): number {
  const { database, log, witness } = filesOf(home)
  const noted = Math.max(seen, readWitness(witness))
  if (!existsSync(database) || isEmptyFile(database)) return noted
  const store = openStore(fresh)
  const add = fresh.prepare(ADD_FOUND)
  const keepText = (text: string) => store.append([{ at: '', drafts: [], texts: [text] }])
  const keepFact = ({ prev, hash, ...row }: FactRow) => {
    const isWhole = [row.at, row.type, row.body].every((one) => typeof one === 'string')
    if (!isWhole || !(row.chat === null || typeof row.chat === 'string')) return
    add.run({ ...row, isSealed: sealOf({ ...row, prev: String(prev) }) === hash ? 1 : 0 })
  }
  const { keep } = openRecords(fresh)
  const keepRecord = (row: Row) => void tolerateDamage(() => keep(row))
  const { lastKnown, areRecordsWhole } = readThroughDatabase(database, keepFact, keepText, keepRecord)
  for (const found of scanPages(database, log)) {
    if ('fact' in found) keepFact(found.fact)
    else if ('text' in found) keepText(found.text)
    // A page may also contain deleted records, so pages are used only if the database could not be read.
    else if (!areRecordsWhole) keepRecord(found.record)
  }
  return Math.max(noted, lastKnown, fresh.prepare<[], number | null>('SELECT max(seq) FROM found').pluck().get() ?? 0)
}

/** Reads until the damage stops it; scanning the pages finds the rest. */
function readThroughDatabase(
  database: string,
  keepFact: (row: FactRow) => void,
  keepText: (text: string) => void,
  keepRecord: (row: Row) => void,
): { lastKnown: number; areRecordsWhole: boolean } {
  using db = tolerateDamage(() => openForReading(database))
  if (!db) return { lastKnown: 0, areRecordsWhole: false }
  const lastKnown = tolerateDamage(() => prepareHead(db).get()?.seq) ?? 0
  tolerateDamage(() => {
    for (const row of db.prepare<[], FactRow>(EVERY_FACT).iterate()) keepFact(row)
  })
  tolerateDamage(() => {
    const rows = db.prepare<[], { sha256: string; text: string }>('SELECT sha256, text FROM texts')
    for (const { sha256, text } of rows.iterate()) if (hashText(String(text)) === sha256) keepText(text)
  })
  const areRecordsWhole = tolerateDamage(() => {
    for (const row of db.prepare<[], Row>('SELECT * FROM records ORDER BY row').iterate()) keepRecord(row)
    return true
  })
  return { lastKnown, areRecordsWhole: areRecordsWhole === true }
}

/** Undefined if damage stopped it. */
export function tolerateDamage<T>(step: () => T): T | undefined {
  try {
    return step()
  } catch (error) {
    if (!isUnreadable(error)) throw error
    return undefined
  }
}

function rebuild(
  fresh: Database,
  { reason, lastKnown, movedTo, now }: { reason: Message | string; lastKnown: number; movedTo: string; now: Date },
): Salvaged {
  const store = openStore(fresh)
  const next = fresh.prepare<[number], FactRow>(`SELECT * FROM found WHERE seq > ? ORDER BY seq LIMIT ${FACTS_AT_ONCE}`)
  let kept = 0
  for (let rows = next.all(0); rows.length > 0; rows = next.all(rows.at(-1)?.seq ?? 0)) {
    store.append(rows.map(({ at, chat, type, body }) => ({ at, drafts: [{ chat, type, body }], texts: [] })))
    kept += rows.length
  }
  const altered = fresh.prepare<[], number>('SELECT count(*) FROM found WHERE isSealed = 0').pluck().get() ?? 0
  const lost = Math.max(0, lastKnown - kept)
  const sentences = [message('record-was-damaged', { reason })]
  if (lost > 0) sentences.push(message('entries-lost', { lost }))
  if (altered > 0) sentences.push(message('entries-kept-altered', { altered }))
  const salvaged = {
    movedTo,
    kept,
    reason: sentences.reduce((first, second) => message('two-sentences', { first, second })),
  }
  const fact = toDraft({ type: 'ledger.salvaged', chat: null, ...salvaged })
  store.append([{ at: now.toISOString(), drafts: [fact], texts: [] }])
  return lastKnown > 0 ? { ...salvaged, lost } : salvaged
}

import { randomUUID } from 'node:crypto'
import type { Database } from 'better-sqlite3'
import { spaceOut } from '#shared/call/hits'
import { isObject } from '#shared/json'
import type { RecordDraft, RecordQuery, RecordReply, RecordRequest, StoredRecord } from '#shared/records'
import {
  filterRecords,
  findNearest,
  keepVectors,
  listUnembedded,
  type Row,
  toRecord,
  wordsOf,
} from './record-vectors.ts'
import { toMatchQuery } from './search-words.ts'

/**
 * Records that tools store; unlike facts they may change and be deleted. They are searched by title, tags and context.
 */
export const RECORDS_SQL = `
  CREATE TABLE records (
    row INTEGER PRIMARY KEY,
    id TEXT NOT NULL UNIQUE,
    schema TEXT NOT NULL,
    title TEXT NOT NULL,
    tags TEXT NOT NULL,
    context TEXT NOT NULL,
    version INTEGER NOT NULL,
    created_at TEXT NOT NULL,
    updated_at TEXT NOT NULL,
    created_by TEXT NOT NULL
  ) STRICT;
  CREATE INDEX records_by_schema ON records (schema);
  CREATE TABLE record_tags (
    tag TEXT NOT NULL,
    record INTEGER NOT NULL REFERENCES records (row) ON DELETE CASCADE,
    PRIMARY KEY (tag, record)
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX record_tags_by_record ON record_tags (record);
  CREATE VIRTUAL TABLE record_words
    USING fts5(words, content='', contentless_delete=1, prefix='1 2', tokenize='unicode61 remove_diacritics 2');
`

const MOST_RECORDS = 1_000_000

/** An update with an outdated version changes nothing. */
export function openRecords(db: Database) {
  const byId = db.prepare<[string], Row>('SELECT * FROM records WHERE id = ?')
  const highest = db.prepare<[], number | null>('SELECT max(row) FROM records').pluck()
  const count = db.prepare<[], number>('SELECT count(*) FROM records').pluck()
  const insert = db.prepare(
    `INSERT INTO records (id, schema, title, tags, context, version, created_at, updated_at, created_by)
      VALUES (@id, @schema, @title, @tags, @context, @version, @created_at, @updated_at, @created_by)`,
  )
  const change = db.prepare(
    `UPDATE records SET schema = @schema, title = @title, tags = @tags, context = @context, updated_at = @at,
      version = version + 1 WHERE row = @row`,
  )
  const remove = db.prepare('DELETE FROM records WHERE row = ?')
  const addTag = db.prepare('INSERT OR IGNORE INTO record_tags VALUES (?, ?)')
  const dropTags = db.prepare('DELETE FROM record_tags WHERE record = ?')
  const addWords = db.prepare('INSERT INTO record_words (rowid, words) VALUES (?, ?)')
  const dropWords = db.prepare('DELETE FROM record_words WHERE rowid = ?')
  const schemas = db.prepare<[], { schema: string; count: number }>(
    'SELECT schema, count(*) AS count FROM records GROUP BY schema ORDER BY schema',
  )

  const index = (row: number | bigint, { title, tags, context }: RecordDraft) => {
    for (const tag of tags) addTag.run(tag, row)
    addWords.run(row, spaceOut(wordsOf(title, tags, context)))
  }
  const unindex = (row: number) => {
    dropTags.run(row)
    dropWords.run(row)
  }
  const give = (id: string): RecordReply => {
    const row = byId.get(id)
    return row ? { ok: true, record: toRecord(row) } : { ok: false, why: 'unknown' }
  }

  /** The highest row number is never below the number of rows, and counting walks all of them. */
  const isFull = () => (highest.get() ?? 0) >= MOST_RECORDS && (count.get() ?? 0) >= MOST_RECORDS

  function create(draft: RecordDraft, by: string, id: string = randomUUID()): RecordReply {
    if (isFull()) return { ok: false, why: 'full' }
    if (byId.get(id)) return { ok: false, why: 'conflict' }
    const { at, ...columns } = toColumns(draft)
    const made = { ...columns, id, version: 1, created_at: at, updated_at: at, created_by: by }
    index(insert.run(made).lastInsertRowid, draft)
    return give(id)
  }

  /** Adds a record that was rescued from a damaged database; of several versions, the newest stays. */
  function keep({ row: _, ...found }: Row): void {
    const before = byId.get(found.id)
    if (before && before.version >= found.version) return
    const draft = readWhole({ ...found, row: 0 })
    if (draft === null) return
    if (before) drop(found.id)
    index(insert.run(found).lastInsertRowid, draft)
  }

  function update(id: string, version: number, changes: Partial<RecordDraft>): RecordReply {
    const row = byId.get(id)
    if (!row) return { ok: false, why: 'unknown' }
    if (row.version !== version) return { ok: false, why: 'conflict' }
    const draft = { ...toRecord(row), ...changes }
    change.run({ ...toColumns(draft), row: row.row })
    unindex(row.row)
    index(row.row, draft)
    return give(id)
  }

  function drop(id: string): RecordReply {
    const row = byId.get(id)
    if (!row) return { ok: false, why: 'unknown' }
    unindex(row.row)
    remove.run(row.row)
    return { ok: true, record: toRecord(row) }
  }

  const acts: { [What in RecordRequest['do']]: (request: Extract<RecordRequest, { do: What }>) => RecordReply } = {
    get: ({ id }) => give(id),
    create: ({ draft, by, id }) => create(draft, by, id),
    update: ({ id, version, changes }) => update(id, version, changes),
    delete: ({ id }) => drop(id),
    search: ({ query }) => ({ ok: true, found: search(db, query) }),
    schemas: () => ({ ok: true, schemas: schemas.all() }),
    unembedded: ({ model, query }) => ({ ok: true, unembedded: listUnembedded(db, model, query) }),
    embed({ model, vectors }) {
      keepVectors(db, model, vectors)
      return { ok: true, unembedded: [] }
    },
    nearest({ model, vector, query }) {
      const records = findNearest(db, model, vector, query).map(toRecord)
      return { ok: true, found: { records, isMore: false } }
    },
  }

  const act = (request: RecordRequest) => acts[request.do](request as never)
  const whole = db.transaction(act)
  return {
    answer: (request: RecordRequest): RecordReply =>
      changesRecords(request) || request.do === 'embed' ? whole.immediate(request) : act(request),
    keep,
  }
}

export const changesRecords = ({ do: what }: RecordRequest) =>
  what === 'create' || what === 'update' || what === 'delete'

/** Newest first: SQLite walks back from the end and stops at the last row needed. */
function search(db: Database, { schemas, tags = [], text = '', limit, offset = 0 }: RecordQuery) {
  const match = toMatchQuery(text)
  const { parts, values } = filterRecords({ tags, ...(schemas && { schemas }) })
  if (match !== null) {
    parts.unshift('row IN (SELECT rowid FROM record_words WHERE record_words MATCH ? ORDER BY rowid DESC)')
    values.unshift(match)
  }
  const where = parts.length > 0 ? `WHERE ${parts.join(' AND ')}` : ''
  const found = db
    .prepare<unknown[], Row>(`SELECT * FROM records ${where} ORDER BY row DESC LIMIT ? OFFSET ?`)
    .all(...values, limit + 1, offset)
  return { records: found.slice(0, limit).map(toRecord), isMore: found.length > limit }
}

const toColumns = ({ schema_name, title, tags, context }: RecordDraft) => ({
  ...{ schema: schema_name, title, at: new Date().toISOString() },
  ...{ tags: JSON.stringify(tags), context: JSON.stringify(context) },
})

/** Null if the record is damaged. */
function readWhole(row: Row): StoredRecord | null {
  try {
    const record = toRecord(row)
    const areTexts = Array.isArray(record.tags) && record.tags.every((tag) => typeof tag === 'string')
    return areTexts && isObject(record.context) ? record : null
  } catch {
    // It is no longer JSON.
    return null
  }
}

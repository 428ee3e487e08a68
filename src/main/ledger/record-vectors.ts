import type { Database } from 'better-sqlite3'
import type { JsonObject } from '#shared/json'
import type { RecordQuery, RecordVector, StoredRecord } from '#shared/records'

/** A vector for a record, one signed byte per dimension. Deleted as soon as the record changes. */
export const VECTORS_SQL = `
  CREATE TABLE record_vectors (record INTEGER PRIMARY KEY, model TEXT NOT NULL, vector BLOB NOT NULL) STRICT;
  CREATE TRIGGER vectors_end_with_records AFTER DELETE ON records BEGIN
    DELETE FROM record_vectors WHERE record = old.row;
  END;
  CREATE TRIGGER vectors_end_with_versions AFTER UPDATE OF version ON records BEGIN
    DELETE FROM record_vectors WHERE record = old.row;
  END;
`

/** Each search compares all of them, so the oldest are dropped. */
const MOST_VECTORS = 20_000
const LONGEST_TEXT = 2000

type Filter = Pick<RecordQuery, 'schemas' | 'tags'>

/** The newest records that lack a vector of this model. */
export function listUnembedded(db: Database, model: string, { limit, ...filter }: Filter & Pick<RecordQuery, 'limit'>) {
  const { parts, values } = filterRecords(filter)
  const where = ['row > (SELECT coalesce(max(row), 0) - ? FROM records)', ...parts].join(' AND ')
  const rows = db
    .prepare<unknown[], Row>(
      `SELECT * FROM records WHERE ${where} AND NOT EXISTS
        (SELECT 1 FROM record_vectors WHERE record = row AND model = ?) ORDER BY row DESC LIMIT ?`,
    )
    .all(MOST_VECTORS, ...values, model, limit)
  return rows.map(({ row, version, title, tags, context }) => {
    const text = wordsOf(title, JSON.parse(tags), JSON.parse(context)).slice(0, LONGEST_TEXT)
    return { row, version, text }
  })
}

/** Skips records that have changed since. */
export function keepVectors(db: Database, model: string, vectors: readonly RecordVector[]): void {
  const keep = db.prepare(
    'INSERT OR REPLACE INTO record_vectors SELECT row, ?, ? FROM records WHERE row = ? AND version = ?',
  )
  for (const { row, version, vector } of vectors) keep.run(model, Buffer.from(vector.buffer), row, version)
  db.prepare(
    'DELETE FROM record_vectors WHERE record <= (SELECT record FROM record_vectors ORDER BY record DESC LIMIT 1 OFFSET ?)',
  ).run(MOST_VECTORS)
}

export function findNearest(
  db: Database,
  model: string,
  wanted: Int8Array,
  { limit, ...filter }: Filter & Pick<RecordQuery, 'limit'>,
): Row[] {
  const { parts, values } = filterRecords(filter)
  const where = ['model = ?', ...parts].join(' AND ')
  const rows = db
    .prepare<unknown[], { row: number; vector: Buffer }>(
      `SELECT row, vector FROM record_vectors JOIN records ON row = record WHERE ${where}`,
    )
    .iterate(model, ...values)
  let nearest: { row: number; score: number }[] = []
  for (const { row, vector } of rows) {
    if (vector.length !== wanted.length) continue
    let score = 0
    for (let at = 0; at < wanted.length; at += 1) score += (wanted[at] ?? 0) * vector.readInt8(at)
    nearest.push({ row, score })
    if (nearest.length > 4 * limit + 1000) nearest = keepBest(nearest, limit)
  }
  const byRow = db.prepare<[number], Row>('SELECT * FROM records WHERE row = ?')
  return keepBest(nearest, limit).flatMap(({ row }) => byRow.get(row) ?? [])
}

const keepBest = (found: { row: number; score: number }[], most: number) =>
  found.toSorted((one, other) => other.score - one.score).slice(0, most)

export interface Row extends Omit<StoredRecord, 'tags' | 'context' | 'schema_name'> {
  row: number
  schema: string
  tags: string
  context: string
}

export function toRecord({ row: _, schema, tags, context, ...rest }: Row): StoredRecord {
  return { ...rest, schema_name: schema, tags: JSON.parse(tags), context: JSON.parse(context) }
}

export function filterRecords({ schemas, tags = [] }: Pick<RecordQuery, 'schemas' | 'tags'>) {
  const parts = [
    ...tags.map(() => 'row IN (SELECT record FROM record_tags WHERE tag = ?)'),
    ...(schemas ? [`schema IN (${schemas.map(() => '?').join(', ')})`] : []),
  ]
  return { parts, values: [...tags, ...(schemas ?? [])] }
}

const MOST_WORDS_CHARS = 64 * 1024

export function wordsOf(title: string, tags: readonly string[], context: JsonObject): string {
  const texts = [title, ...tags]
  JSON.stringify(context, (key, value) => {
    texts.push(key)
    if (typeof value !== 'object') texts.push(String(value))
    return value
  })
  return texts.join('\n').slice(0, MOST_WORDS_CHARS)
}

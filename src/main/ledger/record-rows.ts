import type { JsonObject } from '#shared/json'
import type { RecordQuery, StoredRecord } from '#shared/records'

export interface Row extends Omit<StoredRecord, 'tags' | 'context' | 'schema_name'> {
  row: number
  schema: string
  tags: string
  context: string
}

export function toRecord({ row: _, schema, tags, context, ...rest }: Row): StoredRecord {
  return { ...rest, schema_name: schema, tags: JSON.parse(tags), context: JSON.parse(context) }
}

/** Conditions on the rows of records, and their values. */
export function filterRecords({ schemas, tags = [] }: Pick<RecordQuery, 'schemas' | 'tags'>) {
  const parts = [
    ...tags.map(() => 'row IN (SELECT record FROM record_tags WHERE tag = ?)'),
    ...(schemas ? [`schema IN (${schemas.map(() => '?').join(', ')})`] : []),
  ]
  return { parts, values: [...tags, ...(schemas ?? [])] }
}

const MOST_WORDS_CHARS = 64 * 1024

/** All texts in it, at any depth. */
export function wordsOf(title: string, tags: readonly string[], context: JsonObject): string {
  const texts = [title, ...tags]
  JSON.stringify(context, (key, value) => {
    texts.push(key)
    if (typeof value !== 'object') texts.push(String(value))
    return value
  })
  return texts.join('\n').slice(0, MOST_WORDS_CHARS)
}

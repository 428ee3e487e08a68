import type { JsonObject } from './json.ts'

/** What tools keep: a document with a schema, tags, and a version that goes up with each change. */
export interface StoredRecord {
  id: string
  schema_name: string
  title: string
  tags: string[]
  context: JsonObject
  version: number
  created_at: string
  updated_at: string
  /** The tool that made it. */
  created_by: string
}

export type RecordDraft = Pick<StoredRecord, 'schema_name' | 'title' | 'tags' | 'context'>

export interface RecordQuery {
  /** Any of these; absent where every schema may be read. */
  schemas?: readonly string[]
  /** All of these. */
  tags?: readonly string[]
  /** Every word must begin a word of the record. */
  text?: string
  limit: number
  offset?: number
}

export interface FoundRecords {
  records: StoredRecord[]
  /** There are more after these. */
  isMore: boolean
}

/** What the record's thread does for the store. */
export type RecordRequest =
  | { do: 'get'; id: string }
  /** `id`: of a record that there is once. */
  | { do: 'create'; draft: RecordDraft; by: string; id?: string }
  | { do: 'update'; id: string; version: number; changes: Partial<RecordDraft> }
  | { do: 'delete'; id: string }
  | { do: 'search'; query: RecordQuery }
  | { do: 'schemas' }

/** Of an update: `conflict` where the record has another version by now. */
export type RecordReply =
  | { ok: true; record: StoredRecord }
  | { ok: true; found: FoundRecords }
  | { ok: true; schemas: { schema: string; count: number }[] }
  | { ok: false; why: 'unknown' | 'conflict' | 'full' }

import type { JsonObject } from './json.ts'

/** A document that a tool stored: schema, tags, and a version that increases with each change. */
export interface StoredRecord {
  id: string
  schema_name: string
  title: string
  tags: string[]
  context: JsonObject
  version: number
  created_at: string
  updated_at: string
  created_by: string
}

export type RecordDraft = Pick<StoredRecord, 'schema_name' | 'title' | 'tags' | 'context'>

export interface RecordQuery {
  /** Any of these. Absent if every schema may be read. */
  schemas?: readonly string[]
  tags?: readonly string[]
  /** Every word must match the beginning of a word in the record. */
  text?: string
  /** Puts records of similar meaning first, if Ollama has an embedding model. */
  meaning?: string
  limit: number
  offset?: number
}

/** For one version of a record. */
export interface RecordVector {
  row: number
  version: number
  vector: Int8Array
}

export interface FoundRecords {
  records: StoredRecord[]
  isMore: boolean
}

/** What the store asks of the ledger's thread. */
export type RecordRequest =
  | { do: 'get'; id: string }
  /** `id`: of a record that exists only once. */
  | { do: 'create'; draft: RecordDraft; by: string; id?: string }
  | { do: 'update'; id: string; version: number; changes: Partial<RecordDraft> }
  | { do: 'delete'; id: string }
  | { do: 'search'; query: RecordQuery }
  | { do: 'schemas' }
  | { do: 'unembedded'; model: string; query: Omit<RecordQuery, 'text' | 'offset'> }
  | { do: 'embed'; model: string; vectors: RecordVector[] }
  | { do: 'nearest'; model: string; vector: Int8Array; query: Omit<RecordQuery, 'text' | 'offset'> }

/** `conflict`: the record has another version by now. */
export type RecordReply =
  | { ok: true; record: StoredRecord }
  | { ok: true; found: FoundRecords }
  | { ok: true; schemas: { schema: string; count: number }[] }
  | { ok: true; unembedded: { row: number; version: number; text: string }[] }
  | { ok: false; why: 'unknown' | 'conflict' | 'full' }

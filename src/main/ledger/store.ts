import type { Database, Statement } from 'better-sqlite3'
import type { Json } from '#shared/json'
import { openCallIndex } from './call-index.ts'
import { type FactRow, hashText, sealOf } from './chain.ts'
import type { Draft, ReadQuery, SearchQuery } from './messages.ts'
import { toMatchQuery, wordsOf } from './search-words.ts'
import { openSummaries } from './summaries.ts'
import { openUnfinished } from './unfinished.ts'
import type { Witness } from './witness.ts'

export interface Head {
  seq: number
  hash: string
  texts: number
}

export interface Entry {
  at: string
  drafts: readonly Draft[]
  texts: readonly string[]
}

export function prepareHead(db: Database): Statement<[], Head> {
  return db.prepare('SELECT seq, hash, texts FROM head WHERE id = 1')
}

export type Store = ReturnType<typeof openStore>

/** `witness` is told of each commit. */
export function openStore(db: Database, witness?: Witness) {
  const currentHead = prepareHead(db)
  const insertFact = db.prepare<[FactRow]>('INSERT INTO facts VALUES (@seq, @at, @chat, @type, @body, @prev, @hash)')
  const insertWords = db.prepare<[number, string]>('INSERT INTO search (rowid, words) VALUES (?, ?)')
  const insertText = db.prepare<[string, string]>('INSERT OR IGNORE INTO texts VALUES (?, ?)')
  const moveHead = db.prepare<[Head]>('UPDATE head SET seq = @seq, hash = @hash, texts = @texts WHERE id = 1')
  const text = db.prepare<[string], string>('SELECT text FROM texts WHERE sha256 = ?').pluck()

  const calls = openCallIndex(db)
  const sumUp = openSummaries(db)
  const takeUnfinished = openUnfinished(db)

  function addFact(head: Head, draft: Draft, at: string) {
    const unsealed = { seq: head.seq + 1, at, ...draft, prev: head.hash }
    const hash = sealOf(unsealed)
    insertFact.run({ ...unsealed, hash })
    const words = wordsOf(draft.type, draft.body)
    if (words !== '') insertWords.run(unsealed.seq, words)
    let told: Json | undefined
    const read = () => {
      told ??= JSON.parse(draft.body) as Json
      return told
    }
    return { ...unsealed, hash, read }
  }

  const appendAll = db.transaction((entries: readonly Entry[]) => {
    let head = currentHead.get()
    if (!head) throw new Error('the head of the record is missing')
    const firsts: number[] = []
    for (const { at, drafts, texts } of entries) {
      for (const one of texts) head.texts += insertText.run(hashText(one), one).changes
      firsts.push(head.seq + 1)
      const added = []
      for (const draft of drafts) {
        const fact = addFact(head, draft, at)
        head = { ...head, seq: fact.seq, hash: fact.hash }
        added.push(fact)
      }
      calls.take(added)
      takeUnfinished(added)
      for (const fact of added) sumUp(fact, fact.read)
    }
    moveHead.run(head)
    return { firsts, last: head.seq }
  })

  return {
    /** Appends all entries in one transaction and returns the first seq of each. Nothing stays if it throws. */
    append(entries: readonly Entry[]): number[] {
      const { firsts, last } = appendAll.immediate(entries)
      witness?.note(last)
      return firsts
    },
    read: (query: ReadQuery): string => toJson(db, ...selectFacts(query)),
    search(query: SearchQuery): string {
      const match = toMatchQuery(query.text)
      return match === null ? '[]' : toJson(db, ...selectMatches(query, match))
    },
    readText: (sha256: string): string | null => text.get(sha256) ?? null,
  }
}

type Select = [sql: string, values: (string | number)[]]

function selectFacts(query: ReadQuery): Select {
  const wanted: Select[] = []
  const { chat, calls, run, turn } = query
  // These always match fewer rows than a type; the plus stops SQLite from using the type's index.
  const isNarrowed = typeof chat === 'string' || (calls ?? run ?? turn) !== undefined
  if (chat === null) wanted.push(['chat IS NULL', []])
  if (typeof chat === 'string') wanted.push(['chat = ?', [chat]])
  if (query.types) wanted.push([oneOf(isNarrowed ? '+type' : 'type', query.types), [...query.types]])
  if (calls) wanted.push([oneOf('call', calls), [...calls]])
  if (run !== undefined) wanted.push(['run = ?', [run]])
  if (turn !== undefined) wanted.push(['turn = ?', [turn]])
  if (query.after !== undefined) wanted.push(['seq > ?', [query.after]])
  if (query.before !== undefined) wanted.push(['seq < ?', [query.before]])
  const where = wanted.length === 0 ? '' : `WHERE ${wanted.map(([sql]) => sql).join(' AND ')}`
  const order = query.newestFirst ? 'DESC' : 'ASC'
  return [
    `SELECT seq, at, chat, type, body FROM facts ${where} ORDER BY seq ${order} LIMIT ?`,
    [...wanted.flatMap(([, values]) => values), query.limit ?? -1],
  ]
}

function selectMatches(query: SearchQuery, match: string): Select {
  const types = query.types ? `AND ${oneOf('facts.type', query.types)}` : ''
  return [
    `SELECT facts.seq, at, chat, type, body FROM search JOIN facts ON facts.seq = search.rowid
     WHERE search MATCH ? AND search.rowid < CAST(? AS INTEGER) ${types} ORDER BY search.rowid DESC LIMIT ?`,
    [match, query.before ?? Number.MAX_SAFE_INTEGER, ...(query.types ?? []), query.limit],
  ]
}

function oneOf(column: string, values: readonly string[]): string {
  return `${column} IN (${values.map(() => '?').join(', ')})`
}

/** Bodies stay JSON; the receiving thread parses them. */
function toJson(db: Database, sql: string, values: (string | number)[]): string {
  const facts: string[] = []
  for (const { body, ...rest } of db
    .prepare<(string | number)[], Omit<FactRow, 'prev' | 'hash'>>(sql)
    .iterate(...values)) {
    facts.push(`${JSON.stringify(rest).slice(0, -1)},"body":${body}}`)
  }
  return `[${facts.join(',')}]`
}

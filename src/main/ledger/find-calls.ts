import type { Database } from 'better-sqlite3'
import type { CallQuery, FoundCalls } from './messages.ts'
import { toMatchQuery } from './search-words.ts'
import { prepareHead } from './store.ts'

/** How many matches are examined, newest first, so that a search for a very common word ends. */
const MOST_MATCHES = 6_000
/** Facts are counted in blocks: the calls of one block are walked, for all others only the counts are read. */
const PIECE_BITS = 12

const MATCHES = `SELECT facts.call FROM
  (SELECT rowid FROM search WHERE search MATCH ? ORDER BY rowid DESC LIMIT ${MOST_MATCHES}) AS matched
  JOIN facts ON facts.seq = matched.rowid WHERE facts.call IS NOT NULL`
const OF_CALL = `SELECT calls.seq, tool, skill, state FROM facts JOIN calls USING (seq)
  WHERE facts.call = ? AND facts.type = 'call.requested'`

type Row = { seq: number; tool: string; skill: string; state: string }

/** Finds calls by position. A search is cached until something new is recorded. */
export function openCallFinder(db: Database): (query: CallQuery) => FoundCalls {
  let searched: { key: string; seqs: number[]; isPartial: boolean } | null = null

  function search(query: CallQuery): { seqs: number[]; isPartial: boolean } {
    const { search: text = '', skill, state, tool } = query
    const key = JSON.stringify([text, skill, state, tool, prepareHead(db).get()?.seq])
    if (searched?.key === key) return searched
    const match = toMatchQuery(text)
    const found = match === null ? [] : db.prepare<[string], string>(MATCHES).pluck().all(match)
    const ofCall = db.prepare<[string], Row>(OF_CALL)
    const seqs = [...new Set(found)].flatMap((call) => {
      const row = ofCall.get(call)
      return row && fits(row, query) ? row.seq : []
    })
    searched = { key, seqs: seqs.sort((a, b) => a - b), isPartial: found.length === MOST_MATCHES }
    return searched
  }

  function walk(query: CallQuery): { total: number; seqs: number[] } {
    const { where, values } = toWhere(query)
    const counted = db
      .prepare<string[], { piece: number; count: number }>(
        `SELECT piece, sum(count) AS count FROM call_counts ${where && `WHERE ${where}`} GROUP BY piece ORDER BY piece`,
      )
      .all(...values)
    const inPiece = db
      .prepare<[number, number, ...string[], number, number], number>(
        `SELECT seq FROM calls WHERE seq >= ? AND seq < ? ${where && `AND ${where}`} ORDER BY seq LIMIT ? OFFSET ?`,
      )
      .pluck()
    const seqs: number[] = []
    let total = 0
    for (const { piece, count } of counted) {
      const skipped = Math.max(0, query.from - total)
      total += count
      if (seqs.length >= query.limit || skipped >= count) continue
      const [start, end] = [piece * 2 ** PIECE_BITS, (piece + 1) * 2 ** PIECE_BITS]
      seqs.push(...inPiece.all(start, end, ...values, query.limit - seqs.length, skipped))
    }
    return { total, seqs }
  }

  function latest({ tool = '', limit }: CallQuery): { total: number; seqs: number[] } {
    const newest = db.prepare<[string, number], number>(
      'SELECT seq FROM calls WHERE tool = ? ORDER BY seq DESC LIMIT ?',
    )
    const seqs = newest.pluck().all(tool, limit).reverse()
    return { total: seqs.length, seqs }
  }

  function find(query: CallQuery): { total: number; seqs: number[]; isPartial?: boolean } {
    if (query.search === undefined) return query.tool === undefined ? walk(query) : latest(query)
    const { seqs, isPartial } = search(query)
    return { total: seqs.length, seqs: seqs.slice(query.from, query.from + query.limit), isPartial }
  }

  const callOf = db.prepare<[number], string>('SELECT call FROM facts WHERE seq = ?').pluck()
  return (query) => {
    const { total, seqs, isPartial = false } = find(query)
    return { total, isPartial, calls: seqs.flatMap((seq) => callOf.get(seq) ?? []) }
  }
}

function toWhere({ skill, state }: CallQuery): { where: string; values: string[] } {
  const wanted = Object.entries({ skill, state }).filter((entry): entry is [string, string] => entry[1] !== undefined)
  return { where: wanted.map(([column]) => `${column} = ?`).join(' AND '), values: wanted.map(([, value]) => value) }
}

function fits(row: Row, wanted: CallQuery): boolean {
  return (['tool', 'skill', 'state'] as const).every((key) => wanted[key] === undefined || wanted[key] === row[key])
}

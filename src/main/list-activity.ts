import { ROW_TYPES, toRows } from '#main/activity'
import type { Ledger } from '#main/ledger/open-ledger'
import type { ActivityRow } from '#shared/calls'
import type { Fact } from '#shared/facts'
import type { ActivityFilter } from '#shared/record-calls'

export interface ActivityPage {
  runs: ActivityRow[]
  more: boolean
  next?: number
}

/** Calls looked at for one page: a filter that fits few must not walk through the whole record at once. */
const MOST_LOOKED_AT = 5000

type Reading = Pick<Ledger, 'read' | 'search'>

/** Newest first. */
export async function listActivity(
  ledger: Reading,
  asked: ActivityFilter & { limit: number; before?: number },
): Promise<ActivityPage> {
  const { limit } = asked
  const isFiltered = asked.skill !== undefined || asked.state !== undefined
  const runs: ActivityRow[] = []
  let next = asked.before
  for (let looked = 0; looked < MOST_LOOKED_AT; looked += limit) {
    const page = await readPage(ledger, { ...asked, ...(next !== undefined && { before: next }) })
    runs.push(...page.rows.filter((row) => fits(row, asked)))
    next = page.next
    if (next === undefined || !isFiltered || runs.length >= limit) break
  }
  return { runs, more: next !== undefined, ...(next !== undefined && { next }) }
}

/** All of it, a page at a time. */
export async function* walkActivity(ledger: Reading, filter: ActivityFilter): AsyncGenerator<ActivityRow[]> {
  // A search finds each fact of a call, and these may stand on several pages.
  const seen = new Set<string>()
  let before: number | undefined
  do {
    const page = await listActivity(ledger, { ...filter, limit: 500, ...(before !== undefined && { before }) })
    yield page.runs.filter(({ call }) => !seen.has(call) && seen.add(call))
    before = page.next
  } while (before !== undefined)
}

async function readPage(
  ledger: Reading,
  { search, limit, before }: { search?: string; limit: number; before?: number },
): Promise<{ rows: ActivityRow[]; next?: number }> {
  const end = before === undefined ? {} : { before }
  const found: Fact[] = search
    ? await ledger.search({ text: search, types: ROW_TYPES, limit, ...end })
    : await ledger.read({ types: ['call.requested'], limit, newestFirst: true, ...end })
  const calls = [...new Set(found.flatMap((fact) => ('call' in fact && fact.call ? [fact.call] : [])))]
  const rows = toRows(calls.length === 0 ? [] : await ledger.read({ calls, types: ROW_TYPES }))
  const last = found.at(-1)
  return { rows, ...(last && found.length === limit && { next: last.seq }) }
}

function fits(row: ActivityRow, { skill, state }: ActivityFilter): boolean {
  return (skill === undefined || row.skill === skill) && (state === undefined || row.state === state)
}

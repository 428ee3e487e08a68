import type { Ledger } from '#main/ledger/open-ledger'
import { nextState, ROW_TYPES } from '#shared/call/call-state'
import { argvOf } from '#shared/call/describe-action'
import type { Fact } from '#shared/facts'
import type { ActivityFilter, ActivityPage } from '#shared/requests/record-requests'
import type { ActivityRow } from '#shared/requests/requests'

/** One row for each proposed call, newest first. */
export function toRows(facts: readonly Fact[]): ActivityRow[] {
  const rows = new Map<string, ActivityRow>()
  for (const fact of facts) {
    if (fact.type === 'call.requested' && !rows.has(fact.call)) {
      const { seq, at, chat, call, tool } = fact
      rows.set(call, { seq, at, chat, call, skill: '', tool, argv: [], state: 'proposed' })
      continue
    }
    const row = 'call' in fact && typeof fact.call === 'string' ? rows.get(fact.call) : undefined
    if (row) apply(row, fact)
  }
  return [...rows.values()].sort((a, b) => b.seq - a.seq)
}

function apply(row: ActivityRow, fact: Fact): void {
  row.state = nextState(row.state, fact)
  if (fact.type === 'approval.asked' || fact.type === 'run.started') {
    row.skill = fact.plan.skill
    row.argv = argvOf(fact.plan.action)
  }
  if (fact.type === 'run.started') {
    row.run = fact.run
    row.decidedBy ??= 'gate'
    if (fact.kept) row.canUndo = true
  }
  if (fact.type === 'approval.answered') {
    row.decidedBy = fact.by === 'policy' ? 'gate' : fact.by
    if (fact.rule !== undefined) row.rule = fact.rule
    if (fact.by === 'policy') row.reason = fact.why ?? fact.note ?? ''
  }
  if (fact.type === 'call.refused' && row.state !== 'denied') row.decidedBy ??= 'gate'
  if (fact.type === 'files.restored') delete row.canUndo
  if (fact.type === 'run.finished') {
    row.exitCode = fact.exitCode
    row.ms = fact.ms
  }
}

const ROWS_AT_ONCE = 500

/** The rows at a position of the record, newest first. A position beyond the end gives the newest page. */
export async function readActivityPage(
  ledger: Pick<Ledger, 'read' | 'findCalls'>,
  { from, limit, search, ...filter }: ActivityFilter & { from: number; limit: number },
): Promise<ActivityPage> {
  const words = search?.trim()
  const find = (at: number) => ledger.findCalls({ from: at, limit, ...filter, ...(words && { search: words }) })
  let at = from
  let found = await find(at)
  if (found.total > 0 && at >= found.total) {
    at = Math.floor((found.total - 1) / limit) * limit
    found = await find(at)
  }
  const { total, isPartial, calls } = found
  return { total, from: at, isPartial, rows: await readRows(ledger, calls) }
}

/** Newest first. */
export async function readRows(ledger: Pick<Ledger, 'read'>, calls: readonly string[]): Promise<ActivityRow[]> {
  return toRows(calls.length === 0 ? [] : await ledger.read({ calls, types: [...ROW_TYPES, 'files.restored'] }))
}

/** All rows, in pages. What is recorded meanwhile does not shift the pages still to come. */
export async function* walkActivity(
  ledger: Pick<Ledger, 'read' | 'search'>,
  { search, skill, state }: ActivityFilter,
): AsyncGenerator<ActivityRow[]> {
  // A search finds several facts of the same call, possibly far apart.
  const seen = new Set<string>()
  let end: { before?: number } = {}
  for (;;) {
    const found: Fact[] = search?.trim()
      ? await ledger.search({ text: search, types: ROW_TYPES, limit: ROWS_AT_ONCE, ...end })
      : await ledger.read({ types: ['call.requested'], limit: ROWS_AT_ONCE, newestFirst: true, ...end })
    const calls = new Set(found.flatMap((fact) => ('call' in fact && fact.call ? [fact.call] : [])))
    const rows = await readRows(ledger, [...calls])
    const fits = (row: ActivityRow) => (skill ?? row.skill) === row.skill && (state ?? row.state) === row.state
    yield rows.filter((row) => fits(row) && !seen.has(row.call) && seen.add(row.call))
    const last = found.at(-1)
    if (!last || found.length < ROWS_AT_ONCE) return
    end = { before: last.seq }
  }
}

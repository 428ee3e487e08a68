import type { ActivityRow } from '#shared/calls'
import type { Fact, FactOf, FactType } from '#shared/facts'

/** The facts a row of the record is made of. */
export const ROW_TYPES: FactType[] = [
  'call.requested',
  'call.refused',
  'approval.asked',
  'approval.answered',
  'run.started',
  'run.finished',
  'run.interrupted',
]

/** One row for each proposed call, newest first. */
export function toRows(facts: readonly Fact[]): ActivityRow[] {
  const rows = new Map<string, ActivityRow>()
  for (const fact of facts) {
    if (fact.type === 'call.requested') {
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
  if (fact.type === 'approval.asked' || fact.type === 'run.started') {
    row.skill = fact.plan.skill
    row.argv = fact.plan.argv
    row.state = fact.type === 'run.started' ? 'running' : 'waiting'
  }
  if (fact.type === 'run.started') {
    row.run = fact.run
    row.decidedBy ??= 'gate'
  }
  if (fact.type === 'approval.answered') {
    row.decidedBy = fact.by === 'policy' ? 'gate' : fact.by
    if (fact.rule !== undefined) row.rule = fact.rule
    if (fact.by === 'policy' && fact.note !== undefined) row.reason = fact.note
    if (fact.decision === 'deny') row.state = 'denied'
  }
  if (fact.type === 'call.refused' && row.state !== 'denied') {
    row.state = fact.code === 'NOT_ANSWERED' ? 'canceled' : 'refused'
    row.decidedBy ??= 'gate'
  }
  if (fact.type === 'run.interrupted') row.state = 'interrupted'
  if (fact.type === 'run.finished') {
    row.exitCode = fact.exitCode
    row.ms = fact.ms
    row.state = fact.canceled ? 'canceled' : fact.timedOut ? 'timed-out' : hasSucceeded(fact) ? 'done' : 'failed'
  }
}

/** Facts of before tell the exit code alone. */
function hasSucceeded({ succeeded, exitCode }: FactOf<'run.finished'>): boolean {
  return succeeded ?? exitCode === 0
}

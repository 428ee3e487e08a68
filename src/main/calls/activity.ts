import { nextState } from '#shared/call/call-state'
import { argvOf } from '#shared/call/describe-action'
import type { Fact } from '#shared/facts'
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
  }
  if (fact.type === 'approval.answered') {
    row.decidedBy = fact.by === 'policy' ? 'gate' : fact.by
    if (fact.rule !== undefined) row.rule = fact.rule
    if (fact.by === 'policy') row.reason = fact.why ?? fact.note ?? ''
  }
  if (fact.type === 'call.refused' && row.state !== 'denied') row.decidedBy ??= 'gate'
  if (fact.type === 'run.started' && fact.kept) row.canUndo = true
  if (fact.type === 'files.restored') delete row.canUndo
  if (fact.type === 'run.finished') {
    row.exitCode = fact.exitCode
    row.ms = fact.ms
  }
}

import type { RuleRow } from '#shared/calls'
import { describeRule } from '#shared/rule'
import { Button } from './button.tsx'
import { countOf, formatDay } from './figures.ts'

const IDLE: Record<NonNullable<RuleRow['idle']>, string> = {
  expired: 'Its time is over: it decides nothing.',
  'tool-changed': 'The tool is not what it was: this decides nothing until it is that again.',
  'skill-untrusted': 'Its skill is not trusted, or gone: this decides nothing until it is trusted again.',
  damaged: 'The record was damaged: this decides nothing. Revoke it and decide anew.',
}

interface RuleListProps {
  rules: readonly RuleRow[]
  damage: string | null
  onRevoke: (rule: string) => void
}

/** What the person decided for calls to come, newest first. */
export function RuleList({ rules, damage, onRevoke }: RuleListProps) {
  return (
    <>
      {damage !== null && <p className="rule-damage">Nothing runs unasked: {damage}</p>}
      {rules.length === 0 ? (
        <p className="quiet">None yet. Remember, on a card that asks, makes one.</p>
      ) : (
        <ul className="rules">
          {rules.toReversed().map((row) => (
            <Row key={row.rule.id} row={row} onRevoke={onRevoke} />
          ))}
        </ul>
      )}
    </>
  )
}

function Row({ row, onRevoke }: { row: RuleRow; onRevoke: (rule: string) => void }) {
  const { rule, idle, isUnused } = row
  const words = describeRule(rule)
  return (
    <li data-idle={idle}>
      <div>
        <p>{words}</p>
        <p className="quiet">{usesOf(row)}</p>
        {idle && <p className="rule-idle">{IDLE[idle]}</p>}
        {!idle && isUnused && <p className="rule-idle">Not used for 30 days: it may be removed.</p>}
      </div>
      <Button aria-label={`Revoke: ${words}`} onClick={() => onRevoke(rule.id)}>
        Revoke
      </Button>
    </li>
  )
}

function usesOf({ rule, madeAt, uses, lastUsed }: RuleRow): string {
  const used = lastUsed === undefined ? 'never used' : `used ${countOf(uses, 'time')}, last ${formatDay(lastUsed)}`
  return `Made ${formatDay(madeAt)} · ${used} · ${rule.id.slice(0, 8)}`
}

import { Button } from '#renderer/parts/ui/button.tsx'
import { countOf, formatDay } from '#renderer/parts/ui/figures.ts'
import { describeRule, type RuleRow } from '#shared/call/rule'
import { say, sayMessage, type Text } from '#shared/messages/say'

const IDLE: Record<NonNullable<RuleRow['idle']>, Text> = {
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
      {damage !== null && (
        <p className="rule-damage">{say('Nothing runs unasked: {damage}', { damage: sayMessage(damage) })}</p>
      )}
      {rules.length === 0 ? (
        <p className="quiet">{say('None yet. Remember, on a card that asks, makes one.')}</p>
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
  const words = describeRule(rule, formatDay)
  return (
    <li data-idle={idle}>
      <div>
        <p>{words}</p>
        <p className="quiet">{usesOf(row)}</p>
        {idle && <p className="rule-idle">{say(IDLE[idle])}</p>}
        {!idle && isUnused && <p className="rule-idle">{say('Not used for 30 days: it may be removed.')}</p>}
      </div>
      <Button aria-label={say('Revoke: {words}', { words })} onClick={() => onRevoke(rule.id)}>
        {say('Revoke')}
      </Button>
    </li>
  )
}

function usesOf({ rule, madeAt, uses, lastUsed }: RuleRow): string {
  const used =
    lastUsed === undefined
      ? say('never used')
      : say('used {times}, last {day}', { times: countOf(uses, 'time', 'times'), day: formatDay(lastUsed) })
  return [say('Made {day}', { day: formatDay(madeAt) }), used, rule.id.slice(0, 8)].join(' · ')
}

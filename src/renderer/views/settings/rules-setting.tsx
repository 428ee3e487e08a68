import { Button } from '#renderer/parts/ui/controls.tsx'
import { countOf, formatDay } from '#renderer/parts/ui/figures.ts'
import { useApp } from '#renderer/store/app.ts'
import { describeRule, type RuleRow } from '#shared/call/rule'
import { say, sayMessage, type Text } from '#shared/messages/say'
import { type Named, SettingSection, useList } from './settings-fields.tsx'

const IDLE: Record<NonNullable<RuleRow['idle']>, Text> = {
  expired: 'Expired',
  'tool-changed': 'Inactive: the tool changed',
  'skill-untrusted': 'Inactive: the skill was removed or is not trusted',
  'program-unnamed': 'Inactive: it was made for a program of any origin. Renew it for the program as it is now.',
  damaged: 'Inactive: the record was damaged. Revoke this rule and decide again.',
}

export function RulesSetting(named: Named) {
  const { rules, damage } = useList('rule.list') ?? {}
  return (
    <SettingSection {...named} isWide>
      {damage !== undefined && (
        <p className="care small">{say('Nothing runs automatically: {damage}', { damage: sayMessage(damage) })}</p>
      )}
      {rules?.length === 0 && <p className="quiet">{say('No rules yet. Choose “Always allow” on an approval.')}</p>}
      {rules && rules.length > 0 && (
        <ul className="rules">
          {rules.toReversed().map((row) => (
            <Row key={row.rule.id} row={row} />
          ))}
        </ul>
      )}
    </SettingSection>
  )
}

function Row({ row }: { row: RuleRow }) {
  const { rule, idle, isUnused } = row
  const words = describeRule(rule, formatDay)
  const { change } = useApp.getState()
  return (
    <li className="row gap-4 apart" data-idle={idle}>
      <div>
        <p>{words}</p>
        <p className="quiet">{usesOf(row)}</p>
        {idle && <p className="care small">{say(IDLE[idle])}</p>}
        {!idle && isUnused && <p className="care small">{say('Not used for 30 days. You can revoke it.')}</p>}
      </div>
      {idle === 'program-unnamed' && (
        <Button
          text="Renew"
          aria-label={say('Renew: {words}', { words })}
          onClick={() => void change('rule.renew', { rule: rule.id })}
        />
      )}
      <Button
        text="Revoke"
        aria-label={say('Revoke: {words}', { words })}
        onClick={() => void change('rule.revoke', { rule: rule.id })}
      />
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

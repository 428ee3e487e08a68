import { useEffect } from 'react'
import { RuleList } from '#renderer/parts/rule-list.tsx'
import { useApp } from '#renderer/store/app.ts'
import { say } from '#shared/say'

/** Decisions that stand, each with the way out of it. */
export function RulesSetting() {
  const rules = useApp((app) => app.rules)
  const damage = useApp((app) => app.rulesDamage)
  const { listRules, revokeRule } = useApp.getState()
  useEffect(() => void listRules(), [listRules])
  return (
    <section className="setting setting-wide" aria-label={say('Rules')}>
      <div>
        <h2>{say('Rules')}</h2>
        <p className="quiet">
          {say('What you let run without asking, or never let run. Each holds while its tool is unchanged.')}
        </p>
      </div>
      {rules && <RuleList rules={rules} damage={damage} onRevoke={(rule) => void revokeRule(rule)} />}
    </section>
  )
}

import { useEffect } from 'react'
import { RuleList } from '#renderer/parts/call/rule-list.tsx'
import { useApp } from '#renderer/store/app.ts'
import { SettingSection } from './settings-fields.tsx'

export function RulesSetting() {
  const rules = useApp((app) => app.rules)
  const damage = useApp((app) => app.rulesDamage)
  const { listRules, revokeRule, renewRule } = useApp.getState()
  useEffect(() => void listRules(), [listRules])
  return (
    <SettingSection
      name="Rules"
      says="Tools you always allow, always review or always deny. A rule applies while its tool is unchanged."
      isWide
    >
      {rules && <RuleList rules={rules} damage={damage} onRevoke={revokeRule} onRenew={renewRule} />}
    </SettingSection>
  )
}

import { say, type Text } from '#shared/messages/say'
import { POLICIES, type Policy } from '#shared/settings/settings'

interface PolicyChipProps {
  /** Null for a chat that has no record yet: the choice then holds for all. */
  own: Policy | 'default' | null
  general: Policy
  onChoose: (policy: Policy | 'default') => void
}

const SHORT: Record<Policy, Text> = {
  ask: 'Ask every time',
  changes: 'Ask for changes',
  trusted: 'Run trusted skills',
}
const WORDS: Record<Policy, Text> = { ...SHORT, trusted: 'Run trusted skills without asking' }

/**
 * Whether tools of trusted skills ask here. Main has the person confirm what lets more run.
 * The chip shows what holds, as short as that is; the list itself lies over it unseen and says where it comes from.
 */
export function PolicyChip({ own, general, onChoose }: PolicyChipProps) {
  const value = own ?? general
  const inForce = value === 'default' ? general : value
  return (
    <span className="chip policy-chip" data-policy={inForce}>
      <span aria-hidden="true">{say(SHORT[inForce])}</span>
      <select
        aria-label={say(own === null ? 'Approval mode for all chats' : 'Approval mode for this chat')}
        value={value}
        onChange={({ target }) => onChoose(target.value as Policy | 'default')}
      >
        {own !== null && <option value="default">{say('{policy} (default)', { policy: say(WORDS[general]) })}</option>}
        {POLICIES.map((policy) => (
          <option key={policy} value={policy}>
            {say(WORDS[policy])}
          </option>
        ))}
      </select>
    </span>
  )
}

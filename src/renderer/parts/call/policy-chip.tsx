import { say, type Text } from '#shared/messages/say'
import { POLICIES, type Policy } from '#shared/settings/settings'

interface PolicyChipProps {
  /** Null for a new chat, where a choice applies to all chats. */
  own: Policy | 'default' | null
  general: Policy
  onChoose: (policy: Policy | 'default') => void
}

const SHORT: Record<Policy, Text> = { ask: 'Ask every time', changes: 'Ask for changes', trusted: 'Run trusted skills' }
const WORDS: Record<Policy, Text> = { ...SHORT, trusted: 'Run trusted skills without asking' }

/**
 * Whether trusted tools ask in this chat. Main confirms any choice that lets more run. An invisible native list lies
 * over the chip and explains the choices.
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

import { say, type Text } from '#shared/say'

interface PolicyChipProps {
  /** Null for a chat that has no record yet: the choice then holds for all. */
  own: 'ask' | 'trusted' | 'default' | null
  general: 'ask' | 'trusted'
  onChoose: (policy: 'ask' | 'trusted' | 'default') => void
}

const WORDS: Record<'ask' | 'trusted', Text> = { ask: 'Ask before running', trusted: 'Trusted skills run' }

/** Whether tools of trusted skills ask here. Main has the person confirm what lets more run. */
export function PolicyChip({ own, general, onChoose }: PolicyChipProps) {
  const value = own ?? general
  return (
    <select
      className="chip policy-chip"
      aria-label={say(own === null ? 'Run policy for all chats' : 'Run policy of this chat')}
      data-policy={value === 'default' ? general : value}
      value={value}
      onChange={({ target }) => onChoose(target.value as 'ask' | 'trusted' | 'default')}
    >
      {own !== null && (
        <option value="default">{say('{policy} (as in Settings)', { policy: say(WORDS[general]) })}</option>
      )}
      <option value="ask">{say(WORDS.ask)}</option>
      <option value="trusted">{say(WORDS.trusted)}</option>
    </select>
  )
}

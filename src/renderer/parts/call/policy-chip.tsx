import { say, type Text } from '#shared/messages/say'

interface PolicyChipProps {
  /** Null for a chat that has no record yet: the choice then holds for all. */
  own: 'ask' | 'trusted' | 'default' | null
  general: 'ask' | 'trusted'
  onChoose: (policy: 'ask' | 'trusted' | 'default') => void
}

const SHORT: Record<'ask' | 'trusted', Text> = { ask: 'Ask every time', trusted: 'Run trusted skills' }
const WORDS: Record<'ask' | 'trusted', Text> = { ask: 'Ask every time', trusted: 'Run trusted skills without asking' }

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
        onChange={({ target }) => onChoose(target.value as 'ask' | 'trusted' | 'default')}
      >
        {own !== null && <option value="default">{say('{policy} (default)', { policy: say(WORDS[general]) })}</option>}
        <option value="ask">{say(WORDS.ask)}</option>
        <option value="trusted">{say(WORDS.trusted)}</option>
      </select>
    </span>
  )
}

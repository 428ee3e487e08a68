import type { Risk } from '#shared/call/plan'
import { say, type Text } from '#shared/messages/say'

const WORDS: Record<Risk['class'], Text> = {
  A: 'Built in',
  B: 'Reads only',
  C: 'May change files',
  D: 'Destructive',
  X: 'Blocked',
}

export function RiskBadge({ risk }: { risk: Risk }) {
  return (
    <span className="risk still" data-class={risk.class}>
      <span className="sr-only">{say('Risk')}: </span>
      {say(WORDS[risk.class])}
    </span>
  )
}

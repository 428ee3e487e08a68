import type { Risk } from '#shared/call/plan'
import { say, type Text } from '#shared/messages/say'

const MEANINGS: Record<Risk['class'], Text> = {
  A: 'stays inside Skillet',
  B: 'only reads',
  C: 'may change things or is not known',
  D: 'can do anything you can',
  X: 'never runs',
}

export function RiskBadge({ risk }: { risk: Risk }) {
  const title = say('Risk class {class}: {meaning}', { class: risk.class, meaning: say(MEANINGS[risk.class]) })
  return (
    <span className="risk still" data-class={risk.class} title={title}>
      <span className="sr-only">{say('Risk class')} </span>
      {risk.class}
    </span>
  )
}

import type { Risk } from '#shared/plan'

const MEANINGS = {
  A: 'stays inside Skillet',
  B: 'only reads',
  C: 'may change things or is not known',
  D: 'can do anything you can',
  X: 'never runs',
} as const

export function RiskBadge({ risk }: { risk: Risk }) {
  return (
    <span className="risk" data-class={risk.class} title={`Risk class ${risk.class}: ${MEANINGS[risk.class]}`}>
      <span className="sr-only">Risk class </span>
      {risk.class}
    </span>
  )
}

import type { Plan, RiskClass, Verdict } from '#shared/plan'

export type Policy = 'ask' | 'trusted'

type Decision = Verdict['kind']

/** Without the person's rules: what each class means under each policy. A skill that is not trusted is always asked about. */
const DECISIONS: Record<RiskClass, Record<Policy, Decision>> = {
  A: { ask: 'run', trusted: 'run' },
  B: { ask: 'ask', trusted: 'run' },
  C: { ask: 'ask', trusted: 'run' },
  D: { ask: 'ask', trusted: 'ask' },
  X: { ask: 'refuse', trusted: 'refuse' },
}

export function judge(plan: Pick<Plan, 'risk'>, policy: Policy, trusted: boolean): Verdict {
  const { class: risk, reasons } = plan.risk
  const kind = DECISIONS[risk][trusted ? policy : 'ask']
  return { kind, reason: `${WORDS[kind]} (class ${risk}): ${reasons.join('; ')}` }
}

const WORDS: Record<Decision, string> = { run: 'runs', ask: 'asks first', refuse: 'refused' }

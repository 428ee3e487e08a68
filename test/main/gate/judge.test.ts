import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { judge, type Policy } from '#main/gate/judge'
import type { RiskClass, Verdict } from '#shared/plan'

const kindOf = (risk: RiskClass, policy: Policy, trusted: boolean): Verdict['kind'] =>
  judge({ risk: { class: risk, reasons: ['why'] } }, policy, trusted).kind

describe('judge', () => {
  it.each<[RiskClass, Policy, boolean, Verdict['kind']]>([
    ['A', 'ask', true, 'run'],
    ['A', 'ask', false, 'run'],
    ['A', 'trusted', true, 'run'],
    ['B', 'ask', true, 'ask'],
    ['B', 'ask', false, 'ask'],
    ['B', 'trusted', true, 'run'],
    ['B', 'trusted', false, 'ask'],
    ['C', 'ask', true, 'ask'],
    ['C', 'ask', false, 'ask'],
    ['C', 'trusted', true, 'run'],
    ['C', 'trusted', false, 'ask'],
    ['D', 'ask', true, 'ask'],
    ['D', 'trusted', true, 'ask'],
    ['D', 'trusted', false, 'ask'],
    ['X', 'ask', true, 'refuse'],
    ['X', 'trusted', true, 'refuse'],
    ['X', 'trusted', false, 'refuse'],
  ])('class %s under the policy %s, trusted %s: %s', (risk, policy, trusted, kind) => {
    expect(kindOf(risk, policy, trusted)).toBe(kind)
  })

  it('never grows milder with a higher class, a stricter policy or less trust', () => {
    const severity = { run: 0, ask: 1, refuse: 2 }
    const classes = ['A', 'B', 'C', 'D', 'X'] as const
    fc.assert(
      fc.property(fc.nat(4), fc.nat(4), fc.boolean(), (a, b, trusted) => {
        const [low, high] = [Math.min(a, b), Math.max(a, b)].map((index) => classes[index] as RiskClass) as [
          RiskClass,
          RiskClass,
        ]
        for (const policy of ['ask', 'trusted'] as const) {
          expect(severity[kindOf(high, policy, trusted)]).toBeGreaterThanOrEqual(severity[kindOf(low, policy, trusted)])
          expect(severity[kindOf(low, 'ask', trusted)]).toBeGreaterThanOrEqual(severity[kindOf(low, policy, trusted)])
          expect(severity[kindOf(low, policy, false)]).toBeGreaterThanOrEqual(severity[kindOf(low, policy, true)])
        }
      }),
    )
  })

  it('says why, with the class', () => {
    const { reason } = judge(
      { risk: { class: 'D', reasons: ['sh can run any code', 'the sandbox is none'] } },
      'ask',
      true,
    )
    expect(reason).toBe('asks first (class D): sh can run any code; the sandbox is none')
  })
})

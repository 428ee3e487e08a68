import { expect, it } from 'vitest'
import { emptyChat, foldFacts } from '#shared/chat/chat'
import type { Fact } from '#shared/facts'
import { decisionsStory } from '../../stories/decisions.ts'
import { tell } from '../../stories/facts.ts'

const ASKED = decisionsStory().filter((fact) => 'call' in fact && fact.call === 'purge')

it('lets a person’s own call keep waiting when the turn next to it ends', () => {
  const own = ASKED.map((fact): Fact => (fact.type === 'call.requested' ? { ...fact, by: 'person' } : fact))
  const statusAfter = (facts: Fact[]) => {
    const told = tell('disk', 0).open('x').ask('y')
    const start = told.facts.length
    const placed = facts.map((fact, at) => ({ ...fact, seq: start + 1 + at }))
    const end = tell('disk', 0, start + 10)
      .ask('z')
      .end('answered').facts
    return foldFacts(emptyChat('disk'), [...told.facts, ...placed, ...end]).calls.get('purge')?.status
  }
  expect(statusAfter(own)).toBe('waiting')
  expect(statusAfter(ASKED)).toBe('interrupted')
})

it('keeps the offers to remember, the differences, and that a call follows untrusted output', () => {
  const call = foldFacts(emptyChat('disk'), decisionsStory()).calls.get('purge')
  expect(call?.followsUntrusted).toBe(true)
  expect(call?.approvals[0]?.proposals).toHaveLength(4)
  expect(call?.approvals[0]?.differs).toHaveLength(2)
})

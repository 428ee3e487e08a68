import type { Fact, FactOf } from '#shared/facts'

/** What the person said in this turn; undefined where these facts hold no such turn. */
export function findAsked(facts: readonly Fact[], turn: string): FactOf<'message.added'> | undefined {
  const start = facts.findIndex((fact) => fact.type === 'turn.started' && fact.turn === turn)
  return start < 0 ? undefined : facts.slice(start).find(isFromPerson)
}

const isFromPerson = (fact: Fact): fact is FactOf<'message.added'> =>
  fact.type === 'message.added' && fact.role === 'user'

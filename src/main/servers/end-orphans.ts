import type { Ledger } from '#main/ledger/open-ledger'
import { killSurvivors } from '#main/runners/process/survivors'
import type { NewFact } from '#shared/facts'

/** How many recent starts and ends are examined; a session has few servers. */
const MOST_LOOKED_AT = 500

/** Ends servers that a killed Skillet left running, and records their end. */
export async function endOrphans(ledger: Ledger, publish: (fact: NewFact) => Promise<void>): Promise<void> {
  const types = ['server.started', 'server.ended'] as const
  const facts = await ledger.read({ types: [...types], newestFirst: true, limit: MOST_LOOKED_AT })
  const ended = new Set(facts.flatMap((fact) => (fact.type === 'server.ended' ? [fact.instance] : [])))
  for (const fact of facts) {
    if (fact.type !== 'server.started' || ended.has(fact.instance)) continue
    await killSurvivors(fact.instance)
    const { skill, server, instance } = fact
    const how = { exitCode: null, signal: null, ms: 0, said: '' }
    await publish({ type: 'server.ended', chat: null, skill, server, instance, ...how })
  }
}

import { randomUUID } from 'node:crypto'
import type { Ledger } from '#main/ledger/open-ledger'
import type { Fact } from '#shared/facts'
import { type Message, message } from '#shared/messages/message'
import type { AppState } from '#shared/requests/requests'
import { makeRules, RULE_TYPES, type Rules } from './rules.ts'

type Notice = AppState['notices'][number]

/** The rules as the record tells them, for the session that begins now. `told` may hold facts of other kinds. */
export function openRules(
  ledger: Pick<Ledger, 'read' | 'verify'>,
  told: readonly Fact[],
  isModelLocal: (model: string | undefined) => boolean,
  notice: (notice: Notice) => void,
): Rules {
  const rules = makeRules({
    session: randomUUID(),
    now: () => new Date(),
    isModelLocal,
    readRuns: (limit) => ledger.read({ types: ['run.started'], newestFirst: true, limit }),
    verify: () => ledger.verify(),
    noticeDamage: (reason) => notice(describeDamage(reason)),
  })
  const isOfRules = new Set(RULE_TYPES)
  for (const fact of told) if (isOfRules.has(fact.type)) rules.take(fact)
  const damage = rules.damage()
  if (damage !== undefined) notice(describeDamage(damage))
  return rules
}

function describeDamage(reason: Message | string): Notice {
  return {
    severity: 'warning',
    message: message('rules-void', { reason }),
    remedy: message('review-rules'),
  }
}

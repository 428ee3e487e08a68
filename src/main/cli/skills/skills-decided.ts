import { openRecordForReading } from '#main/cli/log/open-record'
import type { Standing } from '#main/trust/stand-installed'
import { foldTrust, TRUST_FACTS } from '#main/trust/trust-book'
import type { Fact } from '#shared/facts'

export type Decided = { ok: true; decided: Pick<Standing, 'book' | 'scripts'> } | { ok: false; message: string }

const READ_FOR_IT = [...TRUST_FACTS, 'setting.changed'] as const

/** What the person decided about skills, from the record. Changes nothing and waits for nobody. */
export async function readDecided(home: string): Promise<Decided> {
  const opened = await openRecordForReading(home)
  if (!opened.ok) return opened
  if (opened.ledger === null) return { ok: true, decided: foldDecided([]) }
  try {
    return { ok: true, decided: foldDecided(await opened.ledger.read({ types: [...READ_FOR_IT] })) }
  } finally {
    await opened.ledger.close()
  }
}

export function foldDecided(facts: readonly Fact[]): Pick<Standing, 'book' | 'scripts'> {
  const [latest] = facts.filter((fact) => fact.type === 'setting.changed' && fact.name === 'scripts').slice(-1)
  const isOff = latest?.type === 'setting.changed' && latest.value !== 'on'
  return { book: foldTrust(facts), scripts: isOff ? 'off' : 'on' }
}

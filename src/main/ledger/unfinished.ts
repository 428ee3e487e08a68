import type { Database } from 'better-sqlite3'
import { isObject } from '#shared/json'
import type { Added } from './call-index.ts'

type Kind = (typeof KINDS)[number]

/** What ends each, for SQLite and for a single fact. */
const ENDS: Readonly<Record<Kind, { sql: string; is(type: string): boolean }>> = {
  call: {
    sql: `type IN ('call.refused', 'call.planned', 'run.started')`,
    is: (type) => type === 'call.refused' || type === 'call.planned' || type === 'run.started',
  },
  run: {
    sql: `(type GLOB '*.finished' OR type = 'run.interrupted')`,
    is: (type) => type.endsWith('.finished') || type === 'run.interrupted',
  },
  turn: { sql: `type GLOB '*.finished'`, is: (type) => type.endsWith('.finished') },
}

const KINDS = ['call', 'run', 'turn'] as const

/**
 * Computed from the facts through three indexes, so the time depends on calls and turns, not on the size of the record.
 */
export const UNFINISHED = KINDS.map(
  (kind) => `SELECT '${kind}', ${kind}, min(seq) FROM facts INDEXED BY facts_by_${kind} WHERE ${kind} IS NOT NULL
    GROUP BY ${kind} HAVING ${kind === 'call' ? "sum(type = 'call.requested') > 0 AND" : ''} sum(${ENDS[kind].sql}) = 0`,
).join('\n  UNION ALL\n  ')

function makeStep(db: Database, kind: Kind) {
  const { sql, is: ends } = ENDS[kind]
  const key = `"${kind}"`
  const begin = db.prepare<[{ name: string; seq: number }]>(
    `INSERT INTO unfinished SELECT '${kind}', @name, ${kind === 'call' ? '(SELECT min(seq) FROM facts WHERE call = @name)' : '@seq'}
     WHERE NOT EXISTS (SELECT 1 FROM facts WHERE ${kind} = @name AND ${sql}) ON CONFLICT DO NOTHING`,
  )
  const end = db.prepare<[string]>(`DELETE FROM unfinished WHERE kind = '${kind}' AND name = ?`)

  function nameIn({ type, body, read }: Added): string | null {
    // A cheap test; most facts need not be parsed.
    const mayName = (kind !== 'call' || type === 'call.requested' || ends(type)) && body.includes(key)
    const told = mayName ? read() : null
    const name = isObject(told) ? told[kind] : null
    return typeof name === 'string' ? name : null
  }

  return (facts: readonly Added[]): void => {
    const named = facts.flatMap((fact) => {
      const name = nameIn(fact)
      return name === null ? [] : { name, seq: fact.seq, isEnd: ends(fact.type) }
    })
    const ended = new Set(named.flatMap(({ name, isEnd }) => (isEnd ? [name] : [])))
    for (const { name, seq } of named) if (!ended.has(name)) begin.run({ name, seq })
    for (const name of ended) end.run(name)
  }
}

/** Adds the new facts of an append in the same transaction. */
export function openUnfinished(db: Database) {
  const steps = KINDS.map((kind) => makeStep(db, kind))
  return (facts: readonly Added[]): void => {
    for (const take of steps) take(facts)
  }
}

/** Returns 1 if the list was wrong. */
export function putUnfinishedRight(db: Database): number {
  const list = (select: string) => JSON.stringify(db.prepare(`${select} ORDER BY 1, 2`).raw().all())
  if (list('SELECT kind, name, seq FROM unfinished') === list(UNFINISHED)) return 0
  db.exec(`DELETE FROM unfinished; INSERT INTO unfinished ${UNFINISHED}`)
  return 1
}

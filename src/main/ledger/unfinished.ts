import type { Database } from 'better-sqlite3'
import { isObject, type Json } from '#shared/json'

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
  const names = (type: string) => kind !== 'call' || type === 'call.requested' || ends(type)
  const begin = db.prepare<[{ name: string; seq: number }]>(
    `INSERT INTO unfinished SELECT '${kind}', @name, ${kind === 'call' ? '(SELECT min(seq) FROM facts WHERE call = @name)' : '@seq'}
     WHERE NOT EXISTS (SELECT 1 FROM facts WHERE ${kind} = @name AND ${sql}) ON CONFLICT DO NOTHING`,
  )
  const end = db.prepare<[string]>(`DELETE FROM unfinished WHERE kind = '${kind}' AND name = ?`)
  return {
    kind,
    /** A cheap test; most facts need not be parsed. */
    mayName: (type: string, body: string) => names(type) && body.includes(key),
    take: (seq: number, type: string, name: string) => (ends(type) ? end.run(name) : begin.run({ name, seq })),
  }
}

/** Adds a new fact in the same transaction. */
export function openUnfinished(db: Database) {
  const steps = KINDS.map((kind) => makeStep(db, kind))
  return (seq: number, type: string, body: string, read: () => Json): void => {
    for (const step of steps) {
      if (!step.mayName(type, body)) continue
      const told = read()
      const name = isObject(told) ? told[step.kind] : undefined
      if (typeof name === 'string') step.take(seq, type, name)
    }
  }
}

/** Returns 1 if the list was wrong. */
export function putUnfinishedRight(db: Database): number {
  const list = (select: string) => JSON.stringify(db.prepare(`${select} ORDER BY 1, 2`).raw().all())
  if (list('SELECT kind, name, seq FROM unfinished') === list(UNFINISHED)) return 0
  db.exec(`DELETE FROM unfinished; INSERT INTO unfinished ${UNFINISHED}`)
  return 1
}

import type { Database } from 'better-sqlite3'
import { isObject, type Json } from '#shared/json'

type Kind = 'call' | 'run' | 'turn'

const CALL_ENDS = ['call.refused', 'call.planned', 'run.started']
const ENDS_CALL = `type IN (${CALL_ENDS.map((type) => `'${type}'`).join(', ')})`
const ENDS_RUN = `(type GLOB '*.finished' OR type = 'run.interrupted')`
const ENDS_TURN = `type GLOB '*.finished'`

/**
 * Computed from the facts through three indexes, so the time depends on calls and turns, not on the size of the record.
 */
export const UNFINISHED = `
  SELECT 'call', call, min(seq) FROM facts INDEXED BY facts_by_call WHERE call IS NOT NULL
    GROUP BY call HAVING sum(type = 'call.requested') > 0 AND sum(${ENDS_CALL}) = 0
  UNION ALL
  SELECT 'run', run, min(seq) FROM facts INDEXED BY facts_by_run WHERE run IS NOT NULL
    GROUP BY run HAVING sum(${ENDS_RUN}) = 0
  UNION ALL
  SELECT 'turn', turn, min(seq) FROM facts INDEXED BY facts_by_turn WHERE turn IS NOT NULL
    GROUP BY turn HAVING sum(${ENDS_TURN}) = 0`

/** What a fact does to the call, run or turn it names. */
const ROLES: Record<Kind, { names(type: string): boolean; ends(type: string): boolean; hasEnded: string }> = {
  call: {
    names: (type) => type === 'call.requested' || CALL_ENDS.includes(type),
    ends: (type) => CALL_ENDS.includes(type),
    hasEnded: `SELECT 1 FROM facts WHERE call = @name AND ${ENDS_CALL}`,
  },
  run: {
    names: () => true,
    ends: (type) => type.endsWith('.finished') || type === 'run.interrupted',
    hasEnded: `SELECT 1 FROM facts WHERE run = @name AND ${ENDS_RUN}`,
  },
  turn: {
    names: () => true,
    ends: (type) => type.endsWith('.finished'),
    hasEnded: `SELECT 1 FROM facts WHERE turn = @name AND ${ENDS_TURN}`,
  },
}

function makeStep(db: Database, kind: Kind) {
  const { names, ends, hasEnded } = ROLES[kind]
  const key = `"${kind}"`
  const begin = db.prepare<[{ name: string; seq: number }]>(
    `INSERT INTO unfinished SELECT '${kind}', @name, ${kind === 'call' ? '(SELECT min(seq) FROM facts WHERE call = @name)' : '@seq'}
     WHERE NOT EXISTS (SELECT 1 FROM unfinished WHERE kind = '${kind}' AND name = @name) AND NOT EXISTS (${hasEnded})`,
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
  const steps = (['call', 'run', 'turn'] as const).map((kind) => makeStep(db, kind))
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

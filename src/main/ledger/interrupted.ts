import type { Database } from 'better-sqlite3'
import type { NewFact } from '#shared/facts'

const CUT_OFF = 'Skillet ended before this call was answered; nothing was run'

interface Unfinished {
  kind: 'call' | 'run' | 'turn'
  chat: string | null
  call: string
  run: string
  turn: string
}

// Answered from the three indexes alone, so the time grows with the calls and turns, not with the record.
const UNFINISHED = `
  WITH unfinished (kind, seq) AS (
    SELECT 'call', min(seq) FROM facts INDEXED BY facts_by_call WHERE call IS NOT NULL
      GROUP BY call HAVING sum(type = 'call.requested') > 0
        AND sum(type IN ('call.refused', 'call.planned', 'run.started')) = 0
    UNION ALL
    SELECT 'run', min(seq) FROM facts INDEXED BY facts_by_run WHERE run IS NOT NULL
      GROUP BY run HAVING sum(type GLOB '*.finished' OR type = 'run.interrupted') = 0
    UNION ALL
    SELECT 'turn', min(seq) FROM facts INDEXED BY facts_by_turn WHERE turn IS NOT NULL
      GROUP BY turn HAVING sum(type GLOB '*.finished') = 0
  )
  SELECT kind, chat, call, run, turn FROM unfinished JOIN facts USING (seq) ORDER BY kind, seq`

/** The facts that end what the last owner could not end: its calls and runs first, then the turns they were part of. */
export function endUnfinished(db: Database): NewFact[] {
  return db.prepare<[], Unfinished>(UNFINISHED).all().map(toEnd)
}

function toEnd({ kind, chat, call, run, turn }: Unfinished): NewFact {
  if (kind === 'run') return { type: 'run.interrupted', chat, call, run }
  if (kind === 'call') return { type: 'call.refused', chat, call, code: 'NOT_ANSWERED', message: CUT_OFF }
  const stats = { rounds: 0, calls: 0, promptTokens: 0, outputTokens: 0, ms: 0 }
  return { type: 'turn.finished', chat, turn, reason: 'interrupted', stats }
}

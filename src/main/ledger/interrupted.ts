import type { Database } from 'better-sqlite3'
import type { MessageAdded, NewFact } from '#shared/facts'

const CUT_OFF = 'Skillet ended before this call was answered; nothing was run'

interface Unfinished {
  kind: 'call' | 'run' | 'turn'
  chat: string | null
  call: string
  run: string
  turn: string
}

// Only what the fact itself names: the list beside the facts is believed no further.
const LEFT = `SELECT kind, chat, call, run, turn FROM unfinished JOIN facts USING (seq)
  WHERE name = CASE kind WHEN 'call' THEN call WHEN 'run' THEN run ELSE turn END ORDER BY kind, seq`

interface Written {
  text: unknown
  thinking: unknown
}

const WRITTEN = `
  SELECT json_extract(body, '$.text') AS text, json_extract(body, '$.thinking') AS thinking
  FROM facts INDEXED BY facts_by_turn
  WHERE turn = @turn AND type = 'answer.written' AND seq > coalesce((
    SELECT seq FROM facts INDEXED BY facts_by_chat
      WHERE chat = @chat AND type = 'message.added' ORDER BY seq DESC LIMIT 1
  ), 0) ORDER BY seq`

/**
 * The facts that end what the last owner could not end: its calls and runs first, then the turns they were part of,
 * each after what was written of its answer.
 */
export function endUnfinished(db: Database): NewFact[] {
  const written = db.prepare<[Unfinished], Written>(WRITTEN)
  const endOne = (unfinished: Unfinished): NewFact[] => {
    const answer = unfinished.kind === 'turn' ? toAnswer(unfinished, written.all(unfinished)) : null
    return [...(answer ? [answer] : []), toEnd(unfinished)]
  }
  return db.prepare<[], Unfinished>(LEFT).all().flatMap(endOne)
}

function toAnswer({ chat }: Unfinished, written: readonly Written[]): NewFact | null {
  const join = (name: keyof Written) =>
    written.map((part) => (typeof part[name] === 'string' ? part[name] : '')).join('')
  const [content, thinking] = [join('text'), join('thinking')]
  if (!content && !thinking) return null
  const message: MessageAdded = { type: 'message.added', role: 'assistant', content, ...(thinking && { thinking }) }
  return { ...message, chat }
}

function toEnd({ kind, chat, call, run, turn }: Unfinished): NewFact {
  if (kind === 'run') return { type: 'run.interrupted', chat, call, run }
  if (kind === 'call') {
    return { type: 'call.refused', chat, call, code: 'NOT_ANSWERED', message: CUT_OFF, isInterrupted: true }
  }
  const stats = { rounds: 0, calls: 0, promptTokens: 0, outputTokens: 0, ms: 0 }
  return { type: 'turn.finished', chat, turn, reason: 'interrupted', stats }
}

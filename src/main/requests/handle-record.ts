import { readActivityPage, readRows, walkActivity } from '#main/calls/activity'
import { compareCalls } from '#main/calls/compare-calls'
import { unpackRequest } from '#main/chat/pack-request'
import type { WindowPorts } from '#main/electron/window-ports'
import type { Core } from '#main/open-core'
import type { Fact } from '#shared/facts'
import { message, textOf } from '#shared/messages/message'
import { type ActivityRow, CALL_STATES, refuse, reply } from '#shared/requests/requests'
import { oneOf, optional, string } from '#shared/schema'
import { count, id, on, position, saveAs } from './request.ts'

const MOST_FACTS = 3000
const MOST_CHARACTERS = 2_000_000
const MOST_ALIKE = 50

export function handleTurns({ ledger, index }: Core) {
  const readFact = async (seq: number): Promise<Fact | undefined> =>
    (await ledger.read({ after: seq - 1, before: seq + 1, limit: 1 }))[0]

  return {
    'turn.read': on({ chat: id, turn: id }, async ({ chat, turn }) => {
      const bounds = index.has(chat) ? await ledger.read({ turn, types: ['turn.started', 'turn.finished'] }) : []
      const started = bounds.find((fact) => fact.type === 'turn.started')
      if (started?.chat !== chat) return refuse('TURN_UNKNOWN', 'no-such-turn-in-record')
      const finished = bounds.find((fact) => fact.type === 'turn.finished')
      const end = finished ? { before: finished.seq + 1 } : {}
      const facts = await ledger.read({ chat, after: started.seq - 1, ...end, limit: MOST_FACTS + 1 })
      return reply({ facts: facts.slice(0, MOST_FACTS), isCut: facts.length > MOST_FACTS })
    }),

    /** Exactly the text that was sent, up to a limit. */
    'request.read': on({ seq: position }, async ({ seq }) => {
      const fact = await readFact(seq)
      if (fact?.type !== 'request.sent') return refuse('REQUEST_LOST', 'no-such-request-in-record')
      const text = await unpackRequest(fact, {
        readText: (sha256) => ledger.readText(sha256),
        readContent: async (at) => {
          const said = await readFact(at)
          return said?.type === 'message.added' ? said.content : null
        },
      })
      if (text === null) {
        const remedy = message('verify-the-record')
        return refuse('REQUEST_LOST', 'request-not-restorable', { remedy })
      }
      return reply({ text: text.slice(0, MOST_CHARACTERS), characters: text.length })
    }),

    'call.read': on({ call: id }, async ({ call }) => reply({ facts: await ledger.read({ calls: [call] }) })),

    /** The newest other calls of the same tool. */
    'call.alike': on({ call: id }, async ({ call }) => {
      const [row] = await readRows(ledger, [call])
      if (!row) return refuse('CALL_NOT_FOUND', 'no-such-call-in-record')
      const { calls } = await ledger.findCalls({ tool: row.tool, from: 0, limit: MOST_ALIKE + 1 })
      const others = calls.filter((other) => other !== call)
      return reply({ rows: await readRows(ledger, others.slice(-MOST_ALIKE)) })
    }),

    'call.compare': on({ left: id, right: id }, async ({ left, right }) => {
      const compared = await compareCalls(ledger, left, right)
      return compared ? reply(compared) : refuse('CALL_NOT_FOUND', 'no-such-call-in-record')
    }),
  }
}

const filters = { search: optional(string(1000)), skill: optional(string(200)), state: optional(oneOf(CALL_STATES)) }

export function handleActivity(core: Core, window: Pick<WindowPorts, 'chooseTarget'>) {
  return {
    /** `from` counts from the oldest; the rows start with the newest. */
    'activity.page': on(
      { from: count, limit: { type: 'integer', minimum: 1, maximum: 200 }, ...filters },
      async (asked) => reply(await readActivityPage(core.ledger, asked)),
    ),
    /** Null if the person chose no file. */
    'activity.export': on({ format: oneOf(['csv', 'jsonl']), ...filters }, async ({ format, ...filter }) => {
      let count = 0
      async function* pieces() {
        if (format === 'csv') yield `${COLUMNS.join(',')}\n`
        for await (const rows of walkActivity(core.ledger, filter)) {
          if (rows.length > 0) yield rows.map((row) => lineOf(row, format)).join('')
          count += rows.length
        }
      }
      const saved = await saveAs(window, `skillet-activity.${format}`, pieces)
      return saved.ok ? reply({ ...saved.value, rows: count }) : saved
    }),
  }
}

const COLUMNS = [
  ...(['seq', 'at', 'chat', 'call', 'run', 'skill', 'tool', 'argv', 'state'] as const),
  ...(['exitCode', 'ms', 'decidedBy', 'rule', 'reason'] as const),
]

function lineOf(row: ActivityRow, format: 'csv' | 'jsonl'): string {
  if (format === 'jsonl') return `${JSON.stringify(row)}\n`
  return `${COLUMNS.map((column) => cellOf(row[column])).join(',')}\n`
}

/** A spreadsheet would execute text that starts like a formula. */
function cellOf(value: ActivityRow[(typeof COLUMNS)[number]]): string {
  if (value === undefined || value === null) return ''
  if (typeof value === 'number') return String(value)
  const text = Array.isArray(value) ? JSON.stringify(value) : textOf(value)
  const tame = /^[=+\-@\t\r]/.test(text) ? `'${text}` : text
  return /[",\n\r]/.test(tame) ? `"${tame.replaceAll('"', '""')}"` : tame
}

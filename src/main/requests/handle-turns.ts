import { readRows } from '#main/calls/activity'
import { compareCalls } from '#main/calls/compare-calls'
import { unpackRequest } from '#main/chat/pack-request'
import type { Core } from '#main/open-core'
import type { Fact } from '#shared/facts'
import { message } from '#shared/messages/message'
import { refuse, reply } from '#shared/requests/requests'
import { takes } from '#shared/schema'
import { id, on, position } from './request.ts'

const MOST_FACTS = 3000
const MOST_CHARACTERS = 2_000_000
const MOST_ALIKE = 50

/** Details of a turn, of what the model was sent, and of two runs side by side. */
export function handleTurns({ ledger, index }: Core) {
  const readFact = async (seq: number): Promise<Fact | undefined> =>
    (await ledger.read({ after: seq - 1, before: seq + 1, limit: 1 }))[0]

  return {
    'turn.read': on(takes({ chat: id, turn: id }), async ({ chat, turn }) => {
      const bounds = index.has(chat) ? await ledger.read({ turn, types: ['turn.started', 'turn.finished'] }) : []
      const started = bounds.find((fact) => fact.type === 'turn.started')
      if (started?.chat !== chat) return refuse('TURN_UNKNOWN', message('no-such-turn-in-record'))
      const finished = bounds.find((fact) => fact.type === 'turn.finished')
      const end = finished ? { before: finished.seq + 1 } : {}
      const facts = await ledger.read({ chat, after: started.seq - 1, ...end, limit: MOST_FACTS + 1 })
      return reply({ facts: facts.slice(0, MOST_FACTS), isCut: facts.length > MOST_FACTS })
    }),

    /** Exactly the text that was sent, up to a limit. */
    'request.read': on(takes({ seq: position }), async ({ seq }) => {
      const fact = await readFact(seq)
      if (fact?.type !== 'request.sent') return refuse('REQUEST_LOST', message('no-such-request-in-record'))
      const text = await unpackRequest(fact, {
        readText: (sha256) => ledger.readText(sha256),
        readContent: async (at) => {
          const said = await readFact(at)
          return said?.type === 'message.added' ? said.content : null
        },
      })
      if (text === null) {
        const remedy = message('verify-the-record')
        return refuse('REQUEST_LOST', message('request-not-restorable', { remedy }))
      }
      return reply({ text: text.slice(0, MOST_CHARACTERS), characters: text.length })
    }),

    'call.read': on(takes({ call: id }), async ({ call }) => reply({ facts: await ledger.read({ calls: [call] }) })),

    /** The newest other calls of the same tool. */
    'call.alike': on(takes({ call: id }), async ({ call }) => {
      const [row] = await readRows(ledger, [call])
      if (!row) return refuse('CALL_NOT_FOUND', message('no-such-call-in-record'))
      const { calls } = await ledger.findCalls({ tool: row.tool, from: 0, limit: MOST_ALIKE + 1 })
      const others = calls.filter((other) => other !== call)
      return reply({ rows: await readRows(ledger, others.slice(-MOST_ALIKE)) })
    }),

    'call.compare': on(takes({ left: id, right: id }), async ({ left, right }) => {
      const compared = await compareCalls(ledger, left, right)
      return compared ? reply(compared) : refuse('CALL_NOT_FOUND', message('no-such-call-in-record'))
    }),
  }
}

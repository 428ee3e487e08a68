import { randomUUID } from 'node:crypto'
import type { ModelReading } from '#main/agent/model-reading'
import { runTurn } from '#main/agent/turn'
import type { InnerTurn } from '#main/calls/run-call'
import { findMisfit } from '#main/gate/find-misfit'
import { askModel } from '#main/models/ollama/chat'
import { emptyAnswer } from '#main/models/ollama/read-answer'
import type { TurnEnded } from '#main/runners/runner'
import type { FactOf } from '#shared/facts'
import type { Json } from '#shared/json'
import { type Message, message } from '#shared/messages/message'
import { isToolAllowed, parseAllowedTools, toCalled } from '#shared/skill/allowed-tools'
import type { ChatPorts } from './chats.ts'
import { prepareTurn } from './prepare-turn.ts'

type Kept = FactOf<'turn.inside'>['body']

/**
 * A model turn inside a call: the model follows a skill's text and may call only its tools. Its messages are recorded
 * with the call.
 */
export async function takeInnerTurn(
  ports: ChatPorts,
  readings: Map<string, ModelReading>,
  { prompt, call, chat, signal, record, runCall }: InnerTurn,
): Promise<TurnEnded> {
  const met = await ports.models.meet(ports.model(), signal)
  const { options, input } = prepareTurn(ports, readings, met, chat)
  const specs = prompt.tools.flatMap(parseAllowedTools)
  const denied = specs.filter(({ conditions, denies }) => denies && conditions.length === 0)
  const allowing = specs.filter(({ denies }) => !denies).map((spec) => ({ ...spec, conditions: [] }))
  const allowed = ports.registry().tools.filter((tool) => isToolAllowed([...denied, ...allowing], toCalled(tool), {}))
  const names = new Set(allowed.map(({ modelName }) => modelName))
  const tools = input.tools.filter(({ function: { name } }) => names.has(name))
  let text = ''
  let failure: Message | null = null
  const { returns } = prompt
  const reason = await runTurn(
    {
      ...input,
      ...{ chat: call, turn: randomUUID(), history: [], text: prompt.text, signal, tools, builtIns: [] },
      ...{ system: prompt.instructions, maxRounds: ports.limits().maxRounds },
      ...(returns && { returns: { schema: returns, check: (value: Json) => findMisfit(returns, value) } }),
    },
    {
      publish: async (...facts) => {
        for (const { chat: _, ...body } of facts) {
          if (body.type === 'message.added' && body.role === 'assistant') text = body.content
          if (body.type === 'turn.finished' && body.error)
            failure = message('turn-failed', { reason: body.error.message })
          if (isKept(body)) await record(body)
        }
      },
      tick: () => undefined,
      newId: randomUUID,
      now: () => performance.now(),
      readWhole: (inner) => (chat === null ? Promise.resolve(null) : ports.readWhole(chat, inner)),
      askModel: async (request, onToken) => {
        if (!met.ok) return { ok: false, problem: met.problem, said: emptyAnswer() }
        return askModel(met.host, { ...options.request, ...request }, { token: onToken }, signal)
      },
      runCall: async ({ call: inner, tool, args, answer }) => {
        const { forModel, error, run, succeeded } = await runCall(tool, args, inner, ({ name, args: given }) =>
          answer(name, given),
        )
        return { text: forModel, ...(error && { code: error.code }), ...(run && !succeeded && { failed: true }) }
      },
    },
  )
  if (reason === 'answered') {
    return returns ? { how: 'done', text, result: JSON.parse(text) as Json } : { how: 'done', text }
  }
  const why = failure ?? message('turn-failed', { reason })
  return { how: reason === 'stopped' ? 'canceled' : 'failed', text, failure: { code: why.code, message: why } }
}

const isKept = (body: { type: string }): body is Kept =>
  body.type === 'message.added' || body.type === 'turn.started' || body.type === 'turn.finished'

import type { MessageAdded } from '#shared/facts'
import { isObject, type JsonObject } from '#shared/json'
import type { ModelAnswer, ModelProblem } from '#shared/model/model'
import type { ProposedCall } from './ports.ts'
import type { Ending, TurnState } from './turn-state.ts'

/** What one round came to: calls to answer, or the end of the turn. */
export type Round = { calls: ProposedCall[]; offered: ReadonlySet<string> } | { ending: Ending }

export function endWith(problem: ModelProblem): Ending {
  return problem.code === 'STOPPED' ? { reason: 'stopped' } : { reason: 'error', error: problem }
}

export async function recordAnswer(
  { publish, messages }: TurnState,
  { content, thinking, ...counted }: Pick<ModelAnswer, 'content' | 'thinking'> & Partial<ModelAnswer>,
  proposed: readonly ProposedCall[],
): Promise<void> {
  if (!content && !thinking && proposed.length === 0) return
  const calls = proposed.map(({ call, tool, args }) => ({ call, tool, args: toObject(args) }))
  const added: MessageAdded = {
    type: 'message.added',
    role: 'assistant',
    content,
    ...(thinking && { thinking }),
    ...(calls.length > 0 && { calls }),
    ...toStats(counted),
  }
  await publish(added)
  const repeated = proposed.map(({ tool, args, id }) => ({ tool, args: toObject(args), ...(id && { id }) }))
  messages.push({ role: 'assistant', content, calls: repeated })
}

function toStats({ outputTokens, outputMs, promptMs }: Partial<ModelAnswer>): Pick<MessageAdded, 'stats'> {
  if (!outputTokens) return {}
  const times = { ...(outputMs !== undefined && { ms: outputMs }), ...(promptMs !== undefined && { promptMs }) }
  return { stats: { tokens: outputTokens, ...times } }
}

/** As the protocol can repeat it: arguments are an object there, whatever the model wrote. */
function toObject(args: unknown): JsonObject {
  return isObject(args) ? args : { arguments: JSON.parse(JSON.stringify(args ?? null)) }
}

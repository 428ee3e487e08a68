import type { ModelAnswer } from '#shared/model/model'
import { askModel } from './ask-model.ts'
import type { ProposedCall } from './ports.ts'
import { prepareRequest } from './prepare-request.ts'
import { endWith, type Round, recordAnswer } from './record-answer.ts'
import { recoverCalls } from './recover-calls.ts'
import type { Tier } from './turn-input.ts'
import { type TurnState, takesStructured } from './turn-state.ts'

/** Asks with the tools in the request. Null when the server says that this model takes none. */
export async function takeProtocolRound(state: TurnState): Promise<Round | null> {
  const { prepared, outcome } = await askModel(state, () => prepareRequest(state), true)
  const isWithoutTools = !outcome.ok && outcome.problem.code === 'MODEL_WITHOUT_TOOLS'
  if (isWithoutTools && takesStructured(state.input.tiers)) return null
  const answer = outcome.ok ? outcome.answer : outcome.said
  // Of an answer that was cut off, a call may be half of what was meant.
  const isWhole = outcome.ok && !answer.wasCut
  const { offered } = prepared
  const { calls, content } = isWhole ? readCalls(state, answer, offered) : { calls: [], content: answer.content }
  await recordAnswer(state, { ...answer, content }, calls)
  if (!outcome.ok) return { ending: endWith(outcome.problem) }
  if (answer.wasCut) return { ending: { reason: 'length' } }
  return calls.length === 0 ? { ending: { reason: 'answered' } } : { calls, offered }
}

/** The calls of an answer: as the protocol has them, else those it holds as text, and what else it says. */
function readCalls(
  { input, ports }: TurnState,
  { calls, content }: ModelAnswer,
  offered: ReadonlySet<string>,
): { calls: ProposedCall[]; content: string } {
  const takes = (tier: Tier) => input.tiers?.has(tier) ?? true
  if (calls.length > 0) {
    const proposed = takes('native') ? calls.map((call) => ({ call: ports.newId(), ...call })) : []
    return { calls: proposed, content }
  }
  const recovered = recoverCalls(content, offered)
  if (!recovered || !takes(recovered.from)) return { calls: [], content }
  const { from, rest } = recovered
  return {
    calls: recovered.calls.map((call) => ({ call: ports.newId(), ...call, recoveredFrom: from })),
    content: rest,
  }
}

import type { MessageAdded } from '#shared/facts'
import { isObject, type JsonObject } from '#shared/json'
import type { ModelAnswer, ModelOutcome } from '#shared/model'
import { answerCalls } from './answer-calls.ts'
import { calibrate, isMismatch } from './calibrate.ts'
import type { ProposedCall } from './ports.ts'
import { type PreparedRequest, prepareRequest } from './prepare-request.ts'
import { recoverCalls } from './recover-calls.ts'
import type { Tier } from './turn-input.ts'
import type { Ending, TurnState } from './turn-state.ts'

const MAX_ROUNDS = 12
const TOO_LONG_FACTOR = 1.5

/** Asks and answers until the model has no call left, a limit is reached, or something ends it. */
export async function takeRounds(state: TurnState): Promise<Ending> {
  const { input, ports, stats } = state
  const { chat, turn, signal, maxRounds = MAX_ROUNDS } = input
  while (stats.rounds < maxRounds) {
    stats.rounds++
    ports.tick({ tick: 'phase', chat, turn, phase: 'thinking' })
    const { prepared, outcome } = await ask(state)
    const answer = outcome.ok ? outcome.answer : outcome.said
    stats.promptTokens += answer.promptTokens
    stats.outputTokens += answer.outputTokens
    await compareCounts(state, prepared, answer)
    // Of an answer that was cut off, a call may be half of what was meant.
    const isWhole = outcome.ok && !answer.wasCut
    const { offered } = prepared
    const { calls, content } = isWhole ? readCalls(state, answer, offered) : { calls: [], content: answer.content }
    await recordAnswer(state, { ...answer, content }, calls)
    if (!outcome.ok) return endWith(outcome.problem)
    if (answer.wasCut) return { reason: 'length' }
    if (calls.length === 0) return { reason: 'answered' }
    const isLooping = await answerCalls(state, calls, offered)
    if (signal.aborted) return { reason: 'stopped' }
    if (isLooping) return { reason: 'loop' }
  }
  return { reason: 'rounds' }
}

/** Once more, with a larger estimate, where the server says that the prompt is too long. */
async function ask(state: TurnState): Promise<{ prepared: PreparedRequest; outcome: ModelOutcome }> {
  const { input, ports, calibration } = state
  const { chat, turn } = input
  const send = async () => {
    const prepared = await prepareRequest(state)
    const outcome = await ports.askModel(prepared.request, (text, thinking) =>
      ports.tick({ tick: 'token', chat, turn, text, thinking }),
    )
    return { prepared, outcome }
  }
  const first = await send()
  if (first.outcome.ok || first.outcome.problem.code !== 'CONTEXT_TOO_LONG') return first
  calibration.factor *= TOO_LONG_FACTOR
  return send()
}

async function compareCounts(
  { publish, calibration }: TurnState,
  { fitted: { estimate, numCtx } }: PreparedRequest,
  { promptTokens }: ModelAnswer,
): Promise<void> {
  if (promptTokens === 0) return
  // What the server still had of an earlier request is not in its count, and it does not say how much that was.
  const counted = { estimate, promptEvalCount: promptTokens, numCtx }
  if (isMismatch({ ...counted, wasPrefixUnchanged: true })) await publish({ type: 'context.mismatched', ...counted })
  calibration.factor = calibrate(calibration.factor, estimate, promptTokens, true)
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

function endWith(problem: { code: string; message: string }): Ending {
  return problem.code === 'STOPPED' ? { reason: 'stopped' } : { reason: 'error', error: problem }
}

async function recordAnswer(
  { publish, messages }: TurnState,
  { content, thinking }: ModelAnswer,
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
  }
  await publish(added)
  const repeated = proposed.map(({ tool, args, id }) => ({ tool, args: toObject(args), ...(id && { id }) }))
  messages.push({ role: 'assistant', content, calls: repeated })
}

/** As the protocol can repeat it: arguments are an object there, whatever the model wrote. */
function toObject(args: unknown): JsonObject {
  return isObject(args) ? args : { arguments: JSON.parse(JSON.stringify(args ?? null)) }
}

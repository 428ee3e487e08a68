import type { MessageAdded } from '#shared/facts'
import { isObject, type JsonObject } from '#shared/json'
import type { ModelAnswer, ModelMessage } from '#shared/model'
import { answerCalls } from './answer-calls.ts'
import type { ProposedCall } from './ports.ts'
import { recoverCalls } from './recover-calls.ts'
import type { Tier } from './turn-input.ts'
import type { Ending, TurnState } from './turn-state.ts'

const MAX_ROUNDS = 12

/** Asks and answers until the model has no call left, a limit is reached, or something ends it. */
export async function takeRounds(state: TurnState): Promise<Ending> {
  const { input, ports, stats } = state
  const { chat, turn, signal, maxRounds = MAX_ROUNDS } = input
  while (stats.rounds < maxRounds) {
    stats.rounds++
    ports.tick({ tick: 'phase', chat, turn, phase: 'thinking' })
    const outcome = await ports.askModel(
      { model: input.model, messages: withSystem(state), tools: input.tools },
      (text, thinking) => ports.tick({ tick: 'token', chat, turn, text, thinking }),
    )
    const answer = outcome.ok ? outcome.answer : outcome.said
    stats.promptTokens += answer.promptTokens
    stats.outputTokens += answer.outputTokens
    // Of an answer that was cut off, a call may be half of what was meant.
    const isWhole = outcome.ok && !answer.wasCut
    const offered = new Set(input.tools.map((tool) => tool.function.name))
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

function withSystem({ input, messages }: TurnState): ModelMessage[] {
  return input.system ? [{ role: 'system', content: input.system }, ...messages] : [...messages]
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

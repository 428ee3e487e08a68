import type { MessageAdded } from '#shared/facts'
import { isObject, type JsonObject } from '#shared/json'
import { type Message, message } from '#shared/messages/message'
import type { ModelAnswer, ModelMessage, ModelProblem } from '#shared/model/model'
import type { Asked } from './ask-model.ts'
import { contextOf } from './beginning.ts'
import { findUnfounded } from './find-unfounded.ts'
import type { ProposedCall } from './ports.ts'
import { callsOfTurn, type Ending, type TurnState } from './turn-state.ts'

/** The result of one round: calls to run, or the end of the turn. */
export type Round = { calls: ProposedCall[] } | { ending: Ending }

export function endWith(problem: ModelProblem): Ending {
  return problem.code === 'STOPPED' ? { reason: 'stopped' } : { reason: 'error', error: problem }
}

export type Said = Pick<ModelAnswer, 'content' | 'thinking'> &
  Partial<ModelAnswer> & { written?: string | undefined; notes?: readonly Message[] }

export async function recordAnswer(
  state: TurnState,
  { content, thinking, written, notes: own = [], ...counted }: Said,
  proposed: readonly ProposedCall[],
  asked?: Asked,
): Promise<void> {
  if (!content && !thinking && !written && proposed.length === 0) return
  const calls = proposed.map(({ call, tool, args, id }) => ({ call, tool, args: toObject(args), ...(id && { id }) }))
  const isAnswer = calls.length === 0 && content !== ''
  const unfounded = isAnswer && callsOfTurn(state).length > 0 ? findUnfounded(content, ...sourcesOf(state)) : []
  const notes = [...own, ...(isAnswer ? notesFor(state, unfounded) : [])]
  const repeated = written === undefined ? {} : { written }
  const added: MessageAdded = {
    type: 'message.added',
    role: 'assistant',
    content,
    ...(thinking && { thinking }),
    ...(calls.length > 0 && { calls }),
    ...repeated,
    ...(notes.length > 0 && { notes }),
    ...(unfounded.length > 0 && { unfounded }),
    ...toStats(counted, asked),
  }
  await state.publish(added)
  state.messages.push({ role: 'assistant', content, calls: calls.map(({ call: _, ...rest }) => rest), ...repeated })
}

/** Small models invent what they could not read, so the answer carries a note about that. */
function notesFor({ failed, shortened, reading, input }: TurnState, unfounded: readonly string[]): Message[] {
  const tokens = contextOf(input)
  return [
    ...(reading.mostContext === undefined ? [] : [message('answer-in-less-context', { tokens })]),
    ...(failed.size === 0 ? [] : [message('answer-without-result', { tool: [...failed].join(', ') })]),
    ...(shortened.size === 0 ? [] : [message('answer-of-shortened', { tool: [...shortened].join(', ') })]),
    ...(unfounded.length === 0 ? [] : [message('answer-unfounded', { values: unfounded.join(', ') })]),
  ]
}

/** What the model has read in this chat: outputs, and separately requests and its own arguments. */
export function sourcesOf({ messages }: TurnState): [results: string[], requests: string[]] {
  const isResult = (one: ModelMessage) => one.role === 'tool'
  const others = messages.filter((one) => !isResult(one))
  return [
    messages.filter(isResult).map(({ content }) => content),
    others.map((one) => (one.role === 'assistant' ? JSON.stringify(one.calls.map(({ args }) => args)) : one.content)),
  ]
}

function toStats(
  { outputTokens, outputMs, promptMs }: Partial<ModelAnswer>,
  { figures = null, firstMs = 0 }: Partial<Asked> = {},
): Pick<MessageAdded, 'stats'> {
  if (!outputTokens) return {}
  const times = {
    ...(outputMs !== undefined && { ms: outputMs, ...(firstMs > 0 && { firstMs }) }),
    ...(promptMs !== undefined && { promptMs }),
  }
  const { wasCut: _, ...read } = figures ?? { wasCut: false }
  return { stats: { tokens: outputTokens, ...times, ...read } }
}

/** In the protocol, arguments are always an object. */
function toObject(args: unknown): JsonObject {
  return isObject(args) ? args : { arguments: JSON.parse(JSON.stringify(args ?? null)) }
}

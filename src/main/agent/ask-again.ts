import type { Message } from '#shared/messages/message'
import type { ModelAnswer, ModelMessage } from '#shared/model/model'
import { askModel } from './ask-model.ts'
import type { Beginning } from './beginning.ts'
import { forceCall } from './force-call.ts'
import { toolsOf } from './other-tools.ts'
import type { ProposedCall } from './ports.ts'
import { prepareRequest } from './prepare-request.ts'
import { readCalls } from './read-calls.ts'
import { callsOfTurn, type TurnState } from './turn-state.ts'

export interface Mended {
  calls: ProposedCall[]
  /** Set if the answer is replaced. */
  said?: Pick<ModelAnswer, 'content' | 'thinking'>
  notes?: readonly Message[]
}

/** One more question in words; null if there is no whole answer. */
export async function askAgain(state: TurnState, text: string, before: readonly ModelMessage[] = []) {
  state.wasAskedAgain = true
  const asked = await askModel(state, () => prepareRequest(state, [...before, { role: 'user', content: text }]), false)
  return asked.outcome.ok && !asked.outcome.answer.wasCut ? { asked, answer: asked.outcome.answer } : null
}

export async function askForWords(
  state: TurnState,
  answer: ModelAnswer,
  beginning: Beginning,
  instead: string,
): Promise<Mended | null> {
  const results = callsOfTurn(state).length > 0 ? ', with the results above' : ''
  const again = `${instead} Answer the request in words${results}.`
  const better = await askAgain(state, again, [{ role: 'assistant', content: answer.content, calls: [] }])
  if (!better || better.answer.content === '') return null
  return readCalls(state, better.answer, beginning).calls.length > 0 ? null : { calls: [], said: better.answer }
}

/** One more question for a call of one of these tools. */
export function force(state: TurnState, answer: ModelAnswer, reason: string, names: readonly string[]) {
  state.wasAskedAgain = true
  return forceCall(state, toolsOf(state, names), reason, answer)
}

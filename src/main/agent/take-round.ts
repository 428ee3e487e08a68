import { askModel } from './ask-model.ts'
import { writeBeginning } from './beginning.ts'
import { amend, askAgain, refit } from './mend-reply.ts'
import { continuePlan } from './open-calls.ts'
import type { ProposedCall } from './ports.ts'
import { prepareRequest } from './prepare-request.ts'
import { readCalls } from './read-calls.ts'
import { endWith, type Round, recordAnswer } from './record-answer.ts'
import { correctNames } from './said-values.ts'
import { takeChosenRound } from './structured-round.ts'
import type { Ending, TurnState } from './turn-state.ts'

/** One request and its result: calls, or the end of the turn. */
export async function takeRound(state: TurnState): Promise<Round> {
  if (state.style === 'choose') return takeChosenRound(state)
  const isCompact = state.style === 'compact'
  const planned = isCompact ? ((await refit(state)) ?? (await continuePlan(state))) : null
  if (planned) return takePlanned(state, planned)
  const beginning = writeBeginning(state)
  const asked = await askModel(state, () => prepareRequest(state), true)
  const { outcome } = asked
  if (!outcome.ok && outcome.problem.code === 'MODEL_WITHOUT_TOOLS' && state.style === 'native') {
    state.style = 'compact'
    return takeRound(state)
  }
  const answer = outcome.ok ? outcome.answer : outcome.said
  // A call at the end of a cut-off answer may be incomplete.
  const isWhole = outcome.ok && !answer.wasCut
  const read = isWhole ? readCalls(state, answer, beginning) : { calls: [], content: answer.content }
  const { calls, ...said } = isWhole && isCompact ? await amend(state, answer, read, beginning) : read
  await recordAnswer(state, { ...answer, ...said }, calls, asked)
  if (!outcome.ok) return { ending: endWith(outcome.problem) }
  if (answer.wasCut) return { ending: { reason: 'length' } }
  if (calls.length > 0) return { calls }
  return state.later.length > 0 ? takeOpen(state) : { ending: { reason: 'answered' } }
}

/** The model wrote nothing but calls that need a result first. */
async function takeOpen(state: TurnState): Promise<Round> {
  const calls = await continuePlan(state)
  return calls ? takePlanned(state, calls) : { ending: await endLoop(state) }
}

async function takePlanned(state: TurnState, planned: readonly ProposedCall[]): Promise<Round> {
  const { calls, notes } = correctNames(state, planned)
  await recordAnswer(state, { content: '', thinking: '', notes }, calls)
  return { calls }
}

/** A small model that goes round in circles is asked once for an answer with the results it has. */
export async function endLoop(state: TurnState): Promise<Ending> {
  const last =
    state.style === 'native'
      ? null
      : await askAgain(state, 'Call no more tools. Answer the request in words, with the results above.')
  if (!last || last.answer.content === '' || readCalls(state, last.answer, writeBeginning(state)).calls.length > 0)
    return { reason: 'loop' }
  await recordAnswer(state, last.answer, [], last.asked)
  return { reason: 'answered' }
}

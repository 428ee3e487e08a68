import type { ModelAnswer, ModelOutcome, ModelRequest } from '#shared/model/model'
import { calibrate, isMismatch } from './calibrate.ts'
import type { FittedContext } from './fit-context.ts'
import type { TurnState } from './turn-state.ts'

const TOO_LONG_FACTOR = 1.5

/** What goes to the model, and how it was made to fit; without `fitted` it is short by itself. */
export interface Fitted {
  request: ModelRequest
  fitted?: FittedContext
}

/** Once more, with a larger estimate, where the server says that the prompt is too long. */
export async function askModel<T extends Fitted>(
  state: TurnState,
  prepare: () => Promise<T>,
  isShown: boolean,
): Promise<{ prepared: T; outcome: ModelOutcome }> {
  const first = await send(state, prepare, isShown)
  if (first.outcome.ok || first.outcome.problem.code !== 'CONTEXT_TOO_LONG') return first
  state.calibration.factor *= TOO_LONG_FACTOR
  return send(state, prepare, isShown)
}

async function send<T extends Fitted>(state: TurnState, prepare: () => Promise<T>, isShown: boolean) {
  const { input, ports, stats } = state
  const { chat, turn } = input
  const prepared = await prepare()
  const outcome = await ports.askModel(prepared.request, (text, thinking) => {
    if (isShown) ports.tick({ tick: 'token', chat, turn, text, thinking })
  })
  const answer = outcome.ok ? outcome.answer : outcome.said
  stats.promptTokens += answer.promptTokens
  stats.outputTokens += answer.outputTokens
  if (prepared.fitted) await compareCounts(state, prepared.fitted, answer)
  return { prepared, outcome }
}

async function compareCounts(
  { publish, calibration }: TurnState,
  { estimate, numCtx }: FittedContext,
  { promptTokens }: ModelAnswer,
): Promise<void> {
  if (promptTokens === 0) return
  // What the server still had of an earlier request is not in its count, and it does not say how much that was.
  const counted = { estimate, promptEvalCount: promptTokens, numCtx }
  if (isMismatch({ ...counted, wasPrefixUnchanged: true })) await publish({ type: 'context.mismatched', ...counted })
  calibration.factor = calibrate(calibration.factor, estimate, promptTokens, true)
}

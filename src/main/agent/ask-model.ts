import type { ModelOutcome, ModelRequest } from '#shared/model/model'
import { contextOf } from './beginning.ts'
import type { FittedContext } from './fit-context.ts'
import { learnFrom, learnTooLong, type ReadFigures } from './model-reading.ts'
import type { TurnState } from './turn-state.ts'

/** With less, a model cannot hold the tools. */
const LEAST_CONTEXT = 4096

/** What goes to the model, and how it was made to fit; without `fitted` it is short by itself. */
export interface Fitted {
  request: ModelRequest
  fitted?: FittedContext
}

export interface Asked<T> {
  prepared: T
  outcome: ModelOutcome
  figures: ReadFigures | null
}

/**
 * Once more, with a larger estimate, where the server says that the prompt is too long; with half the context where it
 * cannot hold that much, as often as helps.
 */
export async function askModel<T extends Fitted>(
  state: TurnState,
  prepare: () => Promise<T>,
  isShown: boolean,
): Promise<Asked<T>> {
  const first = await send(state, prepare, isShown)
  const code = first.outcome.ok ? '' : first.outcome.problem.code
  const half = Math.floor(contextOf(state.input) / 2)
  if (code === 'MODEL_TOO_LARGE' && half >= LEAST_CONTEXT && state.input.reading) {
    state.reading.mostContext = half
    return askModel(state, prepare, isShown)
  }
  if (code !== 'CONTEXT_TOO_LONG') return first
  learnTooLong(state.reading)
  return send(state, prepare, isShown)
}

async function send<T extends Fitted>(
  state: TurnState,
  prepare: () => Promise<T>,
  isShown: boolean,
): Promise<Asked<T>> {
  const { input, ports, stats, reading } = state
  const { chat, turn } = input
  const prepared = await prepare()
  const { request, fitted } = prepared
  const outcome = await ports.askModel(request, (text, thinking) => {
    if (isShown) ports.tick({ tick: 'token', chat, turn, text, thinking })
  })
  const answer = outcome.ok ? outcome.answer : outcome.said
  stats.promptTokens += answer.promptTokens
  stats.outputTokens += answer.outputTokens
  const { estimate = 0, numCtx = 0 } = fitted ?? {}
  const figures = learnFrom(reading, { chat, request, estimate }, answer)
  if (figures?.wasCut && fitted) {
    await state.publish({ type: 'context.mismatched', estimate, promptEvalCount: figures.promptTokens, numCtx })
  }
  return { prepared, outcome, figures }
}

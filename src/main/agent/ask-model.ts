import type { ModelOutcome, ModelRequest } from '#shared/model/model'
import { contextOf } from './beginning.ts'
import type { FittedContext } from './fit-context.ts'
import { expectReading, learnFrom, learnTooLong, type ReadFigures } from './model-reading.ts'
import type { TurnState } from './turn-state.ts'

/** With less, the tools do not fit. */
const LEAST_CONTEXT = 4096
/** In tokens; fewer are read too fast for a meter. */
const LONG_READING = 300

/** A request and how it was shortened; without `fitted` it is short anyway. */
type Prepare = () => Promise<{ request: ModelRequest; fitted?: FittedContext }>

export interface Asked {
  outcome: ModelOutcome
  figures: ReadFigures | null
  /** Until the first word; 0 if there was none. */
  firstMs: number
  /** By our own estimate it is too long, and nothing more can be left out. */
  isTooLong: boolean
}

/**
 * Repeats the request with a larger estimate if the server finds the prompt too long, and with half the context if the
 * server cannot hold that much.
 */
export async function askModel(state: TurnState, prepare: Prepare, isShown: boolean): Promise<Asked> {
  const first = await send(state, prepare, isShown)
  const code = first.outcome.ok ? '' : first.outcome.problem.code
  const half = Math.floor(contextOf(state.input) / 2)
  if (code === 'MODEL_TOO_LARGE' && half >= LEAST_CONTEXT && state.input.reading) {
    state.reading.mostContext = half
    return askModel(state, prepare, isShown)
  }
  if (code !== 'CONTEXT_TOO_LONG' || first.isTooLong) return first
  learnTooLong(state.reading)
  return send(state, prepare, isShown)
}

async function send(state: TurnState, prepare: Prepare, isShown: boolean): Promise<Asked> {
  const { input, ports, stats, reading } = state
  const { chat, turn } = input
  const { request, fitted } = await prepare()
  const { estimate = 0, numCtx = 0 } = fitted ?? {}
  const expected = expectReading(reading, { request, estimate })
  if (expected.tokens >= LONG_READING) ports.tick({ tick: 'phase', chat, turn, phase: 'reading', ...expected })
  const started = ports.now()
  let firstMs = 0
  const outcome = await ports.askModel(request, (text, thinking) => {
    firstMs ||= Math.round(ports.now() - started)
    if (isShown) ports.tick({ tick: 'token', chat, turn, text, thinking })
  })
  const answer = outcome.ok ? outcome.answer : outcome.said
  stats.promptTokens += answer.promptTokens
  stats.outputTokens += answer.outputTokens
  const figures = learnFrom(reading, { chat, request, estimate }, answer)
  if (figures?.wasCut && fitted) {
    await state.publish({ type: 'context.mismatched', estimate, promptEvalCount: figures.promptTokens, numCtx })
  }
  return { outcome, figures, firstMs, isTooLong: estimate > numCtx }
}

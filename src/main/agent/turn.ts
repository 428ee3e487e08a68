import { broughtIn } from '#shared/chat/picture'
import { parseJson } from '#shared/json'
import { message } from '#shared/messages/message'
import type { ModelMessage } from '#shared/model/model'
import { answerCalls } from './answer-calls.ts'
import { askModel } from './ask-model.ts'
import { toGrammar } from './force-call.ts'
import type { TurnPorts } from './ports.ts'
import { prepareForced } from './prepare-request.ts'
import { endWith, recordAnswer } from './record-answer.ts'
import { endLoop, takeRound } from './take-round.ts'
import { beginTurn, type Ending, type TurnInput, type TurnState } from './turn-state.ts'

export type { TurnInput } from './turn-state.ts'

const MAX_ROUNDS = 12

/**
 * Answers one message: ask the model, run its calls, repeat. Ends in exactly one `turn.finished` while facts can be
 * recorded; afterwards rejects with what a port threw.
 */
export async function runTurn(input: TurnInput, ports: TurnPorts): Promise<Ending['reason']> {
  const state = beginTurn(input, ports)
  const { turn, model, text, images, servers, replaces } = input
  const started = ports.now()
  try {
    await state.publish(
      { type: 'turn.started', turn, model, ...(replaces !== undefined && { replaces }) },
      { type: 'message.added', role: 'user', content: text, ...broughtIn({ images, servers }) },
    )
    const answered = await takeRounds(state)
    const ending = input.returns && answered.reason === 'answered' ? await fitAnswer(state, input.returns) : answered
    await finish(state, ending, started)
    return ending.reason
  } catch (error) {
    const problem = error instanceof Error ? error.message : String(error)
    const failure = { code: 'INTERNAL', message: message('skillet-failed', { problem }) }
    await finish(state, { reason: 'error', error: failure }, started).catch(() => {
      throw error
    })
    throw error
  }
}

async function finish({ input, ports, stats, publish }: TurnState, ending: Ending, started: number): Promise<void> {
  const ms = Math.round(ports.now() - started)
  await publish({ type: 'turn.finished', turn: input.turn, ...ending, stats: { ...stats, ms } })
}

/** Repeats until the model makes no more calls, a limit is reached, or something ends it. */
async function takeRounds(state: TurnState): Promise<Ending> {
  const { input, ports, stats } = state
  const { chat, turn, signal, maxRounds = MAX_ROUNDS } = input
  while (stats.rounds < maxRounds) {
    stats.rounds++
    ports.tick({ tick: 'phase', chat, turn, phase: 'thinking' })
    const round = await takeRound(state)
    if ('ending' in round) return round.ending
    const isLooping = await answerCalls(state, round.calls)
    if (signal.aborted) return { reason: 'stopped' }
    if (isLooping) return endLoop(state)
  }
  return { reason: 'rounds' }
}

const MOST_ATTEMPTS = 3
const MOST_TOKENS = 4096

/** Makes the answer fit a schema: up to two more requests with the schema as a grammar, without tools. */
async function fitAnswer(
  state: TurnState,
  { schema, check }: NonNullable<TurnState['input']['returns']>,
): Promise<Ending> {
  for (let attempt = 1; ; attempt++) {
    const last = state.messages.at(-1)
    const value = parseJson(last?.role === 'assistant' ? last.content : '')
    const problem = value === undefined ? 'it is not JSON' : await check(value)
    if (problem === null) return { reason: 'answered' }
    if (attempt === MOST_ATTEMPTS) {
      const values = { attempts: MOST_ATTEMPTS, problem }
      return { reason: 'error', error: { code: 'turn-misfits', message: message('turn-misfits', values) } }
    }
    const again: ModelMessage = {
      role: 'user',
      content: `Give your answer as JSON alone. It must fit this schema: ${JSON.stringify(schema)}\nThe answer before does not fit: ${problem}`,
    }
    const prepare = () => prepareForced(state, [again], toGrammar(schema), { maxTokens: MOST_TOKENS })
    const asked = await askModel(state, prepare, true)
    const { outcome } = asked
    if (!outcome.ok) return endWith(outcome.problem)
    await recordAnswer(state, outcome.answer, [], asked)
  }
}

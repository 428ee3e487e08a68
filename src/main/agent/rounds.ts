import { answerCalls } from './answer-calls.ts'
import { takeRound } from './take-round.ts'
import type { Ending, TurnState } from './turn-state.ts'

const MAX_ROUNDS = 12

/** Asks and answers until the model has no call left, a limit is reached, or something ends it. */
export async function takeRounds(state: TurnState): Promise<Ending> {
  const { input, ports, stats } = state
  const { chat, turn, signal, maxRounds = MAX_ROUNDS } = input
  while (stats.rounds < maxRounds) {
    stats.rounds++
    ports.tick({ tick: 'phase', chat, turn, phase: 'thinking' })
    const round = await takeRound(state)
    if ('ending' in round) return round.ending
    const isLooping = await answerCalls(state, round.calls)
    if (signal.aborted) return { reason: 'stopped' }
    if (isLooping) return { reason: 'loop' }
  }
  return { reason: 'rounds' }
}

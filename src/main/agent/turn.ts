import { message } from '#shared/messages/message'
import { fitAnswer } from './fit-answer.ts'
import type { TurnPorts } from './ports.ts'
import { takeRounds } from './rounds.ts'
import type { TurnInput } from './turn-input.ts'
import { beginTurn, type Ending, type TurnState } from './turn-state.ts'

export type { TurnInput } from './turn-input.ts'

/**
 * One message of the person, answered: ask the model, run what it asks for, repeat. Ends in exactly one `turn.finished`
 * as long as facts can be recorded; rejects, after that, with what a port threw.
 */
export async function runTurn(input: TurnInput, ports: TurnPorts): Promise<Ending['reason']> {
  const state = beginTurn(input, ports)
  const { turn, model, text, images, replaces } = input
  const started = ports.now()
  try {
    await state.publish(
      { type: 'turn.started', turn, model, ...(replaces !== undefined && { replaces }) },
      { type: 'message.added', role: 'user', content: text, ...(images?.length && { images }) },
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

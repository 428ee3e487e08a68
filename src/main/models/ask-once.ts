import { randomUUID } from 'node:crypto'
import { runTurn, type TurnInput } from '#main/agent/turn'
import type { NewFact } from '#shared/facts'
import type { ModelOutcome, ModelProblem, ModelRequest } from '#shared/model/model'

const MOST_WITH_THOUGHTS = 1024

interface Asking {
  /** Tokens of an answer without thoughts; a model that writes more has lost its way. */
  most: number
  /** As the model's settings say. */
  think: boolean | undefined
  ask(request: ModelRequest, maxTokens: number): Promise<ModelOutcome>
}

/** A single round as in a chat. Nothing runs and nothing is recorded. `said` is null if the model answered nothing. */
export async function askOnce(input: Omit<TurnInput, 'turn' | 'maxRounds'>, { most, think, ask }: Asking) {
  const published: NewFact[] = []
  let problem: ModelProblem | null = null
  await runTurn(
    { ...input, turn: randomUUID(), maxRounds: 1 },
    {
      publish: async (...facts) => void published.push(...facts),
      tick: () => {},
      newId: randomUUID,
      now: () => performance.now(),
      readWhole: async () => null,
      runCall: async () => ({ text: 'Nothing is run here.' }),
      askModel: async (request) => {
        const thinks = input.capabilities?.includes('thinking') === true && (request.think ?? think) !== false
        const limit = thinks ? MOST_WITH_THOUGHTS : most
        const outcome = await ask({ temperature: 0, ...request }, Math.min(request.maxTokens ?? limit, limit))
        if (!outcome.ok) problem = outcome.problem
        return outcome
      },
    },
  )
  const said = published.find((fact) => fact.type === 'message.added' && fact.role === 'assistant')
  return { said: said?.type === 'message.added' ? said : null, problem: problem as ModelProblem | null }
}

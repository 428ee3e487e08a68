import { randomUUID } from 'node:crypto'
import type { TurnPorts } from '#main/agent/ports'
import { runTurn, type TurnInput } from '#main/agent/turn'
import type { MessageAdded, NewFact } from '#shared/facts'
import type { ModelProblem } from '#shared/model/model'

export interface AskedOnce {
  /** Null if the model answered nothing. */
  said: MessageAdded | null
  problem: ModelProblem | null
}

/** A single round as in a chat. Nothing runs and nothing is recorded. */
export async function askOnce(
  input: Omit<TurnInput, 'turn' | 'maxRounds'>,
  askModel: TurnPorts['askModel'],
): Promise<AskedOnce> {
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
      askModel: async (request, onToken) => {
        const outcome = await askModel(request, onToken)
        if (!outcome.ok) problem = outcome.problem
        return outcome
      },
    },
  )
  const said = published.find((fact) => fact.type === 'message.added' && fact.role === 'assistant')
  return { said: said?.type === 'message.added' ? said : null, problem }
}

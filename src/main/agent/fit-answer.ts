import { message } from '#shared/messages/message'
import type { ModelMessage } from '#shared/model/model'
import { askModel } from './ask-model.ts'
import { readJson, toGrammar } from './force-call.ts'
import { prepareForced } from './prepare-request.ts'
import { endWith, recordAnswer } from './record-answer.ts'
import type { Ending, TurnState } from './turn-state.ts'

const MOST_ATTEMPTS = 3
const MOST_TOKENS = 4096

/** Makes the answer fit a schema: up to two more requests with the schema as a grammar, without tools. */
export async function fitAnswer(
  state: TurnState,
  { schema, check }: NonNullable<TurnState['input']['returns']>,
): Promise<Ending> {
  for (let attempt = 1; ; attempt++) {
    const last = state.messages.at(-1)
    const value = readJson(last?.role === 'assistant' ? last.content : '')
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

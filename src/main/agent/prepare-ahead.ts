import { prepareRequest } from './prepare-request.ts'
import { beginTurn, type TurnInput } from './turn-state.ts'

/** The beginning of this chat's next request. Null for a style without a common beginning. */
export async function prepareAhead(input: Omit<TurnInput, 'turn' | 'text'>) {
  if (input.style === 'choose') return null
  const nothing = () => undefined
  const ports = {
    publish: async () => undefined,
    askModel: () => Promise.reject(new Error('Nothing is asked ahead.')),
    runCall: () => Promise.reject(new Error('Nothing is run ahead.')),
    readWhole: async () => null,
    ...{ tick: nothing, newId: () => '', now: () => 0 },
  }
  const state = beginTurn({ ...input, turn: '', text: '' }, ports)
  state.messages.pop()
  const { request, fitted } = await prepareRequest(state)
  return { request: { ...request, maxTokens: 1, temperature: 0 }, estimate: fitted.estimate }
}

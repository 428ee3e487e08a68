import type { FactBody } from '#shared/facts'
import { isObject, type Json } from '#shared/json'
import type { CallErrorCode } from '#shared/plan'
import { explainNotOffered } from './offered-names.ts'
import type { CallAnswer, ProposedCall } from './ports.ts'
import type { TurnState } from './turn-state.ts'

const MAX_CALLS_A_MESSAGE = 8
const MAX_CALLS_AT_ONCE = 4

/** Runs what one message asks for and gives the model a result for each, in its order. Whether it goes round in circles. */
export async function answerCalls(
  state: TurnState,
  calls: readonly ProposedCall[],
  offered: ReadonlySet<string>,
): Promise<boolean> {
  const { input, ports, stats, messages, publish } = state
  stats.calls += calls.length
  ports.tick({ tick: 'phase', chat: input.chat, turn: input.turn, phase: 'working' })
  const failures: unknown[] = []
  const answers = await mapAtMost(MAX_CALLS_AT_ONCE, calls, async (proposed, index): Promise<CallAnswer> => {
    try {
      return await answerCall(state, proposed, index, offered)
    } catch (error) {
      failures.push(error)
      return { text: 'error: Skillet itself failed at this call' }
    }
  })
  const answered = calls.map((proposed, index) => ({ ...proposed, result: answers[index]?.text ?? '' }))
  for (const { call, tool, id, result } of answered) {
    await publish({ type: 'message.added', role: 'tool', content: result, toolName: tool, call })
    messages.push({ role: 'tool', content: result, tool, ...(id && { id }) })
  }
  if (failures.length > 0) throw failures[0]
  return state.loops.sees(answered)
}

async function answerCall(
  state: TurnState,
  proposed: ProposedCall,
  index: number,
  offered: ReadonlySet<string>,
): Promise<CallAnswer> {
  if (!offered.has(proposed.tool)) {
    return refuse(state, proposed, 'TOOL_UNKNOWN', explainNotOffered(proposed.tool, offered))
  }
  if (index >= MAX_CALLS_A_MESSAGE) {
    const message = `at most ${MAX_CALLS_A_MESSAGE} calls in one message; ask again for this one`
    return refuse(state, proposed, 'REFUSED', message)
  }
  if (state.input.signal.aborted) {
    return refuse(state, proposed, 'NOT_ANSWERED', 'it was stopped before it started')
  }
  return state.ports.runCall(proposed)
}

/** On record like every other call, though it never reaches the gate. */
async function refuse(
  { publish }: TurnState,
  { call, tool, args, recoveredFrom }: ProposedCall,
  code: CallErrorCode,
  message: string,
): Promise<CallAnswer> {
  const requested: FactBody = {
    type: 'call.requested',
    call,
    tool,
    args: isObject(args) ? args : { arguments: (args ?? null) as Json },
    ...(recoveredFrom && { recoveredFrom }),
  }
  await publish(requested, { type: 'call.refused', call, code, message })
  return { text: `error: ${message}`, code }
}

async function mapAtMost<T, R>(
  atOnce: number,
  items: readonly T[],
  work: (item: T, index: number) => Promise<R>,
): Promise<R[]> {
  const results: R[] = []
  let next = 0
  const takeNext = async () => {
    while (next < items.length) {
      const index = next++
      results[index] = await work(items[index] as T, index)
    }
  }
  await Promise.all(Array.from({ length: Math.min(atOnce, items.length) }, takeNext))
  return results
}

import type { CallErrorCode } from '#shared/call/plan'
import type { FactBody } from '#shared/facts'
import { isObject, type Json } from '#shared/json'
import { type Message, textOf } from '#shared/messages/message'
import { answerFindTools } from './offer-tools.ts'
import { explainNotOffered } from './offered-names.ts'
import type { CallAnswer, ProposedCall } from './ports.ts'
import { contextOf, isBuiltIn } from './prepare-request.ts'
import { countMisfits, explainSpent, isSpent } from './repairs.ts'
import { answerReadOutput, READ_OUTPUT, shortenOutput } from './shorten-output.ts'
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
  const given = await mapAtMost(MAX_CALLS_AT_ONCE, calls, async (proposed, index): Promise<CallAnswer> => {
    try {
      return await answerCall(state, proposed, index, offered)
    } catch (error) {
      failures.push(error)
      return { text: 'error: Skillet itself failed at this call' }
    }
  })
  const answers = countMisfits(state, calls, given)
  const answered = calls.map((proposed, index) => {
    return { ...proposed, result: fitResult(state, proposed, answers[index]?.text ?? '') }
  })
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
  const why = state.input.off?.get(proposed.tool)
  if (why !== undefined) return refuse(state, proposed, 'TOOL_DISABLED', why)
  const isEnabled = offered.has(proposed.tool) || state.input.tools.some((tool) => tool.function.name === proposed.tool)
  if (!isEnabled) {
    return refuse(state, proposed, 'TOOL_UNKNOWN', explainNotOffered(proposed.tool, offered))
  }
  if (index >= MAX_CALLS_A_MESSAGE) {
    const message = `at most ${MAX_CALLS_A_MESSAGE} calls in one message; ask again for this one`
    return refuse(state, proposed, 'REFUSED', message)
  }
  if (isSpent(state, proposed.tool)) return refuse(state, proposed, 'REFUSED', explainSpent(proposed.tool))
  if (state.input.signal.aborted) {
    return refuse(state, proposed, 'NOT_ANSWERED', 'it was stopped before it started')
  }
  if (isBuiltIn(proposed.tool)) return { text: await answerBuiltIn(state, proposed) }
  state.used.delete(proposed.tool)
  state.used.add(proposed.tool)
  return state.ports.runCall(proposed)
}

async function answerBuiltIn({ input, ports, found }: TurnState, { tool, args }: ProposedCall): Promise<string> {
  if (tool === READ_OUTPUT) {
    const id = isObject(args) && typeof args.id === 'string' ? args.id : ''
    return answerReadOutput(await ports.readWhole(id), args)
  }
  const answer = answerFindTools(input.tools, args)
  for (const name of answer.found) found.add(name)
  return answer.text
}

/** The whole of a long output stays on record, and the model is told how to read more of it. */
function fitResult({ input, outputs }: TurnState, { call, tool }: ProposedCall, whole: string): string {
  const { text, omittedBytes } = shortenOutput(whole, contextOf(input))
  if (omittedBytes === 0 || isBuiltIn(tool)) return text
  outputs.add(call)
  return `${text}\n[${READ_OUTPUT} reads more of it, with id ${call}]`
}

/** On record like every other call, though it never reaches the gate. */
async function refuse(
  { publish }: TurnState,
  { call, tool, args, recoveredFrom }: ProposedCall,
  code: CallErrorCode,
  message: Message | string,
): Promise<CallAnswer> {
  const requested: FactBody = {
    type: 'call.requested',
    call,
    tool,
    args: isObject(args) ? args : { arguments: (args ?? null) as Json },
    ...(recoveredFrom && { recoveredFrom }),
  }
  await publish(requested, { type: 'call.refused', call, code, message })
  return { text: `error: ${textOf(message)}`, code }
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

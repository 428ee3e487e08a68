import type { BuiltinName } from '#shared/call/builtins'
import type { CallErrorCode } from '#shared/call/plan'
import type { FactBody } from '#shared/facts'
import { isObject, type Json, type JsonObject } from '#shared/json'
import { type Message, message, textOf } from '#shared/messages/message'
import { contextOf, writeBeginning } from './beginning.ts'
import { answerFindTools } from './find-tools.ts'
import { explainNotOffered } from './offered-names.ts'
import { isMiss, isNothing } from './open-calls.ts'
import type { CallAnswer, ProposedCall } from './ports.ts'
import { answerReadOutput, READ_OUTPUT, shortenOutput } from './shorten-output.ts'
import { listRepeated, type TurnState } from './turn-state.ts'

const MAX_CALLS_A_MESSAGE = 8
const MAX_CALLS_AT_ONCE = 4

/** Runs the calls of one message and adds their results in order. Returns whether the model goes round in circles. */
export async function answerCalls(state: TurnState, calls: readonly ProposedCall[]): Promise<boolean> {
  const { input, ports, stats, messages, publish } = state
  const first = stats.calls
  stats.calls += calls.length
  ports.tick({ tick: 'phase', chat: input.chat, turn: input.turn, phase: 'working' })
  const repeated = listRepeated(state, calls, calls.length)
  const failures: unknown[] = []
  const given = await mapSome(calls, async (proposed, index): Promise<CallAnswer> => {
    try {
      const nth = calls.length > 1 ? { nth: first + index } : {}
      return await answerCall(state, { ...proposed, ...nth }, index, repeated.includes(proposed))
    } catch (error) {
      failures.push(error)
      return { text: 'error: Skillet itself failed at this call' }
    }
  })
  const answers = countMisfits(state, calls, given)
  const answered = calls.map((proposed, index) => {
    const { text = '', code, failed } = answers[index] ?? {}
    if (code !== undefined || failed) state.failed.add(proposed.tool)
    else if (!repeated.includes(proposed)) {
      state.failed.delete(proposed.tool)
      if (!isNothing(text)) state.told.push({ args: proposed.args, text })
    }
    return { ...proposed, result: fitResult(state, proposed, text) }
  })
  // A guessed name: it is filled in from the other results.
  const missed = calls.find(({ recoveredFrom }, index) => {
    const { failed, text = '' } = answers[index] ?? {}
    return failed && recoveredFrom === undefined && isMiss(text)
  })
  if (missed && state.style === 'compact') state.later = [missed, ...state.later]
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
  isRepeated: boolean,
): Promise<CallAnswer> {
  const { tool } = proposed
  const { names } = writeBeginning(state)
  const why = state.input.off?.get(tool)
  if (why !== undefined) return refuse(state, proposed, 'TOOL_DISABLED', why)
  if (!names.has(tool)) return refuse(state, proposed, 'TOOL_UNKNOWN', explainNotOffered(tool, names))
  if (index >= MAX_CALLS_A_MESSAGE) {
    return refuse(state, proposed, 'REFUSED', message('too-many-calls-at-once', { most: MAX_CALLS_A_MESSAGE }))
  }
  if (isSpent(state, tool)) return refuse(state, proposed, 'REFUSED', explainSpent(tool))
  if (state.input.signal.aborted) {
    return refuse(state, proposed, 'NOT_ANSWERED', message('stopped-before-start'))
  }
  if (isRepeated) {
    const again = message('called-just-now', { tool })
    await refuse(state, proposed, 'REFUSED', again)
    return { text: `${textOf(again)}. Answer with it.` }
  }
  return state.ports.runCall({ ...proposed, answer: (name, args) => answerBuiltIn(state, name, args) })
}

async function answerBuiltIn({ input, ports }: TurnState, name: BuiltinName, args: JsonObject): Promise<string> {
  if (name !== READ_OUTPUT) return answerFindTools(input.tools, args, ports.compareMeanings)
  return answerReadOutput(await ports.readWhole(typeof args.id === 'string' ? args.id : ''), args)
}

/** The record keeps the whole output, and the model is told how to read more of it. */
function fitResult({ input, shortened }: TurnState, { call, tool }: ProposedCall, whole: string): string {
  const { text, omittedBytes } = shortenOutput(whole, contextOf(input))
  if (omittedBytes === 0) return text
  shortened.add(tool)
  return `${text}\n[${READ_OUTPUT} reads more of it, with id ${call}]`
}

/** Recorded like any call, although it never reaches the gate. */
async function refuse(
  { publish }: TurnState,
  { call, tool, args, recoveredFrom, nth }: ProposedCall,
  code: CallErrorCode,
  why: Message,
): Promise<CallAnswer> {
  const requested: FactBody = {
    type: 'call.requested',
    call,
    tool,
    args: isObject(args) ? args : { arguments: (args ?? null) as Json },
    ...(recoveredFrom && { recoveredFrom }),
    ...(nth !== undefined && { nth }),
  }
  await publish(requested, { type: 'call.refused', call, code, message: why })
  return { text: `error: ${textOf(why)}`, code }
}

/** A few at once. */
async function mapSome<T, R>(items: readonly T[], work: (item: T, index: number) => Promise<R>): Promise<R[]> {
  const results: R[] = []
  let next = 0
  const takeNext = async () => {
    while (next < items.length) {
      const index = next++
      results[index] = await work(items[index] as T, index)
    }
  }
  await Promise.all(Array.from({ length: Math.min(MAX_CALLS_AT_ONCE, items.length) }, takeNext))
  return results
}

const MOST_REPAIRS = 2

/** The arguments are still wrong after all repairs, so the tool is not called again in this turn. */
export const isSpent = ({ misfits }: TurnState, tool: string): boolean => (misfits.get(tool) ?? 0) > MOST_REPAIRS

const explainSpent = (tool: string): Message =>
  message('arguments-wrong-again', { tool, times: MOST_REPAIRS + 1, again: tool })

/** What the model reads after the last repair. Several misfits of a tool in one message count once. */
function countMisfits(state: TurnState, calls: readonly ProposedCall[], answers: readonly CallAnswer[]) {
  const wrong = new Set(calls.flatMap(({ tool }, at) => (isMisfit(answers[at]?.code) ? [tool] : [])))
  for (const tool of wrong) state.misfits.set(tool, (state.misfits.get(tool) ?? 0) + 1)
  state.misfit = [...wrong].find((tool) => !isSpent(state, tool)) ?? null
  return answers.map((answer, at): CallAnswer => {
    const { tool } = calls[at] ?? { tool: '' }
    if (!isMisfit(answer.code) || !isSpent(state, tool)) return answer
    return { ...answer, text: `${answer.text}\n${textOf(explainSpent(tool))}` }
  })
}

const isMisfit = (code: CallErrorCode | undefined) =>
  code !== undefined && (code.startsWith('ARGS_') || code.startsWith('PARAM_'))

import { message } from '#shared/messages/message'
import type { ModelAnswer } from '#shared/model/model'
import { askForWords, force, type Mended } from './ask-again.ts'
import type { Beginning } from './beginning.ts'
import { describeParams } from './compact-text.ts'
import { correctArguments } from './correct-arguments.ts'
import { findUnfounded } from './find-unfounded.ts'
import { forceCall } from './force-call.ts'
import { mendName, mendUnlikely } from './mend-tool.ts'
import { mendUnused } from './mend-unused.ts'
import { isFromResults, splitPlan } from './open-calls.ts'
import {
  countSaid,
  findKin,
  findNeedlessChange,
  findNeedlessFolder,
  hasClearTool,
  isForeign,
  listBetter,
  moveToTaker,
  namesFor,
  readFromFile,
  takes,
  toolsOf,
} from './other-tools.ts'
import type { ProposedCall } from './ports.ts'
import { rankTools } from './rank-tools.ts'
import type { ReadAnswer } from './read-calls.ts'
import { sourcesOf } from './record-answer.ts'
import { comparesCommands, wantsExplanation } from './request-kind.ts'
import { namesRepository, namesSource } from './request-names.ts'
import { callsOfTurn, hasMade, isSameCall, listRepeated, type Made, type TurnState } from './turn-state.ts'
import { findWritten, type Written } from './written-commands.ts'

/** What a small model wrote, with names as the person wrote them, one question for what it lacks, and its plan kept. */
export async function amend(state: TurnState, answer: ModelAnswer, read: ReadAnswer, beginning: Beginning) {
  const needless = findNeedlessFolder(read.calls, state.input.text)
  const unasked = needless ? [message('change-not-asked-for', { tool: needless.tool })] : []
  const wanted = read.calls.filter((call) => call !== needless)
  const written = correctArguments(state, wanted)
  const planned = written.calls.map((call) => readFromFile(state, call) ?? call)
  const { now, later } = splitPlan(state, planned)
  state.later = later
  const mended = await mend(state, answer, now, beginning)
  const { calls, notes } = mended ? correctArguments(state, mended.calls) : { calls: now, notes: [] }
  const waiting = state.later.map(({ tool }) => message('call-needs-result', { tool }))
  return {
    ...read,
    ...mended?.said,
    calls,
    notes: [...unasked, ...written.notes, ...(mended?.notes ?? []), ...notes, ...waiting],
  }
}

/** Arguments that did not fit are written again under the schema, of this tool or of one that takes them all. */
export async function refit(state: TurnState): Promise<ProposedCall[] | null> {
  const { misfit } = state
  if (misfit === null) return null
  const wrong = callsOfTurn(state).findLast(({ tool }) => tool === misfit)
  const others = namesFor(state, state.input.text)
  const params = toolsOf(state, [misfit]).flatMap(describeParams).join('\n')
  const takers = others.filter((name) => name !== misfit && takes(state, name, wrong?.args))
  const sibling = wrong && countSaid(wrong.args) > 1 ? findKin(misfit, takers) : undefined
  const call: ProposedCall | null = sibling
    ? { call: state.ports.newId(), tool: sibling, args: wrong?.args, recoveredFrom: 'structured' }
    : await forceCall(state, toolsOf(state, [misfit, ...takers.slice(0, 2), ...others.slice(0, 2)]), params)
  return call && !hasMade(state, call) ? [call] : null
}

/** Habits of small models that one more question corrects, once per turn; null if there is none. */
async function mend(
  state: TurnState,
  answer: ModelAnswer,
  calls: readonly ProposedCall[],
  beginning: Beginning,
): Promise<Mended | null> {
  if (state.wasAskedAgain) return null
  const { names } = beginning
  const unknown = calls.find(({ tool }) => !names.has(tool) && !state.input.off?.has(tool))
  if (unknown) return mendName(state, answer, calls, unknown, beginning)
  const needless = findNeedlessChange(state, calls)
  if (needless) {
    const words = await askForWords(state, answer, beginning, 'Change nothing.')
    return words && { ...words, notes: [message('change-not-asked-for', { tool: needless.tool })] }
  }
  if (calls.length > 0 && comparesCommands(state.input.text, state.input.commands))
    return askForWords(state, answer, beginning, 'Call nothing.')
  const moved = calls.map((call) => moveToTaker(state, call))
  if (moved.some((call, at) => call !== calls[at])) return { calls: moved }
  const [again] = listRepeated(state, calls)
  if (again) return mendRepeated(state, answer, again)
  // Calls by the protocol fill in a schema; only written lines leave values out.
  if (calls.length > 0 && answer.calls.length > 0) return null
  if (calls.length > 0) {
    const unlikely = await mendUnlikely(state, answer, calls)
    if (unlikely) return unlikely
    const isFirst = callsOfTurn(state).length === 0
    if (isFirst && calls.every(({ tool }) => isForeign(state, tool))) {
      const words = await askForWords(state, answer, beginning, 'No tool is for that.')
      if (words) return words
    }
    const whole = await mendUnused(state, answer, calls)
    return whole && { calls: whole }
  }
  if (state.later.length > 0) return null
  // Someone who asks about a tool wants an explanation.
  const isTold = (name: string) => isMentioned(name, answer.content) && !isMentioned(name, state.input.text)
  const mentioned = [...names].filter((name) => name.includes('_') && isTold(name))
  const made = new Set(callsOfTurn(state).map(({ tool }) => tool))
  const written = findProposal(state, answer.content, made)
  // After a failed call, it names the tool that it should have called first.
  const others = made.size === 0 || state.failed.size > 0 ? mentioned.filter((name) => !made.has(name)) : []
  const wanted = new Set([...others, ...(written?.tools ?? [])])
  if (wanted.size > 0) {
    const call = await force(state, answer, 'Call it.', [...wanted])
    const wrote = call && written?.tools.includes(call.tool) ? { wrote: written.text } : {}
    return call && { calls: [{ ...call, ...wrote }] }
  }
  if (mentioned.some((name) => made.has(name))) return askForWords(state, answer, beginning, 'Do not explain the tool.')
  return made.size > 0 ? mendInvented(state, answer) : mendUncalled(state, answer)
}

/** It answers in words about something that it has not looked at, or makes up a value that a tool would tell. */
async function mendUncalled(state: TurnState, answer: ModelAnswer): Promise<Mended | null> {
  const { text } = state.input
  if (wantsExplanation(text)) return null
  const isMadeUp = hasClearTool(state) && findUnfounded(answer.content, ...sourcesOf(state)).length > 0
  const better = isMadeUp || namesSource(text) || namesRepository(text) ? listBetter(state) : []
  if (better.length === 0) return null
  const call = await force(state, answer, `Call the tool that does what was asked: ${text}`, better)
  return call && { calls: [call], said: { content: '', thinking: '' } }
}

/** A command in the answer that a tool could run, unless that tool ran or the person mentioned the command. */
function findProposal({ input }: TurnState, content: string, made: ReadonlySet<string>): Written | null {
  const written = findWritten(content, input.tools, input.commands ?? new Map())
  if (!written || input.text.includes(written.text)) return null
  return written.tools.some((tool) => made.has(tool)) ? null : written
}

/** It invented what only another call can tell, so the next step is missing. */
async function mendInvented(state: TurnState, answer: ModelAnswer): Promise<Mended | null> {
  const invented = findUnfounded(answer.content, ...sourcesOf(state))
  if (invented.length === 0) return null
  const reason = `No result shows ${invented.join(', ')}. Call the tool that tells it, with what the results show.`
  const nearest = namesFor(state, state.input.text)
  const call = await force(state, answer, reason, nearest)
  const made = new Set(callsOfTurn(state).map(({ tool }) => tool))
  const others = nearest.filter((name) => !made.has(name))
  const other = call && hasMade(state, call) ? await force(state, answer, reason, others) : call
  return other && { calls: [other], said: { content: '', thinking: '' } }
}

/** It insists on a call whose result it has: it knows no next step, so it chooses one that takes a value of a result. */
async function mendRepeated(state: TurnState, answer: ModelAnswer, again: Made): Promise<Mended | null> {
  const made = callsOfTurn(state)
  if (made.filter((call) => isSameCall(call, again)).length < 2) return null
  const others = state.input.tools.filter(({ function: { name, parameters } }) => {
    return Object.keys(Object(parameters.properties)).length > 0 && made.every(({ tool }) => tool !== name)
  })
  const names = rankTools(others, state.input.text).map(({ tool }) => tool.function.name)
  const reason = 'That result is above. Call what the request needs next, with a value of it:'
  const call = await force(state, answer, reason, names)
  return call && isFromResults(state, state.input.text, call) ? { calls: [call] } : null
}

const isMentioned = (name: string, text: string) => {
  const at = text.indexOf(name)
  return at >= 0 && !/\w/.test(text.charAt(at - 1)) && !/\w/.test(text.charAt(at + name.length))
}

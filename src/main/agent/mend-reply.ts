import { type Message, message } from '#shared/messages/message'
import type { ModelAnswer, ModelMessage } from '#shared/model/model'
import { askModel } from './ask-model.ts'
import type { Beginning } from './beginning.ts'
import { describeParams } from './compact-text.ts'
import { correctArguments } from './correct-arguments.ts'
import { findUnfounded } from './find-unfounded.ts'
import { forceCall } from './force-call.ts'
import { leavesOutCommit, mendUnused } from './mend-unused.ts'
import { nearestNames } from './offered-names.ts'
import { isFromResults, splitPlan } from './open-calls.ts'
import {
  countSaid,
  findByEnd,
  findKin,
  findNeedlessChange,
  findNeedlessFolder,
  hasClearTool,
  isForeign,
  isForOtherFiles,
  listBetter,
  listTwins,
  mayTake,
  moveToTaker,
  NEAREST,
  namesFor,
  needsOne,
  takes,
  toolsOf,
} from './other-tools.ts'
import type { ProposedCall } from './ports.ts'
import { prepareRequest } from './prepare-request.ts'
import { rankTools } from './rank-tools.ts'
import { type ReadAnswer, readCalls } from './read-calls.ts'
import { sourcesOf } from './record-answer.ts'
import { comparesCommands, isQuestion, wantsExplanation } from './request-kind.ts'
import { listUnused, namesRepository, namesSource } from './request-names.ts'
import {
  callsOfTurn,
  changesThings,
  hasMade,
  isSameCall,
  listRepeated,
  type Made,
  type TurnState,
} from './turn-state.ts'
import { findWritten, type Written } from './written-commands.ts'

/** What a small model wrote, with names as the person wrote them, one question for what it lacks, and its plan kept. */
export async function amend(state: TurnState, answer: ModelAnswer, read: ReadAnswer, beginning: Beginning) {
  const needless = findNeedlessFolder(read.calls, state.input.text)
  const unasked = needless ? [message('change-not-asked-for', { tool: needless.tool })] : []
  const written = correctArguments(
    state,
    read.calls.filter((call) => call !== needless),
  )
  const { now, later } = splitPlan(state, written.calls)
  state.later = later
  const mended = await mend(state, answer, now, beginning)
  const { calls, notes } = correctArguments(state, mended?.calls ?? now)
  const waiting = later.map(({ tool }) => message('call-needs-result', { tool }))
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

interface Mended {
  calls: ProposedCall[]
  /** Set if the answer is replaced. */
  said?: Pick<ModelAnswer, 'content' | 'thinking'>
  notes?: readonly Message[]
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

async function askForWords(
  state: TurnState,
  answer: ModelAnswer,
  beginning: Beginning,
  instead: string,
): Promise<Mended | null> {
  const results = callsOfTurn(state).length > 0 ? ', with the results above' : ''
  const again = `${instead} Answer the request in words${results}.`
  const better = await askAgain(state, again, [saidBefore(answer)])
  if (!better || better.answer.content === '') return null
  return readCalls(state, better.answer, beginning).calls.length > 0 ? null : { calls: [], said: better.answer }
}

/** One more question in words; null if there is no whole answer. */
export async function askAgain(state: TurnState, text: string, before: readonly ModelMessage[] = []) {
  state.wasAskedAgain = true
  const asked = await askModel(state, () => prepareRequest(state, [...before, say(text)]), false)
  return asked.outcome.ok && !asked.outcome.answer.wasCut ? { asked, answer: asked.outcome.answer } : null
}

/** It invented what only another call can tell, so the next step is missing. */
async function mendInvented(state: TurnState, answer: ModelAnswer): Promise<Mended | null> {
  const invented = findUnfounded(answer.content, ...sourcesOf(state))
  if (invented.length === 0) return null
  const reason = `No result shows ${invented.join(', ')}. Call the tool that tells it, with what the results show.`
  const nearest = namesFor(state, state.input.text)
  const call = await force(state, answer, reason, nearest)
  const made = new Set(callsOfTurn(state).map(({ tool }) => tool))
  const isOld = call && hasMade(state, call)
  const other = isOld
    ? await force(
        state,
        answer,
        reason,
        nearest.filter((name) => !made.has(name)),
      )
    : call
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
  const call = await force(
    state,
    answer,
    'That result is above. Call what the request needs next, with a value of it:',
    names,
  )
  return call && isFromResults(state, state.input.text, call) ? { calls: [call] } : null
}

/** The only call is of a tool that has little to do with the request, where others fit it well. */
async function mendUnlikely(
  state: TurnState,
  answer: ModelAnswer,
  calls: readonly ProposedCall[],
): Promise<Mended | null> {
  const [call, second] = calls
  if (!call || second || callsOfTurn(state).length > 0) return null
  // A left-out commit tells more than the words around it.
  if (leavesOutCommit(state, calls)) return null
  const twins = listTwins(state, call.tool)
  const better = twins.length > 0 ? twins : listBetter(state, call.tool)
  if (better.length === 0 || (state.later.length > 0 && better.includes(call.tool))) return null
  const reason = `${call.tool} may be the wrong tool. Call the one that does what was asked: ${state.input.text}`
  const other = await force(state, answer, reason, better)
  if (!other || other.tool === call.tool) return null
  state.later = []
  return { calls: [other] }
}

/** For a misspelt name, the model picks from the nearest ones; who wants an explanation gets one without a tool. */
async function mendName(
  state: TurnState,
  answer: ModelAnswer,
  calls: readonly ProposedCall[],
  wrong: ProposedCall,
  beginning: Beginning,
): Promise<Mended | null> {
  const { names } = beginning
  const { text } = state.input
  const byWords = [...namesFor(state, wrong.tool).slice(0, 2), ...namesFor(state, text).slice(0, 3)]
  const nearest = [...new Set([...byWords, ...nearestNames(wrong.tool, names)])]
    .filter((name) => !isForOtherFiles(name, text))
    .slice(0, NEAREST)
  const fits = (name: string) => takes(state, name, wrong.args)
  const harmless = nearest.filter((name) => !isQuestion(text) || !changesThings(state, name))
  const unused = listUnused(text, calls)
  // Two arguments say more about what was meant than a name does, and more than the model would say if asked.
  const able =
    findKin(
      wrong.tool,
      [...names].filter((name) => mayTake(state, name, wrong.args) || needsOne(state, name, wrong.args)),
    ) ??
    findByEnd(wrong.tool, [...names].filter(fits), 1) ??
    (countSaid(wrong.args) > 1 ? nearest.find(fits) : undefined)
  const missing = `There is no tool ${wrong.tool.slice(0, 80)}.`
  const isForWords = wantsExplanation(text) && !namesSource(text) && listBetter(state).length === 0
  if (able === undefined && isForWords) return askForWords(state, answer, beginning, missing)
  const also = unused.length > 0 ? ` The request also says ${unused.join(', ')}.` : ''
  const reason = `${missing}${also} Call one of:`
  const asked =
    able === undefined
      ? await force(state, answer, reason, harmless)
      : { ...wrong, tool: able, recoveredFrom: wrong.recoveredFrom ?? ('structured' as const) }
  const call = asked && fits(asked.tool) ? { ...asked, args: wrong.args } : asked
  return call && { calls: calls.map((one) => (one === wrong ? call : one)) }
}

function force(state: TurnState, answer: ModelAnswer, reason: string, names: readonly string[]) {
  state.wasAskedAgain = true
  return forceCall(state, toolsOf(state, names), reason, answer)
}

const saidBefore = ({ content }: ModelAnswer): ModelMessage => ({ role: 'assistant', content, calls: [] })

const say = (content: string): ModelMessage => ({ role: 'user', content })

const isMentioned = (name: string, text: string) => {
  const at = text.indexOf(name)
  return at >= 0 && !/\w/.test(text.charAt(at - 1)) && !/\w/.test(text.charAt(at + name.length))
}

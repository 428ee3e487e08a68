import type { ModelAnswer } from '#shared/model/model'
import { askForWords, force, type Mended } from './ask-again.ts'
import type { Beginning } from './beginning.ts'
import { leavesOutCommit } from './mend-unused.ts'
import { nearestNames } from './offered-names.ts'
import {
  countSaid,
  findByEnd,
  findKin,
  findNeedlessChange,
  isForOtherFiles,
  listBetter,
  listTwins,
  mayTake,
  NEAREST,
  namesFor,
  needsOne,
  takes,
} from './other-tools.ts'
import type { ProposedCall } from './ports.ts'
import { isEnglish, isQuestion, wantsExplanation } from './request-kind.ts'
import { leftOut, listUnused, namedIn, namesSource, says } from './request-names.ts'
import { callsOfTurn, changesThings, type TurnState } from './turn-state.ts'
import { wordsOf } from './words.ts'

/** The only call is of a tool that has little to do with the request, where others fit it well. */
export async function mendUnlikely(
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
  // Words may mislead; a tool with no place for what this call has from the request was not meant.
  if (!other || other.tool === call.tool || losesValue(state, call, other)) return null
  state.later = []
  return { calls: [keepSaid(state.input.text, call, other)] }
}

/** A model that fills in a schema copies its examples; what this call has from the request stays. */
function keepSaid(text: string, call: ProposedCall, other: ProposedCall): ProposedCall {
  const isSaid = (value: unknown) => typeof value === 'string' && text.toLowerCase().includes(value.toLowerCase())
  const before = Object(call.args)
  const args = Object.entries(Object(other.args)).map(([param, value]) =>
    typeof value === 'string' && !isSaid(value) && isSaid(before[param]) ? [param, before[param]] : [param, value],
  )
  return { ...other, args: Object.fromEntries(args) }
}

/** For a misspelt name: words where nothing is to be called, else the tool that was meant, else the model's choice. */
export async function mendName(
  state: TurnState,
  answer: ModelAnswer,
  calls: readonly ProposedCall[],
  wrong: ProposedCall,
  beginning: Beginning,
): Promise<Mended | null> {
  const { text } = state.input
  const fits = (name: string) => takes(state, name, wrong.args)
  const replaceBy = (call: ProposedCall) => ({ calls: calls.map((one) => (one === wrong ? call : one)) })

  const missing = `There is no tool ${wrong.tool.slice(0, 80)}.`
  const nearest = listNearest(state, wrong.tool, beginning.names)
  const meant = findMeant(state, wrong, [...beginning.names], nearest)
  if (meant === undefined ? wantsNoTool(state) : wouldChange(state, { ...wrong, tool: meant }))
    return askForWords(state, answer, beginning, missing)

  const unused = listUnused(text, calls)
  if (meant !== undefined && (unused.length === 0 || fits(meant)))
    return replaceBy({ ...wrong, tool: meant, recoveredFrom: wrong.recoveredFrom ?? 'structured' })

  const harmless = nearest.filter((name) => !isQuestion(text) || !changesThings(state, name))
  const fitting = unused.length === 0 ? harmless.filter(fits) : []
  const others = meant !== undefined ? [meant] : fitting.length > 0 ? fitting : harmless
  const also = unused.length > 0 ? ` The request also says ${unused.join(', ')}.` : ''
  const asked = await force(state, answer, `${missing}${also} Call one of:`, others)
  return asked && replaceBy(fits(asked.tool) ? { ...asked, args: wrong.args } : asked)
}

function listNearest(state: TurnState, wrong: string, names: ReadonlySet<string>): string[] {
  const { text } = state.input
  const byWords = [...namesFor(state, wrong).slice(0, 2), ...namesFor(state, text).slice(0, 3)]
  const nearest = new Set([...byWords, ...nearestNames(wrong, names)])
  return [...nearest].filter((name) => !isForOtherFiles(name, text)).slice(0, NEAREST)
}

/** Two arguments say more about what was meant than a name does, and more than the model would say if asked. */
function findMeant(state: TurnState, { tool, args }: ProposedCall, names: readonly string[], nearest: string[]) {
  const fits = (name: string) => takes(state, name, args)
  const able = names.filter((name) => mayTake(state, name, args) || needsOne(state, name, args))
  return (
    findKin(tool, able) ??
    findByEnd(tool, ofItsProgram(tool, state.input.text, names).filter(fits), 1) ??
    (countSaid(args) > 1 ? nearest.find(fits) : undefined)
  )
}

/** Whether it changes what nobody asked to be changed. */
const wouldChange = (state: TurnState, call: ProposedCall): boolean =>
  findNeedlessChange(state, [call]) !== undefined || (isQuestion(state.input.text) && changesThings(state, call.tool))

/** Where the name begins as those of a program do, another program counts only if the request says it. */
function ofItsProgram(wrong: string, text: string, names: readonly string[]): readonly string[] {
  const programOf = (name: string) => name.split('_')[0] ?? ''
  if (!names.some((name) => programOf(name) === programOf(wrong))) return names
  const said = new Set(wordsOf(text))
  return names.filter((name) => programOf(name) === programOf(wrong) || said.has(programOf(name)))
}

/** Somebody who wants an explanation or asks for plain knowledge, in words that no tool has. */
function wantsNoTool(state: TurnState): boolean {
  const { text } = state.input
  const isPlain = isEnglish(text) && isQuestion(text) && namedIn(text).length === 0
  return (wantsExplanation(text) || isPlain) && !namesSource(text) && listBetter(state).length === 0
}

/** Whether the other call lacks what this one has from the request, and has nothing from it that this one lacks. */
function losesValue({ input: { text } }: TurnState, call: ProposedCall, other: ProposedCall): boolean {
  const values = [...listUnused(text, []), ...namedIn(text).map(([, name]) => name)]
  const [before, after] = [leftOut(values, [call]), leftOut(values, [other])]
  const own = Object.values(Object(other.args)).filter((value) => typeof value === 'string')
  const gained = leftOut(own, [call]).filter((value) => says(text, value))
  return after.some((value) => !before.includes(value)) && gained.length === 0
}

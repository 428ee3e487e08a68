import { isObject, toText } from '#shared/json'
import type { ToolDefinition } from '#shared/model/model'
import { saysNothing, takesAny } from './corrections.ts'
import type { ProposedCall } from './ports.ts'
import { isTellingText, rankTools } from './rank-tools.ts'
import { isEnglish, isQuestion, onlyTells, wantsText } from './request-kind.ts'
import { endingsIn, isFileName, LONGEST_REQUEST, namesSource, onlyFileIn, stemsIn } from './request-names.ts'
import { meaningsOf } from './synonyms.ts'
import { callsOfTurn, changesThings, isSameCall, type TurnState } from './turn-state.ts'
import { isTelling, stem, wordsOf } from './words.ts'

export const NEAREST = 6

export function toolsOf({ input }: TurnState, names: readonly string[]) {
  const known = [...new Set(names)].flatMap((name) => input.tools.find((tool) => tool.function.name === name) ?? [])
  return known.slice(0, NEAREST)
}

export const namesFor = ({ input }: TurnState, text: string) =>
  rankTools(input.tools, text).map(({ tool }) => tool.function.name)

/** Two arguments or more that another tool takes, one that fits the request, say more about what was meant than a name. */
export function moveToTaker(state: TurnState, call: ProposedCall): ProposedCall {
  const [own] = toolsOf(state, [call.tool])
  const forEnding = own && findForEnding(state, own, call)
  if (forEnding) return { ...call, tool: forEnding, recoveredFrom: call.recoveredFrom ?? 'structured' }
  if (!own || takesAny(own.function.parameters) || countSaid(call.args) < 2 || takes(state, call.tool, call.args))
    return call
  const taker = namesFor(state, state.input.text)
    .slice(0, NEAREST)
    .find((name) => takes(state, name, call.args))
  return taker === undefined ? call : { ...call, tool: taker, recoveredFrom: call.recoveredFrom ?? 'structured' }
}

/**
 * The name of a file, given as the text to work on, goes to the tool that reads such a text from a file. In the first
 * call of a turn, a result to come means the only file of the request.
 */
export function readFromFile(state: TurnState, call: ProposedCall): ProposedCall | null {
  const { text } = state.input
  const meant = (value: unknown) =>
    callsOfTurn(state).length === 0 && /^<.+>$/.test(toText(value)) ? onlyFileIn(text) : toText(value)
  const [[param, file] = [], ...others] = Object.entries(Object(call.args)).flatMap(([name, value]) => {
    const file = IS_TEXT.test(name) ? meant(value) : undefined
    return file !== undefined && isFileName(file) ? [[name, file] as const] : []
  })
  if (param === undefined || others.length > 0 || !text.includes(toText(file))) return null
  const { [param]: _, ...rest } = Object(call.args)
  const args = { ...rest, file }
  const able = state.input.tools.map(nameOf).filter((name) => takes(state, name, args))
  const tool = findKin(call.tool, able)
  return tool === undefined ? null : { ...call, tool, args, recoveredFrom: call.recoveredFrom ?? 'structured' }
}

const IS_TEXT = /^(?:json|csv|xml|text)$/

/** The tool that is called nearly the same and takes these arguments, for files with this ending instead of others. */
function findForEnding(state: TurnState, own: ToolDefinition, { tool, args }: ProposedCall): string | undefined {
  const [ending] = Object.values(Object(args)).flatMap((value) => /\.[a-z]\w{1,4}$/i.exec(toText(value))?.[0] ?? [])
  if (ending === undefined || !ENDING.test(own.function.description) || namesEnding(own, ending)) return undefined
  const able = state.input.tools.filter((one) => namesEnding(one, ending) && takes(state, one.function.name, args))
  return findKin(tool, able.map(nameOf))
}

const nameOf = ({ function: { name } }: ToolDefinition) => name

const ENDING = /(?<!\w)\.[a-z]\w{1,4}\b/i
const namesEnding = ({ function: { description, parameters } }: ToolDefinition, ending: string) =>
  new RegExp(`\\${ending}\\b`, 'i').test(`${description} ${JSON.stringify(parameters)}`)

/**
 * The only name that has all words of the wrong one or lacks some, such as git_commit_new_branch for git_new_branch,
 * or else the only one that ends with the same two.
 */
export function findKin(wrong: string, names: readonly string[]): string | undefined {
  const words = new Set(wrong.split('_'))
  const kin = names.filter((name) => {
    const own = name.split('_')
    const isLonger = [...words].every((word) => own.includes(word))
    return own.length > 1 && name !== wrong && (isLonger || own.every((word) => words.has(word)))
  })
  return kin.length > 1 ? undefined : (kin[0] ?? findByEnd(wrong, names, 2))
}

/** The only name that ends with the same words. */
export function findByEnd(wrong: string, names: readonly string[], count: number): string | undefined {
  const end = (name: string) => name.split('_').slice(-count).join('_')
  const [found, other] = names.filter((name) => end(name) === end(wrong))
  return other === undefined ? found : undefined
}

export const countSaid = (args: unknown) => Object.values(Object(args)).filter((value) => !saysNothing(value)).length

/** The only argument is taken for the only one that the tool requires. */
export function needsOne(state: TurnState, name: string, args: unknown): boolean {
  const required = toolsOf(state, [name]).flatMap((tool) => tool.function.parameters.required ?? [])
  return required.flat().length === 1 && countSaid(args) === 1
}

/** Whether these are arguments, at least one and all that it requires, of that tool. */
export const takes = (state: TurnState, name: string, args: unknown): boolean =>
  countSaid(args) > 0 && mayTake(state, name, args)

export function mayTake({ input }: TurnState, name: string, args: unknown): boolean {
  const { properties = {}, required = [] } = input.tools.find((tool) => tool.function.name === name)?.function
    .parameters ?? { type: 'object' }
  const given = Object.entries(isObject(args) ? args : {}).flatMap(([param, value]) =>
    saysNothing(value) ? [] : [param],
  )
  const isKnown = (one: string) => Object.hasOwn(Object(properties), one)
  return given.every(isKnown) && [required].flat().every((one) => given.includes(toText(one)))
}

/** Below this share of the best score, a tool has little to do with the words of the request. */
const FITS = 0.6
/** Below this share, it has nothing to do with them. */
const MAY_FIT = 0.35
/** A lower score is chance. */
const TELLING = 6
const MOST_BETTER = 4

/**
 * The message asks for nothing, or only for a text or something that the results so far tell, or a change that it asks
 * for is made and it says nothing of another one, or another tool made it.
 */
export function findNeedlessChange(state: TurnState, calls: readonly ProposedCall[]): ProposedCall | undefined {
  const { text, tools } = state.input
  const made = callsOfTurn(state)
  if (state.failed.size > 0) return undefined
  const changes = made.filter(({ tool }) => changesThings(state, tool))
  const changed = changes.map(({ tool }) => tool)
  const isAnswered = made.length > 0 && changed.length === 0 && isQuestion(text)
  const mayBeBeside =
    changed.length > 0 ? isTellingText(tools, text) : made.length === 0 && (onlyTells(text) || wantsText(text))
  return calls.find(({ tool, args }) => {
    const isSecond = changes.some((one) => one.tool !== tool && isSameCall({ tool, args }, { ...one, tool }))
    const isBeside = isAnswered || isSecond || (mayBeBeside && isBesideThePoint(state, tool, changed))
    return isBeside && changesThings(state, tool)
  })
}

/** A call beside others that makes a folder with the name of the file that the request speaks of. */
export function findNeedlessFolder<Call extends { tool: string; args: unknown }>(
  calls: readonly Call[],
  request: string,
): Call | undefined {
  if (calls.length < 2) return undefined
  const stems = stemsIn(request)
  return calls.find(
    ({ tool, args }) =>
      /_(?:folder|directory)$/.test(tool) && Object.values(Object(args)).some((value) => stems.includes(toText(value))),
  )
}

/** No request that needs no tool has so many words of one, unless it wants an explanation. */
const CLEAR = 10

export const hasClearTool = ({ input: { tools, text } }: TurnState): boolean =>
  isTellingText(tools, text) && (rankTools(tools, text)[0]?.score ?? 0) >= CLEAR

/** Fewer tools have too few words to say what no tool is for. */
const ENOUGH_TOOLS = 30

/** Whether the request and this tool have no word in common, not even by its meaning. A tool knows English words alone. */
export function isForeign({ input: { tools, text } }: TurnState, tool: string): boolean {
  if (tools.length < ENOUGH_TOOLS || !isEnglish(text)) return false
  return rankTools(tools, text).find((one) => one.tool.function.name === tool)?.score === 0
}

/** Whether the request says no word of this tool and, where others ran, means none that theirs lack. */
function isBesideThePoint({ input }: TurnState, tool: string, others: readonly string[]): boolean {
  if (others.includes(tool)) return false
  const said = wordsOf(input.text).map(stem)
  const meant = new Set(others.length > 0 ? said.flatMap(meaningsOf) : [])
  const known = new Set(others.flatMap((other) => other.split('_')))
  return tool.split('_').every((word) => !said.includes(stem(word)) && (known.has(word) || !meant.has(stem(word))))
}

/**
 * The tools whose names end as this one's does and begin as the request says, where it says nothing else of this one's
 * name or of what it takes.
 */
export function listTwins(state: TurnState, tool: string): string[] {
  const said = new Set(wordsOf(state.input.text).filter(isTelling).map(stem))
  const isSaid = (word: string) => said.has(stem(word))
  const [last = '', ...first] = tool.split('_').reverse()
  const params = toolsOf(state, [tool]).flatMap((own) => Object.keys(Object(own.function.parameters.properties)))
  if (first.length === 0 || !isSaid(last) || [...first, ...params].some(isSaid)) return []
  return state.input.tools.flatMap(({ function: { name } }) => {
    const [ownLast, ...ownFirst] = name.split('_').reverse()
    return ownLast === last && ownFirst.length > 0 && ownFirst.every(isSaid) ? [name] : []
  })
}

const ADDRESS = /(?:^|\s)https?:\/\/\S/i

const isMadeFor = ({ function: { name } }: ToolDefinition, ending: string) => name.split('_').includes(ending)

const FORMAT = /^(?:json|csv|pdf|zip|xml|ya?ml)$/

/** Whether the request names a file, and the tool is for files with another ending. */
export function isForOtherFiles(name: string, request: string): boolean {
  const endings = endingsIn(request)
  const formats = name.split('_').filter((word) => FORMAT.test(word))
  return endings.length > 0 && formats.length > 0 && !formats.some((format) => endings.includes(format))
}

const TAKES_A_SOURCE = /^(?:.+_)?(?:path|file|archive|database|source|from|first|url|file_at)$/

/**
 * The tools that fit the words of the request far better than this one, which may be among them; none if the words tell
 * too little. For a question, only tools that read count; if it names a file or an address, only those that take one.
 */
export function listBetter(state: TurnState, tool?: string): string[] {
  const { text, tools } = state.input
  // An address tells enough in any language if nothing was called for it.
  const tells = isTellingText(tools, text) || (tool === undefined && ADDRESS.test(text))
  if (text.length > LONGEST_REQUEST || !tells) return []
  const [mustRead, hasSource] = [isQuestion(text), namesSource(text)]
  // What is made for such files is not replaced by something that is not.
  const [ending] = toolsOf(state, [tool ?? '']).flatMap((own) => endingsIn(text).filter((each) => isMadeFor(own, each)))
  const canHelp = (one: ToolDefinition) =>
    !(mustRead && changesThings(state, one.function.name)) &&
    (!hasSource ||
      Object.keys(Object(one.function.parameters.properties)).some((param) => TAKES_A_SOURCE.test(param))) &&
    (ending === undefined || isMadeFor(one, ending))
  const all = rankTools(tools, text)
  const ranked = all.filter((one) => one.tool.function.name !== tool && canHelp(one.tool))
  const own = all.find((one) => one.tool.function.name === tool)
  const [best] = ranked
  const least = own && mustRead && changesThings(state, own.tool.function.name) ? 1 : FITS
  if (!best || best.score < TELLING || (own && own.score >= least * best.score)) return []
  const mayFit = tool !== undefined && own && least < 1 && own.score >= MAY_FIT * best.score
  return [...ranked.slice(0, MOST_BETTER).map((one) => one.tool.function.name), ...(mayFit ? [tool] : [])]
}

import { isObject } from '#shared/json'
import type { ToolDefinition } from '#shared/model/model'
import type { ProposedCall } from './ports.ts'
import { isTellingText, rankTools } from './rank-tools.ts'
import { isFileName, LONGEST_REQUEST, saysNothing, takesAny } from './said-values.ts'
import { meaningsOf } from './synonyms.ts'
import { changesThings, type TurnState } from './turn-state.ts'
import { stem, wordsOf } from './words.ts'

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
  const fromFile = readFromFile(state, call)
  if (fromFile) return fromFile
  if (!own || takesAny(own.function.parameters) || countSaid(call.args) < 2 || takes(state, call.tool, call.args))
    return call
  const taker = namesFor(state, state.input.text)
    .slice(0, NEAREST)
    .find((name) => takes(state, name, call.args))
  return taker === undefined ? call : { ...call, tool: taker, recoveredFrom: call.recoveredFrom ?? 'structured' }
}

/** The name of a file, given as the text to work on, goes to the tool that reads such a text from a file. */
function readFromFile(state: TurnState, call: ProposedCall): ProposedCall | null {
  const [[param, file] = [], ...others] = Object.entries(Object(call.args)).filter(
    ([name, value]) => IS_TEXT.test(name) && isFileName(String(value)),
  )
  if (param === undefined || others.length > 0 || !state.input.text.includes(String(file))) return null
  const { [param]: _, ...rest } = Object(call.args)
  const args = { ...rest, file }
  const tool = findKin(
    call.tool,
    state.input.tools.flatMap(({ function: { name } }) => (takes(state, name, args) ? [name] : [])),
  )
  return tool === undefined ? null : { ...call, tool, args, recoveredFrom: call.recoveredFrom ?? 'structured' }
}

const IS_TEXT = /^(?:json|csv|xml|text)$/

/** The tool that is called nearly the same and takes these arguments, for files with this ending instead of others. */
function findForEnding(state: TurnState, own: ToolDefinition, { tool, args }: ProposedCall): string | undefined {
  const [ending] = Object.values(Object(args)).flatMap((value) => /\.[a-z]\w{1,4}$/i.exec(String(value))?.[0] ?? [])
  if (ending === undefined || !ENDING.test(own.function.description) || namesEnding(own, ending)) return undefined
  const able = state.input.tools.filter((one) => namesEnding(one, ending) && takes(state, one.function.name, args))
  return findKin(
    tool,
    able.map((one) => one.function.name),
  )
}

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
  const [found, other] = kin.length > 0 ? kin : names.filter((name) => lastWords(name) === lastWords(wrong))
  return other === undefined ? found : undefined
}

const lastWords = (name: string) => name.split('_').slice(-2).join('_')

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
  return given.every(isKnown) && [required].flat().every((one) => given.includes(String(one)))
}

/** Below this share of the best score, a tool has little to do with the words of the request. */
const FITS = 0.6
/** Below this share, it has nothing to do with them. */
const MAY_FIT = 0.35
/** A lower score is chance. */
const TELLING = 6
const MOST_BETTER = 4

/** A person also asks politely, or for something more. */
const ASKS_TO_ACT =
  /\b(?:(?:can|could|would|will) (?:you|we)|please|shall|and|then|if|otherwise|kannst|k[öo]nn(?:t?est|en)|w[üu]rdest|bitte|soll(?:st|en)?|und|dann|wenn|falls|sonst)\b/i
const ASKS =
  /^(?:what|which|who|whose|when|where|why|how|is|are|was|were|do|does|did|has|have|was|wer|wem|wann|wo|warum|wie|welche[rs]?|ist|sind|hat)\b|\?\s*$/i

/** Whether the request says no word of this tool, and means none of those that the other ones lack. */
export function isBesideThePoint({ input }: TurnState, tool: string, others: readonly string[]): boolean {
  if (others.includes(tool) || !isTellingText(input.tools, input.text)) return false
  const said = wordsOf(input.text).map(stem)
  const meant = new Set(said.flatMap(meaningsOf))
  const known = new Set(others.flatMap((other) => other.split('_')))
  return tool.split('_').every((word) => !said.includes(stem(word)) && (known.has(word) || !meant.has(stem(word))))
}

/** The request wants to know something, and nothing to be done. */
export const isQuestion = (request: string): boolean => ASKS.test(request) && !ASKS_TO_ACT.test(request)

/** Whether it wants an explanation, which needs no look at the file that it names. */
export const wantsExplanation = (request: string): boolean =>
  /\b(?:explain|why|example(?!\.\w)|how (?:do|does|would|should|can|to)|what (?:is|are|does|do) .*\b(?:for|do|mean)|what (?:is|are) an?|erkl[äa]r\w*|warum|wozu|wofür)\b/i.test(
    request,
  )

/** Whether it names a file or an address. */
export const namesSource = (text: string): boolean =>
  /(?:^|\s)(?:https?:\/\/\S+|[\w./-]*\w\.[a-z]\w{1,4}(?=[\s,;:?!]|\.?$))/i.test(text)

const ADDRESS = /(?:^|\s)https?:\/\/\S/i

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
  const canHelp = ({ function: { name, parameters } }: ToolDefinition) =>
    !(mustRead && changesThings(state, name)) &&
    (!hasSource || Object.keys(Object(parameters.properties)).some((param) => TAKES_A_SOURCE.test(param)))
  const all = rankTools(tools, text)
  const ranked = all.filter((one) => one.tool.function.name !== tool && canHelp(one.tool))
  const own = all.find((one) => one.tool.function.name === tool)
  const [best] = ranked
  const least = own && mustRead && changesThings(state, own.tool.function.name) ? 1 : FITS
  if (!best || best.score < TELLING || (own && own.score >= least * best.score)) return []
  const mayFit = tool !== undefined && own && least < 1 && own.score >= MAY_FIT * best.score
  return [...ranked.slice(0, MOST_BETTER).map((one) => one.tool.function.name), ...(mayFit ? [tool] : [])]
}

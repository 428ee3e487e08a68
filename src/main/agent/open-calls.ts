import { isObject, type Json, type JsonObject, toText } from '#shared/json'
import type { ToolDefinition } from '#shared/model/model'
import { correctArguments } from './correct-arguments.ts'
import { holdsNumber } from './corrections.ts'
import { forceCall } from './force-call.ts'
import type { ProposedCall } from './ports.ts'
import { rankTools } from './rank-tools.ts'
import { sourcesOf } from './record-answer.ts'
import { callsOfTurn, changesThings, hasMade, type Made, type TurnState } from './turn-state.ts'
import { wordsOf } from './words.ts'

/** How a model writes a value that only a result tells. The examples show `<result 1>`; it invents others. */
const OPEN = /<(?:results?|outputs?) (?:\d+|of|from)\b[^<>]{0,60}>/i
const WHOLLY_OPEN = /^<[a-z][\w .'-]{0,60}>$/i
/** Another name would do. Anything else, such as a missing permission, would fail again. */
const NOT_THERE =
  /\bno such|\bno [\w ]{1,40} found|not found|unknown|does(?: not|n't) exist|nicht gefunden|unbekannt|existiert nicht/i
/** Nobody thinks of such a number; it is in the request or in a result. */
const IDENTIFIES = /^(?:.+_)?(?:number|pid|id)$/
const MOST_LOOKUPS = 6
/** Of the values of a result. */
const MOST_VALUES = 100
const LONGEST_VALUE = 200

const argsOf = ({ args }: Pick<Made, 'args'>): [string, Json][] => Object.entries(isObject(args) ? args : {})

/** The parameters of a call that wait for a result, or that identify a thing by a number that nothing shows. */
function listOpen(state: TurnState, call: Pick<Made, 'args'>): string[] {
  const open = argsOf(call).filter(([param, value]) =>
    typeof value === 'string'
      ? OPEN.test(value) || WHOLLY_OPEN.test(value)
      : typeof value === 'number' && IDENTIFIES.test(param),
  )
  if (open.length === 0) return []
  const texts = sourcesOf(state).flat().join('\n')
  return open.flatMap(([param, value]) => (texts.includes(toText(value)) ? [] : [param]))
}

/** The calls before the first that waits for a result, and the others. */
export function splitPlan(state: TurnState, calls: readonly ProposedCall[]): Record<'now' | 'later', ProposedCall[]> {
  const at = calls.findIndex((call) => listOpen(state, call).length > 0)
  return at < 0 ? { now: [...calls], later: [] } : { now: calls.slice(0, at), later: calls.slice(at) }
}

/** Whether an output cannot tell anything, as that of a command that printed nothing. */
export const isNothing = (output: string): boolean => /^\s*(?:\(no output\))?\s*$/.test(output)

/** Whether a call failed because it named something that is not there. */
export const isMiss = (output: string): boolean => NOT_THERE.test(output)

/**
 * Goes on with the model's own plan: fills in the next call from the results, or first looks up what it lacks, once in
 * a turn. Null if there is nothing to continue with, or no result tells.
 */
export async function continuePlan(state: TurnState): Promise<ProposedCall[] | null> {
  const [next, ...rest] = state.later
  state.later = []
  if (!next) return null
  const filled = await fillIn(state, next)
  if (filled) {
    const { now, later } = splitPlan(state, rest)
    state.later = later
    return [filled, ...now]
  }
  const lookup = await lookUp(state, next)
  if (lookup) state.later = [next, ...rest]
  return lookup && [lookup]
}

async function fillIn(state: TurnState, next: ProposedCall): Promise<ProposedCall | null> {
  const tool = definitionOf(state, next)
  if (!tool || state.told.length === 0) return null
  const parameters = narrow(state, tool, next)
  const call = parameters && (await forceCall(state, [{ ...tool, function: { ...tool.function, parameters } }]))
  return call && !hasMade(state, call) && isFromResults(state, JSON.stringify(next.args), call) ? call : null
}

/** The schema for a call whose missing names are among the values of the results; the rest stays as it was written. */
function narrow(state: TurnState, { function: { parameters } }: ToolDefinition, next: ProposedCall) {
  const missing = listMissing(state, next)
  const known: JsonObject = isObject(parameters.properties) ? parameters.properties : {}
  const shown = valuesOf(state)
  const numbers = shown.filter((one) => /^\d+$/.test(one)).map(Number)
  const properties: JsonObject = {}
  for (const [param, value] of argsOf(next)) {
    const isName = !/\s/.test(toText(value)) || WHOLLY_OPEN.test(toText(value))
    const values = holdsNumber(known[param]) ? numbers : isName ? shown : null
    if (!missing.includes(param)) properties[param] = { const: value }
    else if (values?.length === 0) return null
    else properties[param] = values ? { enum: values } : { type: 'string' }
  }
  return { type: 'object' as const, properties, required: Object.keys(properties) }
}

/** The parameters that wait for a result. If a guess failed: those that no successful call shares. */
function listMissing(state: TurnState, next: ProposedCall): string[] {
  const open = listOpen(state, next)
  if (open.length > 0) return open
  const proven = new Set(state.told.flatMap((call) => argsOf(call).map(([, value]) => value)))
  return argsOf(next).flatMap(([param, value]) => (typeof value === 'string' && !proven.has(value) ? [param] : []))
}

/** The words of the results; names with the folder that was listed. */
function valuesOf({ told }: TurnState): string[] {
  const values = told.flatMap(({ text, ...call }) => {
    const words = text.split(/[\s,;:|"'`=()[\]{}<>]+/).filter((word) => /[\p{L}\p{N}]/u.test(word))
    const plain = words.map((word) => word.replace(/^\.\//, ''))
    const [, folder] = argsOf(call).find(([param]) => param === 'path') ?? []
    const isListing = typeof folder === 'string' && !plain.some((word) => word.startsWith(folder))
    return isListing ? plain.map((word) => `${folder.replace(/\/$/, '')}/${word}`) : plain
  })
  return [...new Set(values)].filter(({ length }) => length <= LONGEST_VALUE).slice(0, MOST_VALUES)
}

/** Whether a call has words of a result that the text does not have. */
export function isFromResults({ told }: TurnState, text: string, filled: Made): boolean {
  const written = new Set(wordsOf(text))
  const shown = new Set(told.flatMap(({ text }) => wordsOf(text)))
  return wordsOf(JSON.stringify(filled.args)).some((word) => !written.has(word) && shown.has(word))
}

/** For a plan that begins with a missing value, and for a guess that failed. */
async function lookUp(state: TurnState, next: ProposedCall): Promise<ProposedCall | null> {
  const tools = listLookups(state, next)
  const isPlan = listOpen(state, next).length > 0
  if (state.hasLookedUp || tools.length === 0 || (isPlan && callsOfTurn(state).length > 0)) return null
  state.hasLookedUp = true
  const missing = listMissing(state, next)
  const values = argsOf(next).flatMap(([param, value]) => (missing.includes(param) ? [toText(value)] : []))
  const what = values.join(', ').replace(/[<>]/g, '')
  const call = await forceCall(state, tools, `${what} is not known here. First call what tells the right name:`)
  const [known] = call ? correctArguments(state, [call]).calls : []
  return known && !hasMade(state, known) && isSaid(state, known) ? known : null
}

function isSaid(state: TurnState, call: Made): boolean {
  const texts = sourcesOf(state).flat().join('\n').toLowerCase()
  return argsOf(call).every(([, value]) => typeof value !== 'string' || texts.includes(bare(value)))
}

const bare = (text: string) => text.toLowerCase().replace(/^[*./]+|[*/]+$/g, '')

/** Tools of the same skill if any can; none that changes anything or would need the missing value itself. */
function listLookups(state: TurnState, next: ProposedCall): ToolDefinition[] {
  const { input } = state
  const open = listOpen(state, next)
  const missing = open.length > 0 ? open : requiredBy(definitionOf(state, next))
  const made = new Set(callsOfTurn(state).map(({ tool }) => tool))
  const given = new Set(argsOf(next).map(([param]) => param))
  const able = rankTools(input.tools, input.text).flatMap(({ tool }) => {
    const required = requiredBy(tool)
    const isAble = missing.length === 0 || !missing.every((param) => required.includes(param))
    const others = required.filter((param) => !given.has(param))
    const { name } = tool.function
    return isAble && others.length < 2 && !changesThings(state, name) && name !== next.tool && !made.has(name)
      ? [tool]
      : []
  })
  const skillOf = (name: string) => name.split('_')[0]
  const own = able.filter(({ function: { name } }) => skillOf(name) === skillOf(next.tool))
  return (own.length > 0 ? own : able).slice(0, MOST_LOOKUPS)
}

const definitionOf = ({ input }: TurnState, { tool }: Made) =>
  input.tools.find(({ function: { name } }) => name === tool)

const requiredBy = (tool: ToolDefinition | undefined) => [tool?.function.parameters.required ?? []].flat().map(toText)

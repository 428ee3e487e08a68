import { isObject } from '#shared/json'
import type { ToolDefinition } from '#shared/model/model'
import { forceCall } from './force-call.ts'
import type { ProposedCall } from './ports.ts'
import { rankTools } from './rank-tools.ts'
import { callsOfTurn, hasMade, type TurnState } from './turn-state.ts'
import { wordsOf } from './words.ts'

/** How a model writes a value that only a result tells. The examples show `<result 1>`; it invents others. */
const OPEN = /<(?:results?|outputs?) (?:\d+|of|from)\b[^<>]{0,60}>/i
const WHOLLY_OPEN = /^<[a-z][\w .'-]{0,60}>$/i
/** Another name would do. Anything else, such as a missing permission, would fail again. */
const NOT_THERE = /\bno such|not found|unknown|does(?: not|n't) exist|nicht gefunden|unbekannt|existiert nicht/i
const MOST_LOOKUPS = 6

/** The parameters of a call that wait for a result, unless the person typed what is in them. */
function listOpen({ args }: Pick<ProposedCall, 'args'>, request: string): string[] {
  return Object.entries(isObject(args) ? args : {}).flatMap(([param, value]) => {
    const isOpen =
      typeof value === 'string' && (OPEN.test(value) || WHOLLY_OPEN.test(value)) && !request.includes(value)
    return isOpen ? [param] : []
  })
}

/** The calls before the first that waits for a result, and the others. */
export function splitPlan(calls: readonly ProposedCall[], request: string): Record<'now' | 'later', ProposedCall[]> {
  const at = calls.findIndex((call) => listOpen(call, request).length > 0)
  return at < 0 ? { now: [...calls], later: [] } : { now: calls.slice(0, at), later: calls.slice(at) }
}

/** Whether an output cannot tell anything, as that of a command that printed nothing. */
export const isNothing = (output: string): boolean => /^\s*(?:\(no output\))?\s*$/.test(output)

/** Whether a call failed because it named something that is not there. */
export const isMiss = (output: string): boolean => NOT_THERE.test(output)

/**
 * Goes on with the model's own plan: fills in the next call from the results, or first looks up what it lacks, once in
 * a turn. Null if there is nothing to go on with, or no result tells.
 */
export async function continuePlan(state: TurnState): Promise<ProposedCall[] | null> {
  const [next, ...rest] = state.later
  state.later = []
  if (!next) return null
  const filled = state.told.length > 0 ? await forceCall(state, [next.tool]) : null
  if (
    filled &&
    listOpen(filled, state.input.text).length === 0 &&
    !hasMade(state, filled) &&
    isFromResults(state, next, filled)
  ) {
    const { now, later } = splitPlan(rest, state.input.text)
    state.later = later
    return [filled, ...now]
  }
  const lookup = await lookUp(state, next)
  if (lookup) state.later = [next, ...rest]
  return lookup && [lookup]
}

/** What differs from the call as it was written must be in a result. */
function isFromResults(state: TurnState, { args }: ProposedCall, filled: ProposedCall): boolean {
  const written = new Set(wordsOf(JSON.stringify(args)))
  const told = new Set(wordsOf(state.told.join('\n')))
  return wordsOf(JSON.stringify(filled.args)).some((word) => !written.has(word) && told.has(word))
}

async function lookUp(state: TurnState, next: ProposedCall): Promise<ProposedCall | null> {
  const names = listLookups(state, next)
  if (state.hasLookedUp || names.length === 0) return null
  state.hasLookedUp = true
  const call = await forceCall(
    state,
    names,
    `${next.tool} needs a value that is not known yet. First call what shows it.`,
  )
  return call && !hasMade(state, call) ? call : null
}

/** Tools of the same skill first; none that changes anything or would need the missing value itself. */
function listLookups(state: TurnState, next: ProposedCall): string[] {
  const { input } = state
  const own = input.tools.find(({ function: { name } }) => name === next.tool)
  const open = listOpen(next, input.text)
  const missing = open.length > 0 ? open : requiredBy(own)
  const isAble = (tool: ToolDefinition) => {
    const required = requiredBy(tool)
    return missing.length === 0 || !missing.every((param) => required.includes(param))
  }
  const skillOf = (name: string) => name.split('_')[0]
  const made = new Set(callsOfTurn(state).map(({ tool }) => tool))
  return rankTools(input.tools, input.text)
    .flatMap(({ tool }) =>
      isAble(tool) && !tool.function.description.startsWith('Changes ') ? [tool.function.name] : [],
    )
    .filter((name) => name !== next.tool && !made.has(name))
    .toSorted(
      (one, other) => Number(skillOf(other) === skillOf(next.tool)) - Number(skillOf(one) === skillOf(next.tool)),
    )
    .slice(0, MOST_LOOKUPS)
}

const requiredBy = (tool: ToolDefinition | undefined) => [tool?.function.parameters.required ?? []].flat().map(String)

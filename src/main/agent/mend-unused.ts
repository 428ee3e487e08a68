import { isObject, type JsonObject, toText } from '#shared/json'
import type { ModelAnswer, ToolDefinition } from '#shared/model/model'
import { holdsNumber } from './corrections.ts'
import { forceCall } from './force-call.ts'
import { namesFor, toolsOf } from './other-tools.ts'
import type { ProposedCall } from './ports.ts'
import { listUnused } from './request-names.ts'
import { callsOfTurn, type TurnState } from './turn-state.ts'

/** The beginning of a hash; a small model writes it into any parameter that takes a text. */
const COMMIT = /^(?=[a-f]*\d)[0-9a-f]{7,40}$/

/** A date or an author is no place for a commit. */
const ELSEWHERE = /^(?:since|until|author|message|text|name|when)$/

export const leavesOutCommit = ({ input }: TurnState, calls: readonly ProposedCall[]): boolean =>
  listUnused(input.text, calls.map(withoutMisplaced)).some((value) => COMMIT.test(value))

const withoutMisplaced = ({ args }: Pick<ProposedCall, 'args'>) => ({
  args: Object.fromEntries(
    Object.entries(Object(args)).filter(([param, value]) => !(ELSEWHERE.test(param) && COMMIT.test(toText(value)))),
  ),
})

/** The only call leaves out a value of the request, such as a number of lines or the name of a file. */
export async function mendUnused(
  state: TurnState,
  answer: ModelAnswer,
  calls: readonly ProposedCall[],
): Promise<ProposedCall[] | null> {
  const { text, tools } = state.input
  const [call] = calls
  const unused = listUnused(text, [...calls, ...state.later].map(withoutMisplaced))
  if (!call || calls.length > 1 || unused.length === 0 || callsOfTurn(state).length > 0) return null
  const own = tools.find(({ function: { name } }) => name === call.tool)
  const wider = own ? requireHolders(own, call, unused) : null
  const reason = `The request also says ${unused.join(', ')}. Write the call that has it.`
  const others = [call.tool, ...namesFor(state, text)]
  const able = unused.every((value) => COMMIT.test(value)) ? others.filter((name) => namesCommits(state, name)) : others
  const asked = await forceCall(state, wider ? [wider] : toolsOf(state, able), reason, answer)
  if (!asked) return null
  const isSame = asked.tool === call.tool && isObject(call.args) && isObject(asked.args)
  const better = isSame ? { ...asked, args: { ...Object(call.args), ...Object(asked.args) } } : asked
  const left = listUnused(text, [better])
  if (unused.every((value) => left.includes(value))) return null
  return left.every((value) => unused.includes(value)) ? [better] : [call, better]
}

const namesCommits = (state: TurnState, name: string) =>
  toolsOf(state, [name]).some(({ function: { parameters } }) =>
    Object.keys(Object(parameters.properties)).some((param) =>
      /^(?:.+_)?(?:commit|revision|ref|sha|hash)$/.test(param),
    ),
  )

/** The tool with all parameters required that can hold these values; null if one of them fits nowhere. */
function requireHolders(tool: ToolDefinition, { args }: ProposedCall, values: string[]): ToolDefinition | null {
  const { parameters } = tool.function
  const properties: JsonObject = isObject(parameters.properties) ? parameters.properties : {}
  const free = Object.entries(properties).filter(([param]) => !Object.hasOwn(Object(args), param))
  const held = values.map((value) =>
    free.flatMap(([param, schema]) => (holdsNumber(schema) && /^\d+$/.test(value) ? [param] : [])),
  )
  if (held.some((params) => params.length === 0)) return null
  const required = [...[parameters.required ?? []].flat(), ...new Set(held.flat())]
  return { ...tool, function: { ...tool.function, parameters: { ...parameters, required } } }
}

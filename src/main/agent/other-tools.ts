import { isObject } from '#shared/json'
import type { ProposedCall } from './ports.ts'
import { rankTools } from './rank-tools.ts'
import { saysNothing, takesAny } from './said-values.ts'
import type { TurnState } from './turn-state.ts'

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
  if (!own || takesAny(own.function.parameters) || countSaid(call.args) < 2 || takes(state, call.tool, call.args))
    return call
  const taker = namesFor(state, state.input.text)
    .slice(0, NEAREST)
    .find((name) => takes(state, name, call.args))
  return taker === undefined ? call : { ...call, tool: taker, recoveredFrom: call.recoveredFrom ?? 'structured' }
}

/** The only name that has all words of the wrong one or lacks some, such as git_commit_new_branch for git_new_branch. */
export function findKin(wrong: string, names: readonly string[]): string | undefined {
  const words = new Set(wrong.split('_'))
  const kin = names.filter((name) => {
    const own = name.split('_')
    const isLonger = [...words].every((word) => own.includes(word))
    return own.length > 1 && name !== wrong && (isLonger || own.every((word) => words.has(word)))
  })
  return kin.length === 1 ? kin[0] : undefined
}

export const countSaid = (args: unknown) => Object.values(Object(args)).filter((value) => !saysNothing(value)).length

/** The only argument is taken for the only one that the tool requires. */
export function needsOne(state: TurnState, name: string, args: unknown): boolean {
  const required = toolsOf(state, [name]).flatMap((tool) => tool.function.parameters.required ?? [])
  return required.flat().length === 1 && countSaid(args) === 1
}

/** Whether these are arguments, at least one and all that it requires, of that tool. */
export function takes({ input }: TurnState, name: string, args: unknown): boolean {
  const { properties = {}, required = [] } = input.tools.find((tool) => tool.function.name === name)?.function
    .parameters ?? { type: 'object' }
  const given = Object.entries(isObject(args) ? args : {}).flatMap(([param, value]) =>
    saysNothing(value) ? [] : [param],
  )
  const isKnown = (one: string) => Object.hasOwn(Object(properties), one)
  return given.length > 0 && given.every(isKnown) && [required].flat().every((one) => given.includes(String(one)))
}

import { nameUsedTool } from '#shared/call/builtins'
import type { ModelAnswer } from '#shared/model/model'
import type { Beginning } from './beginning.ts'
import type { ProposedCall } from './ports.ts'
import { isQuoted, listDescribed, listForeign, listUntyped } from './quoted-calls.ts'
import { recoverCalls } from './recover-calls.ts'
import type { TurnState } from './turn-state.ts'

/** What small models write for no arguments. */
const isNothing = (args: unknown) => args === null || args === '' || (Array.isArray(args) && args.length === 0)

export interface ReadAnswer {
  calls: ProposedCall[]
  /** The rest of its text. */
  content: string
  /** The text that held the calls. */
  written?: string
}

/**
 * The calls of an answer, from the protocol or from its text. In the compact style, a text of nothing but calls is
 * regular; every other call in a text may be a quotation and is marked as recovered.
 */
export function readCalls(state: TurnState, { calls, content }: ModelAnswer, { names }: Beginning): ReadAnswer {
  const { ports, style, messages, input } = state
  const { history, servers = [], text, system, opening = '' } = input
  const { tools } = input.shown ?? input
  const inserted = servers.length > 0 ? [text] : []
  const untyped = [...listUntyped(messages), ...listForeign(history), ...inserted, ...listDescribed(tools)]
  untyped.push(system, opening)
  const propose = (
    call: { tool: string; args: unknown; id?: string },
    recoveredFrom: ProposedCall['recoveredFrom'],
  ): ProposedCall => {
    const meant = nameUsedTool({ ...call, args: isNothing(call.args) ? {} : call.args })
    const from = recoveredFrom ?? (isQuoted(meant, untyped) ? 'content' : undefined)
    return { call: ports.newId(), ...meant, ...(from && { recoveredFrom: from }) }
  }
  if (calls.length > 0) return { calls: calls.map((call) => propose(call, undefined)), content }
  const recovered = recoverCalls(
    content,
    (name) => names.has(name) || state.input.off?.has(name) === true,
    style === 'compact',
  )
  if (!recovered) return { calls: [], content }
  const { from, rest, isAlone } = recovered
  const isMeant = style === 'compact' && isAlone
  return {
    calls: recovered.calls.map((call) => propose(call, isMeant ? undefined : from)),
    content: rest,
    ...(style === 'compact' && { written: content }),
  }
}

import { nameUsedTool } from '#shared/call/builtins'
import type { ModelAnswer } from '#shared/model/model'
import type { Beginning } from './beginning.ts'
import type { ProposedCall } from './ports.ts'
import { findQuoted, listDescribed, listForeign, listUntyped } from './quoted-calls.ts'
import { recoverCalls } from './recover-calls.ts'
import type { TurnState } from './turn-state.ts'

/** What small models write for no arguments. */
const isNothing = (args: unknown) => args === null || args === '' || (Array.isArray(args) && args.length === 0)

/** Whoever writes more is not calling tools. By the protocol, so many end the turn. */
const MOST_CALLS = 256

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
  const isQuoted = findQuoted([...untyped, system, opening])
  const propose = (
    call: { tool: string; args: unknown; id?: string },
    recoveredFrom: ProposedCall['recoveredFrom'],
  ): ProposedCall => {
    const named = nameUsedTool(call)
    const meant = { ...named, args: isNothing(named.args) ? {} : named.args }
    const from = recoveredFrom ?? (isQuoted(meant) ? 'content' : undefined)
    return { call: ports.newId(), ...meant, ...(from && { recoveredFrom: from }) }
  }
  if (calls.length > 0) return { calls: calls.map((call) => propose(call, undefined)), content }
  const isKnown = (name: string) => names.has(name) || input.off?.has(name) === true
  const recovered = recoverCalls(content, isKnown, style === 'compact')
  if (!recovered || recovered.calls.length > MOST_CALLS) return { calls: [], content }
  const { from, rest, isAlone } = recovered
  const isMeant = style === 'compact' && isAlone
  return {
    calls: recovered.calls.map((call) => propose(call, isMeant ? undefined : from)),
    content: rest,
    ...(style === 'compact' && { written: content }),
  }
}

import { nameUsedTool } from '#shared/call/builtins'
import { isObject, type Json } from '#shared/json'
import type { ModelAnswer, ModelMessage } from '#shared/model/model'
import type { Beginning } from './beginning.ts'
import type { ProposedCall } from './ports.ts'
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
  const untyped = [...listUntyped(messages), input.system]
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

/**
 * Whether a text that the person did not type contains this call: its quoted name and every argument. A model that
 * reads a file aloud may write such a call without meaning it.
 */
function isQuoted(call: { tool: string; args: unknown }, untyped: readonly string[]): boolean {
  const values = leavesOf(call.args).map(flatten)
  return untyped.some((text) => {
    const flat = flatten(text)
    const isNamed = [`"${call.tool}"`, `'${call.tool}'`].some((name) => flat.includes(flatten(name)))
    return isNamed && values.every((value) => flat.includes(value))
  })
}

/** Everything in a request that neither the person typed nor we wrote: outputs, attached files and long pastes. */
function listUntyped(messages: readonly ModelMessage[]): string[] {
  return messages.flatMap(({ role, content }) => {
    if (role === 'tool' || (role === 'user' && content.length > LONGEST_TYPED)) return [content]
    return role === 'user' ? (content.match(FENCED) ?? []) : []
  })
}

/** Attached files are in fences; if a person types one, their call asks. An open fence ends with the message. */
const FENCED = /^ {0,3}(`{3,}|~{3,})[\s\S]*?(?:^ {0,3}\1|$(?![\s\S]))/gm
/** Nobody types more than this. */
const LONGEST_TYPED = 2000

function leavesOf(value: unknown): string[] {
  if (Array.isArray(value)) return value.flatMap(leavesOf)
  if (isObject(value)) return Object.values(value).flatMap((one: Json) => leavesOf(one))
  return value === null || value === undefined ? [] : [String(value)]
}

/** Ignores spaces, escapes and case, because a copy may be laid out differently or be inside JSON. */
function flatten(text: string): string {
  const unescaped = text.replace(/\\+u([0-9a-f]{4})/gi, (_, code: string) =>
    String.fromCharCode(Number.parseInt(code, 16)),
  )
  return unescaped
    .replace(/\\+[nrt]/g, '')
    .replace(/[\s\\]+/g, '')
    .toLowerCase()
}

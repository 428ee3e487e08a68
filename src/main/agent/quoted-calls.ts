import type { Fact } from '#shared/facts'
import { isObject, type Json, toText } from '#shared/json'
import type { ModelMessage, ToolDefinition } from '#shared/model/model'

/**
 * Tells whether one of these texts, which the person did not type, contains a call: its quoted name and every argument.
 * A model that reads a file aloud may write such a call without meaning it.
 */
export function findQuoted(untyped: readonly string[]) {
  let texts: string[] | undefined
  return ({ tool, args }: { tool: string; args: unknown }): boolean => {
    texts ??= untyped.map(flatten)
    const names = [`"${tool}"`, `'${tool}'`].map(flatten)
    const values = leavesOf(args).map(flatten)
    return texts.some((text) => names.some((name) => text.includes(name)) && values.every((one) => text.includes(one)))
  }
}

/** Everything in a request that neither the person typed nor we wrote: outputs, attached files and long pastes. */
export function listUntyped(messages: readonly ModelMessage[]): string[] {
  return messages.flatMap(({ role, content }) => {
    if (role === 'tool' || (role === 'user' && content.length > LONGEST_TYPED)) return [content]
    return role === 'user' ? (content.match(FENCED) ?? []) : []
  })
}

/** Messages of an imported file, which are recorded before the chat itself, and those with words of a server. */
export function listForeign(history: readonly Fact[]): string[] {
  const created = history.findIndex((fact) => fact.type === 'chat.created' && fact.from !== undefined)
  return history.flatMap((fact, at) =>
    fact.type === 'message.added' && (at < created || fact.servers?.length) ? [fact.content] : [],
  )
}

/** What skills and servers say about their tools. */
export const listDescribed = (tools: readonly ToolDefinition[]): string[] =>
  tools.flatMap(({ function: { description, parameters } }) => [description, ...leavesOf(parameters)])

/** Attached files are in fences; if a person types one, their call asks. An open fence ends with the message. */
const FENCED = /^ {0,3}(`{3,}|~{3,})[\s\S]*?(?:^ {0,3}\1|$(?![\s\S]))/gm
/** Nobody types more than this. */
const LONGEST_TYPED = 2000

function leavesOf(value: unknown): string[] {
  if (Array.isArray(value)) return value.flatMap(leavesOf)
  if (isObject(value)) return Object.values(value).flatMap((one: Json) => leavesOf(one))
  return value === null || value === undefined ? [] : [toText(value)]
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

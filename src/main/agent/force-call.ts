import { isObject, type Json, type JsonObject, parseJson, toText } from '#shared/json'
import type { ModelAnswer, ModelMessage, ToolDefinition } from '#shared/model/model'
import { askModel } from './ask-model.ts'
import { describeParams, toSignature } from './compact-text.ts'
import type { ProposedCall } from './ports.ts'
import { prepareForced } from './prepare-request.ts'
import type { TurnState } from './turn-state.ts'

/**
 * One question with a grammar: which of these tools, with which arguments. Such a call always asks; null if there was
 * none.
 */
export async function forceCall(
  state: TurnState,
  tools: readonly ToolDefinition[],
  reason = '',
  answer?: ModelAnswer,
): Promise<ProposedCall | null> {
  if (tools.length === 0) return null
  // A small model pays most attention to the end.
  const [only, ...others] = tools
  const lines = others.length > 0 ? tools.map(toSignature) : only && reason ? describeParams(only) : []
  const content = [reason, ...lines].filter(Boolean).join('\n')
  const said: ModelMessage[] = [
    ...(answer ? [{ role: 'assistant' as const, content: answer.content, calls: [] }] : []),
    ...(content ? [{ role: 'user' as const, content }] : []),
  ]
  const { outcome } = await askModel(state, () => prepareForced(state, said, grammarOf(tools)), false)
  const [called] = outcome.ok ? outcome.answer.calls : []
  const read = outcome.ok && !called ? parseJson(outcome.answer.content) : undefined
  const { name, args } = called ? { name: called.tool, args: called.args } : readCall(read)
  const tool = tools.find((one) => one.function.name === name)
  if (!tool || !isObject(args)) return null
  const call = { tool: tool.function.name, args }
  return { call: state.ports.newId(), ...call, recoveredFrom: 'structured' }
}

function grammarOf(tools: readonly ToolDefinition[]): JsonObject {
  const calls = tools.map(
    ({ function: { name, parameters } }): JsonObject => ({
      type: 'object',
      properties: { name: { const: name }, arguments: toGrammar(parameters) },
      required: ['name', 'arguments'],
    }),
  )
  const names = tools.map(({ function: { name } }) => name)
  return { type: 'object', properties: { name: { type: 'string', enum: names } }, anyOf: calls }
}

const readCall = (read: unknown): { name?: unknown; args?: unknown } =>
  isObject(read) ? { name: read.name, args: read.arguments } : {}

const KEPT = ['type', 'enum', 'const', 'required'] as const
const DEEPEST = 6

/** Letters, digits, classes of them and counts: what every server can turn into a grammar. */
const PLAIN_PATTERN = /^\^(?:\[[\w.-]+\](?:\{\d(?:,\d)?\}|[+*?])?|[\w,/:@-])+\$$/

/**
 * The part of a schema that servers can turn into a grammar. Other patterns, formats and bounds make some servers refuse
 * the request; the gate checks them.
 */
export function toGrammar(schema: JsonObject, depth = 0): JsonObject {
  const grammar: JsonObject = {}
  for (const key of KEPT) if (schema[key] !== undefined) grammar[key] = schema[key] as Json
  if (PLAIN_PATTERN.test(toText(schema.pattern))) grammar.pattern = schema.pattern as Json
  if (depth > DEEPEST) return grammar
  if (isObject(schema.properties)) {
    const members = Object.entries(schema.properties).filter(([, member]) => isObject(member))
    grammar.properties = Object.fromEntries(
      members.map(([name, member]) => [name, toGrammar(member as JsonObject, depth + 1)]),
    )
    grammar.additionalProperties = false
  }
  if (isObject(schema.items)) grammar.items = toGrammar(schema.items, depth + 1)
  return grammar
}

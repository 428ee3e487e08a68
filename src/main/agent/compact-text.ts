import { isObject, type Json, type JsonObject } from '#shared/json'
import type { ToolDefinition } from '#shared/model/model'

const LONGEST_DESCRIPTION = 160
const MOST_VALUES = 8

const INTRODUCTION = `You are a helpful assistant with tools on the user's computer. Relative paths are in the user's current folder.
When the user asks for something that a tool does, answer with one JSON object for each tool that is needed, one a line and nothing else: {"name": "tool_name", "arguments": {"param": value}}
Leave out optional parameters (marked ?) that the user did not mention. Never invent values. Greetings, thanks, jokes and general questions need no tool: answer them in words.`

/**
 * What a model reads before every conversation: each tool on one line. The same tools always give the same bytes, since
 * a server reads again whatever follows the first difference.
 */
export function describeTools(tools: readonly ToolDefinition[], more: string): string {
  if (tools.length === 0) return more
  const parts = [INTRODUCTION, `Tools:\n${tools.map(toSignature).join('\n')}`, more, writeExamples(tools)]
  return parts.filter((part) => part !== '').join('\n\n')
}

/** `name(param, optional?:int) What it does.` A parameter without a type is text. */
export function toSignature({ function: { name, description, parameters } }: ToolDefinition): string {
  const properties = isObject(parameters.properties) ? parameters.properties : {}
  const required = Array.isArray(parameters.required) ? parameters.required : []
  const params = Object.entries(properties).map(([param, schema]) => {
    return `${onOneLine(param)}${required.includes(param) ? '' : '?'}${typeOf(schema)}`
  })
  return `${name}(${params.join(', ')}) ${firstSentence(description)}`
}

function typeOf(schema: Json): string {
  if (!isObject(schema)) return ''
  const values = Array.isArray(schema.enum) ? schema.enum : []
  if (values.length > 0) return `:${onOneLine(values.slice(0, MOST_VALUES).map(String).join('|'))}`
  const type = [schema.type].flat().find((one) => one !== 'null')
  if (type === 'array') return `:list${isObject(schema.items) ? typeOf(schema.items).replace(':', ' of ') : ''}`
  return typeof type === 'string' && SHORT[type] ? `:${SHORT[type]}` : ''
}

const SHORT: Record<string, string> = { integer: 'int', number: 'number', boolean: 'bool', object: 'object' }

const onOneLine = (text: string) => text.replace(/\s+/g, ' ').trim()

export function firstSentence(description: string): string {
  const text = onOneLine(description)
  return (/^.*?[.!?](?=\s|$)/.exec(text)?.[0] ?? text).slice(0, LONGEST_DESCRIPTION).toWellFormed()
}

/** A request of each kind: none, one and two calls. Their tools are taken from those there are. */
function writeExamples(tools: readonly ToolDefinition[]): string {
  const easy = tools.filter((tool) => requiredOf(tool).length <= 1 && requiredOf(tool).every(isText(tool)))
  const [one, other] = [
    easy.find((tool) => requiredOf(tool).length === 1),
    easy.find((tool) => requiredOf(tool).length === 0),
  ]
  const lines = ['Examples:', 'User: Thanks!', "Assistant: You're welcome!"]
  const ask = (tool: ToolDefinition) => `${firstSentence(tool.function.description).replace(/[.!?]$/, '')}`
  if (one) lines.push(`User: ${ask(one)}: pictures`, `Assistant: ${writeCall(one)}`)
  lines.push('User: What is 3 times 4?', 'Assistant: 12')
  if (one && other)
    lines.push(`User: ${ask(other)}, and ${ask(one)}: pictures`, `Assistant: ${writeCall(other)}\n${writeCall(one)}`)
  return lines.join('\n')
}

const requiredOf = ({ function: { parameters } }: ToolDefinition): string[] =>
  Array.isArray(parameters.required) ? parameters.required.filter((name) => typeof name === 'string') : []

const isText =
  ({ function: { parameters } }: ToolDefinition) =>
  (name: string) => {
    const schema = isObject(parameters.properties) ? parameters.properties[name] : undefined
    return isObject(schema) && schema.type === 'string' && schema.enum === undefined
  }

function writeCall(tool: ToolDefinition): string {
  const args: JsonObject = Object.fromEntries(requiredOf(tool).map((name) => [name, 'pictures']))
  return formatCall(tool.function.name, args)
}

/** As a model writes it, with a space behind each colon and comma. */
export function formatCall(name: string, args: JsonObject): string {
  return `{"name": ${JSON.stringify(name)}, "arguments": ${spaced(args)}}`
}

function spaced(value: Json): string {
  if (Array.isArray(value)) return `[${value.map(spaced).join(', ')}]`
  if (!isObject(value)) return JSON.stringify(value)
  return `{${Object.entries(value)
    .map(([name, one]) => `${JSON.stringify(name)}: ${spaced(one)}`)
    .join(', ')}}`
}

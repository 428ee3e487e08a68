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
  return `${name}(${params.join(', ')}) ${firstClause(description)}`
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

/** What follows a semicolon or a bracket is for people who read on. */
function firstClause(description: string): string {
  const sentence = firstSentence(description)
  return /^.{16,}?(?=; | \()/.exec(sentence)?.[0] ?? sentence.replace(/\.$/, '')
}

/** In the words people use, for tools that come with Skillet; the last one makes two calls. */
const EXAMPLES: readonly [request: string, ...calls: [tool: string, args: JsonObject][]][] = [
  ['What is in the folder pictures?', ['files_list', { path: 'pictures' }]],
  ['Which commits has the repository shop?', ['git_log', { folder: 'shop' }]],
  [
    "Delete nothing, just show the size of the folder music and today's date",
    ['files_size', { path: 'music' }],
    ['dates_now', {}],
  ],
]

/** Two requests that need no tool, and of those above what these tools do. */
function writeExamples(tools: readonly ToolDefinition[]): string {
  const names = new Set(tools.map(({ function: { name } }) => name))
  const shown = EXAMPLES.filter(([, ...calls]) => calls.every(([tool]) => names.has(tool)))
  const lines = shown.map(([request, ...calls]) => [request, calls.map((call) => formatCall(...call)).join('\n')])
  const easy = tools.find(
    ({ function: { parameters } }) => !Array.isArray(parameters.required) || parameters.required.length === 0,
  )
  if (lines.length === 0 && easy)
    lines.push([firstClause(easy.function.description), formatCall(easy.function.name, {})])
  const all = [['Thanks!', "You're welcome!"], ...lines, ['What is 3 times 4?', '12']]
  return `Examples:\n${all.map(([asked, said]) => `User: ${asked}\nAssistant: ${said}`).join('\n')}`
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

import { isObject, type Json, type JsonObject, toText } from '#shared/json'
import type { ModelMessage, ToolDefinition } from '#shared/model/model'

const LONGEST_DESCRIPTION = 160
const MOST_VALUES = 8

const INTRODUCTION = `You are a helpful assistant with tools on the user's computer. Relative paths are in the user's current folder.
When the user asks for something that a tool does, answer with one JSON object for each tool that is needed, one a line and nothing else: {"name": "tool_name", "arguments": {"param": value}}
Fill each parameter that the user gives a value for, and leave out the other optional ones (marked ?). Copy names letter by letter, never translate them. Never invent values. Greetings, thanks, jokes and general questions need no tool: answer them in words.`

/**
 * The system text with one line per tool. The same tools always give the same bytes, because a server reads everything
 * after the first difference again.
 */
export function describeTools(tools: readonly ToolDefinition[], more: string): string {
  if (tools.length === 0) return more
  const parts = [INTRODUCTION, `Tools:\n${tools.map(toSignature).join('\n')}`, more]
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
  if (values.length > 0) return `:${onOneLine(values.slice(0, MOST_VALUES).map(toText).join('|'))}`
  const type = [schema.type].flat().find((one) => one !== 'null')
  if (type === 'array') return `:list${isObject(schema.items) ? typeOf(schema.items).replace(':', ' of ') : ''}`
  return typeof type === 'string' && SHORT[type] ? `:${SHORT[type]}` : ''
}

/** A line for each parameter, with its example. */
export const describeParams = ({ function: { parameters } }: ToolDefinition): string[] =>
  Object.entries(isObject(parameters.properties) ? parameters.properties : {}).flatMap(([param, schema]) => {
    const said = isObject(schema) && typeof schema.description === 'string' ? onOneLine(schema.description) : ''
    return said ? [`${onOneLine(param)}: ${said.slice(0, LONGEST_DESCRIPTION).toWellFormed()}`] : []
  })

const SHORT: Record<string, string> = { integer: 'int', number: 'number', boolean: 'bool', object: 'object' }

const onOneLine = (text: string) => text.replace(/\s+/g, ' ').trim()

export function firstSentence(description: string): string {
  const text = onOneLine(description)
  return (/^.*?[.!?](?=\s|$)/.exec(text)?.[0] ?? text).slice(0, LONGEST_DESCRIPTION).toWellFormed()
}

/** Shortens a description to one line: no brackets, nothing after a semicolon, no word for the kind of tool. */
function firstClause(description: string): string {
  const sentence = firstSentence(description)
    .replace(/ \([^)]*\)/g, '')
    .replace(/\.$/, '')
  const clause = /^.{16,}?(?=; )/.exec(sentence)?.[0] ?? sentence
  return clause.replace(/^Changes [\w ]{1,30}: (\w)/, (_, first: string) => first.toUpperCase())
}

type Made = [tool: string, args: JsonObject, output?: string]

/**
 * Requests in everyday words with calls of bundled tools and their outputs, or with words. Each uses another kind of
 * tool, because small models prefer what they have seen.
 */
const EXAMPLES: readonly [request: string, ...answers: (string | Made[])[]][] = [
  ['Thanks!', "You're welcome!"],
  ['What is in the folder pictures?', [['files_list', { path: 'pictures' }]]],
  ['Which commits did Maria make in the repository shop?', [['git_log', { author: 'Maria', folder: 'shop' }]]],
  [
    "Delete nothing, just show the size of the folder music and today's date",
    [
      ['files_size', { path: 'music' }, '4.2G\tmusic'],
      ['dates_now', {}, 'Tuesday 2026-03-03'],
    ],
    'The folder music takes 4.2G, and today is Tuesday, 2026-03-03.',
  ],
  ['What is 3 times 4?', '12'],
  ['are there pictures in the first 8 pages of flyer.pdf', [['pdf_images', { file: 'flyer.pdf', last_page: 8 }]]],
  ['Who painted the Mona Lisa?', 'Leonardo da Vinci painted it.'],
  ['what kind of video is clip.mov', [['media_info', { file: 'clip.mov' }]]],
  [
    'which files in letters do not say Dear, in small or big letters',
    [['search_text_missing', { text: 'Dear', path: 'letters', ignore_case: true }]],
  ],
  ['tell me about pull request 7 of acme/site', [['github_pr_view', { number: 7, repository: 'acme/site' }]]],
  ['Suggest two titles for a talk about bees', '"Small Wings" and "Summer in a Jar"'],
  [
    'what runs in the containers mail and shop?',
    [
      ['docker_processes', { container: 'mail' }],
      ['docker_processes', { container: 'shop' }],
    ],
  ],
  [
    'search for my diary.txt and read me its last 30 lines',
    [
      ['files_find', { name: 'diary.txt' }, './old/diary.txt'],
      ['files_tail', { path: '<result 1>', lines: 30 }],
    ],
    [['files_tail', { path: 'old/diary.txt', lines: 30 }, 'Rain all day.']],
    'It ends with: Rain all day.',
  ],
  [
    'which film about bees do i have, and how long is it',
    [
      ['files_find', { name: '*bees*' }, './films/bees-2019.mkv'],
      ['media_duration', { file: '<result 1>' }],
    ],
    [['media_duration', { file: 'films/bees-2019.mkv' }, '1:12:40']],
    'You have bees-2019.mkv, which takes 1 hour, 12 minutes and 40 seconds.',
  ],
  ['give cover.png the name front.png', [['write_files_move', { from: 'cover.png', to: 'front.png' }]]],
  ['show everything here', [['files_list', {}]]],
  ['Wem gehört der Ordner werkzeug?', [['files_info', { path: 'werkzeug' }]]],
  [
    'Seit wann läuft der Rechner, und mit welchem Kernel?',
    [
      ['system_uptime', {}],
      ['system_kernel', {}],
    ],
  ],
]

/** A conversation placed before every conversation, because small models continue the way it went. */
export function writeExamples(tools: readonly ToolDefinition[]): ModelMessage[] {
  const names = new Set(tools.map(({ function: { name } }) => name))
  const isKnown = (answer: string | Made[]) => typeof answer === 'string' || answer.every(([tool]) => names.has(tool))
  const shown = EXAMPLES.filter(([, ...answers]) => answers.every(isKnown))
  return (shown.some(([, first]) => typeof first !== 'string') ? shown : [...shown, ...inventExample(tools)]).flatMap(
    ([content, ...answers]) => [{ role: 'user', content }, ...answers.flatMap(toExample)],
  )
}

function toExample(answer: string | Made[]): ModelMessage[] {
  if (typeof answer === 'string') return [{ role: 'assistant', content: answer, calls: [] }]
  const calls = answer.map(([tool, args]) => ({ tool, args }))
  return [
    { role: 'assistant', content: '', calls },
    ...answer.flatMap(([tool, , content]): ModelMessage[] => (content ? [{ role: 'tool', tool, content }] : [])),
  ]
}

/** For skills without any of the tools above: a tool without required arguments. */
function inventExample(tools: readonly ToolDefinition[]): typeof EXAMPLES {
  const easy = tools.find(({ function: { parameters } }) => [parameters.required ?? []].flat().length === 0)
  if (!easy) return []
  return [[firstClause(easy.function.description), [[easy.function.name, {}]]]]
}

/** As a model writes it, with a space after each colon and comma. */
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

import { isObject, type JsonObject } from '#shared/json'
import { type Message, message } from '#shared/messages/message'

/** Parameters that name a thing; a model may well write a date, a query or a text in words of its own. */
export const NAMES_A_THING =
  /^(?:.+_)?(?:path|file|folder|directory|archive|database|repository|container|branch|member|commit|vault|note)$/
export const FOLDER = /^(?:.+_)?(?:folder|directory)$/
export const FILE_PARAMS = ['path', 'file']

/** In a message with a pasted log or with code, most values are not for a call. */
export const LONGEST_REQUEST = 600

interface Reordered {
  args: JsonObject
  notes: Message[]
}

/** The same values, where and in the order in which the request has them; null if they are already. */
export function reorderAsRequested(parameters: JsonObject, args: JsonObject, request: string): Reordered | null {
  if (request.length > LONGEST_REQUEST) return null
  const properties = isObject(parameters.properties) ? parameters.properties : {}
  const reordered = [joinPath, takeOutOfFolder, splitName, swapEnds, useNumbers].reduce<Reordered>(
    ({ args, notes }, step) => {
      const next = step(properties, args, request)
      return next ? { args: next.args, notes: [...notes, ...next.notes] } : { args, notes }
    },
    { args, notes: [] },
  )
  return reordered.notes.length > 0 ? reordered : null
}

/** A path that was cut into a folder and a file. */
function joinPath(_: JsonObject, args: JsonObject, request: string): Reordered | null {
  const folder = Object.keys(args).find((param) => FOLDER.test(param))
  const file = FILE_PARAMS.find((param) => typeof args[param] === 'string')
  if (folder === undefined || file === undefined || typeof args[folder] !== 'string') return null
  const { [folder]: from, ...rest } = args
  const whole = `${String(from).replace(/\/$/, '')}/${args[file]}`
  if (!has(request, '', whole)) return null
  const moved = message('argument-moved', { param: folder, from: String(from), into: file })
  return { args: { ...rest, [file]: whole }, notes: [moved] }
}

const SAYS_FOLDER = /\b(?:folders?|director(?:y|ies)|dir|ordners?|verzeichnis(?:ses)?)\b/i
const FILE_WITH_ENDING = /([\w-]+)\.[a-z]\w{1,4}\b/gi

/** The names without their endings of the files in a request that speaks of no folder. */
const stemsOf = (request: string): string[] =>
  request.length > LONGEST_REQUEST || SAYS_FOLDER.test(request)
    ? []
    : Array.from(request.matchAll(FILE_WITH_ENDING), ([, stem = '']) => stem)

/** A file in a folder of the same name that nobody mentioned: `hello/hello.py`. */
function takeOutOfFolder(_: JsonObject, args: JsonObject, request: string): Reordered | null {
  for (const [param, value] of Object.entries(args)) {
    const stem = stemsOf(request).find((one) => String(value).startsWith(`${one}/${one}.`))
    if (stem === undefined || !NAMES_A_THING.test(param) || has(request, '', String(value))) continue
    const to = String(value).slice(stem.length + 1)
    return { args: { ...args, [param]: to }, notes: [message('argument-respelt', { param, from: String(value), to })] }
  }
  return null
}

/** A call beside others that makes a folder with the name of the file that the request speaks of. */
export function findNeedlessFolder<Call extends { tool: string; args: unknown }>(
  calls: readonly Call[],
  request: string,
): Call | undefined {
  if (calls.length < 2) return undefined
  const stems = stemsOf(request)
  return calls.find(
    ({ tool, args }) =>
      /_(?:folder|directory)$/.test(tool) && Object.values(Object(args)).some((value) => stems.includes(String(value))),
  )
}

const IN_ANOTHER = /^(.+?) (?:in|from|of|on|at) (?:my |the )?(\w+) ([\w./-]+)$/i

/** A name with another one after it: the note `Shopping in my vault Home`. */
function splitName(properties: JsonObject, args: JsonObject): Reordered | null {
  for (const [param, value] of Object.entries(args)) {
    if (!NAMES_A_THING.test(param) || typeof value !== 'string' || value.length > LONGEST) continue
    const [, name = '', kind = '', other = ''] = IN_ANOTHER.exec(value) ?? []
    const into = kind.toLowerCase()
    if (!NAMES_A_THING.test(into) || !Object.hasOwn(properties, into) || Object.hasOwn(args, into)) continue
    const moved = message('argument-moved', { param, from: other, into })
    return { args: { ...args, [param]: name, [into]: other }, notes: [moved] }
  }
  return null
}

const LONGEST = 200
const BEFORE_START = [
  ...['from', 'since', 'against', 'von', 'seit', 'gegenüber'],
  ...['not on', "n't on", 'not in', "n't in"],
]
const BEFORE_END = ['to', 'until', 'till', 'bis']

/** Where something begins and ends, the wrong way round. */
function swapEnds(_: JsonObject, args: JsonObject, request: string): Reordered | null {
  const { from, to } = args
  if (typeof from !== 'string' || typeof to !== 'string') return null
  const follows = (words: readonly string[], value: string) => words.some((word) => has(request, `${word} `, value))
  const isWrong =
    (follows(BEFORE_END, from) && !follows(BEFORE_END, to)) ||
    (follows(BEFORE_START, to) && !follows(BEFORE_START, from))
  const swapped = message('arguments-swapped', { first: from, second: to })
  return isWrong ? { args: { ...args, from: to, to: from }, notes: [swapped] } : null
}

const NUMBER = /\d+/g

/** Numbers in a form that the tool prescribes, such as lines `10,25`, taken from its example instead of the request. */
function useNumbers(properties: JsonObject, args: JsonObject, request: string): Reordered | null {
  const said: string[] = request.match(/(?<![\w.])\d+(?![\w.]*\w)/g) ?? []
  for (const [param, value] of Object.entries(args)) {
    const schema = properties[param]
    if (typeof value !== 'string' || !isObject(schema) || schema.pattern === undefined) continue
    const own: string[] = value.match(NUMBER) ?? []
    if (own.length < 2 || own.length !== said.length || own.every((one) => said.includes(one))) continue
    const rest = said.values()
    const to = value.replace(NUMBER, (one) => rest.next().value ?? one)
    return { args: { ...args, [param]: to }, notes: [message('argument-respelt', { param, from: value, to })] }
  }
  return null
}

const BASE = /\b(?:compared (?:to|with)|relative to)\b/g
const KIND = /\b(?:the|branch|tag|file|folder) /g

/** Whether the text has this name after these words, as a whole, with no more than what kind of thing it is between. */
function has(text: string, before: string, name: string): boolean {
  const where = ` ${text.toLowerCase().replace(BASE, 'against').replace(KIND, '')} `
  const wanted = `${before}${name.toLowerCase()}`
  for (let at = where.indexOf(wanted); at >= 0; at = where.indexOf(wanted, at + 1)) {
    const isStart = before.startsWith("n't") || where[at - 1] === ' '
    if (isStart && /^[?!.,;:]*\s/.test(where.slice(at + wanted.length, at + wanted.length + 4))) return true
  }
  return false
}

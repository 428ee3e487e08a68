import { isObject, type Json, type JsonObject } from '#shared/json'
import { type Message, message } from '#shared/messages/message'
import { isTelling } from './words.ts'

/** Parameters that name a thing; a model may well write a date, a query or a text in words of its own. */
export const NAMES_A_THING =
  /^(?:.+_)?(?:path|file|folder|directory|archive|database|repository|container|branch|member|commit|vault|note)$/
export const FOLDER = /^(?:.+_)?(?:folder|directory)$/
export const FILE_PARAMS = ['path', 'file']

/** In a message with a pasted log or with code, most values are not for a call. */
export const LONGEST_REQUEST = 600

export interface Reordered {
  args: JsonObject
  notes: Message[]
}

/** The same values, where and in the order in which the request has them; null if they are already. */
export function reorderAsRequested(
  parameters: JsonObject,
  args: JsonObject,
  request: string,
  isOnlyCall = false,
): Reordered | null {
  if (request.length > LONGEST_REQUEST) return null
  const properties = isObject(parameters.properties) ? parameters.properties : {}
  // Of several calls, only some may be about the thing that the request names.
  const steps = [
    renameUnknown,
    joinPath,
    takeOutOfFolder,
    takeOutOfRepository,
    splitName,
    swapEnds,
    useNumbers,
    useDuration,
    turnOn,
  ]
  const reordered = [...steps, ...(isOnlyCall ? [addNamed, addCount] : [])].reduce<Reordered>(
    ({ args, notes }, step) => {
      const next = step(properties, args, request)
      return next ? { args: next.args, notes: [...notes, ...next.notes] } : { args, notes }
    },
    { args, notes: [] },
  )
  return reordered.notes.length > 0 ? reordered : null
}

/** Leaves out examples of a description that no text says; a model that fills in a schema copies them. */
export function dropExamples(parameters: JsonObject, args: JsonObject, said: string): Reordered | null {
  const required = [parameters.required ?? []].flat()
  const copied = Object.entries(args).flatMap(([param, value]) => {
    if (typeof value !== 'string' || required.includes(param) || said.includes(value.toLowerCase().replace(/^\*/, '')))
      return []
    const description = Object(Object(parameters.properties)[param]).description
    const [, examples = ''] = /\bExamples?: (.+?)\.?$/.exec(String(description)) ?? []
    return examples.split(', ').includes(value) ? [{ param, from: value }] : []
  })
  if (copied.length === 0) return null
  const kept = Object.entries(args).filter(([param]) => !copied.some((one) => one.param === param))
  return { args: Object.fromEntries(kept), notes: copied.map((one) => message('argument-unsaid', one)) }
}

/** What models call parameters, and what tools call them. */
const ALSO_CALLED: readonly (readonly [called: RegExp, params: readonly string[]])[] = [
  [/^(?:branch|tag|commit|ref|sha)$/, ['revision', 'commit', 'branch']],
  [/^(?:repo|repository|directory|dir)$/, ['folder', 'path']],
  [/^(?:file|filename|file_?path|folder)$/, ['path', 'file']],
  [/^(?:count|number|n|max|max_count|lines|rows)$/, ['limit', 'lines', 'count']],
]

/** A value of the request under a name that the tool does not know, where one of its own means the same. */
function renameUnknown(properties: JsonObject, args: JsonObject, request: string): Reordered | null {
  for (const [param, value] of Object.entries(args)) {
    if (Object.hasOwn(properties, param) || !has(request, '', String(value))) continue
    const known = ALSO_CALLED.find(([called]) => called.test(param))?.[1] ?? []
    const [into, other] = known.filter((one) => Object.hasOwn(properties, one) && !Object.hasOwn(args, one))
    if (into === undefined || other !== undefined) continue
    const { [param]: _, ...rest } = args
    const moved = message('argument-moved', { param, from: String(value), into })
    return { args: { ...rest, [into]: value as Json }, notes: [moved] }
  }
  return null
}

const KINDS: readonly (readonly [kind: RegExp, params: readonly string[]])[] = [
  [/^repo/i, ['folder']],
  [/^(?:folder|directory|ordner|verzeichnis)/i, ['path', 'folder']],
  [/^(?:branch|zweig)/i, ['branch', 'revision']],
  [/^container/i, ['container']],
  [/^vault/i, ['vault']],
]
const NAMED_KIND =
  /(?<!\b(?:this|that|which|what|diese[rmn]?|welche[rmn]?) )\b(repo(?:sitory)?|folder|directory|ordner|verzeichnis|branch|zweig|container|vault) (?:named |called |namens )?["'„“]?([\p{L}\p{N}][\p{L}\p{N}_./-]*)/giu
/** Words that may follow such a kind without being a name. */
export const JOINS =
  /^(?:where|which|who|not|between|since|by|after|before|into|over|under|without|has|have|belongs?|der|die|das|mit|und|in|im|an|am|auf|von|vom|zu|hat|ist|sind|wo|welche.*)$/i

/** A text for a note or a commit, which may speak of folders and counts of its own. */
const QUOTED_TEXT = /"[^"\n]*\s[^"\n]*"|'[^'\n]*\s[^'\n]*'(?!\w)/g
const withoutTexts = (request: string): string => request.replace(QUOTED_TEXT, '""')

/** What the request names, each with the word for what it is. */
const namesOfKinds = (request: string): (readonly [kind: string, name: string])[] =>
  Array.from(
    withoutTexts(request).matchAll(NAMED_KIND),
    ([, kind = '', name = '']) => [kind, name.replace(/\.$/, '')] as const,
  ).filter(([, name]) => isTelling(name.toLowerCase()) && !JOINS.test(name))

/** The only folder, branch, container or vault that the request names, which the call leaves out. */
function addNamed(properties: JsonObject, args: JsonObject, request: string): Reordered | null {
  const given = JSON.stringify(args).toLowerCase()
  const [named, another] = namesOfKinds(request).filter(([, name]) => !given.includes(name.toLowerCase()))
  if (!named || another) return null
  const [kind, value] = named
  const params = KINDS.find(([pattern]) => pattern.test(kind))?.[1] ?? []
  const isFolder = params.includes('path')
  const param = params.find((one) => {
    const description = String(Object(properties[one]).description)
    // The folder of a repository is meant only where the request speaks of one.
    const isOther = /\brepository\b/i.test(description) && !/\brepo(?:sitory)?\b/i.test(request)
    const isFor = !isFolder || (/\bfolder\b/i.test(description) && !isOther)
    return Object.hasOwn(properties, one) && !Object.hasOwn(args, one) && isFor
  })
  if (param === undefined) return null
  return { args: { ...args, [param]: value }, notes: [message('argument-added', { param, value })] }
}

/** A file of the only repository that the request names, given as one path. */
function takeOutOfRepository(properties: JsonObject, args: JsonObject, request: string): Reordered | null {
  const [repository, another] = namesOfKinds(request).filter(([kind]) => /^repo/i.test(kind))
  if (!repository || another || !Object.hasOwn(properties, 'folder') || Object.hasOwn(args, 'folder')) return null
  const [, folder] = repository
  const param = FILE_PARAMS.find((one) => String(args[one]).toLowerCase().startsWith(`${folder.toLowerCase()}/`))
  if (param === undefined || has(request, '', String(args[param]))) return null
  const moved = message('argument-moved', { param, from: folder, into: 'folder' })
  return { args: { ...args, [param]: String(args[param]).slice(folder.length + 1), folder }, notes: [moved] }
}

const HOW_MANY =
  /\b(?:first|last|latest|newest|oldest|top|only|just|most|up to|maximum) (\d+)\b|\b(\d+) (?:\w+ )?(?:at most|maximum|lines|rows|entries|results|commits)\b/gi
const COUNT = /^(?:limit|lines|count|max_\w+)$/

/** How many the request asks for, which the call leaves out. */
function addCount(properties: JsonObject, args: JsonObject, request: string): Reordered | null {
  const [count, another] = Array.from(withoutTexts(request).matchAll(HOW_MANY), ([, after, before]) =>
    Number(after ?? before),
  )
  const [param, other] = Object.keys(properties).filter(
    (one) => COUNT.test(one) && Object(properties[one]).type === 'integer',
  )
  if (count === undefined || another !== undefined || param === undefined || other !== undefined) return null
  const isGiven = Object.hasOwn(args, param) || JSON.stringify(args).includes(String(count))
  if (isGiven) return null
  return { args: { ...args, [param]: count }, notes: [message('argument-added', { param, value: count })] }
}

/** A switch of two words or more that the request says, such as the whole word, or of one after "with". */
function turnOn(properties: JsonObject, args: JsonObject, request: string): Reordered | null {
  const said = withoutTexts(request)
  const param = Object.keys(properties).find((one) => {
    const isFree = !Object.hasOwn(args, one) && Object(properties[one]).type === 'boolean'
    return isFree && (one.includes('_') ? has(said, '', one.replaceAll('_', ' ')) : has(said, 'with ', one))
  })
  if (param === undefined) return null
  const turnedOn = message('argument-switched-on', { param, from: param.replaceAll('_', ' ') })
  return { args: { ...args, [param]: true }, notes: [turnedOn] }
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

const DURATION = /\b(?:last|past|letzten) (\d{1,5}) (second|sekunde|minute|hour|stunde|day|tag)/i
const UNITS: Readonly<Record<string, string>> = { sekunde: 's', stunde: 'h', tag: 'd' }
const WITH_UNIT = /\[([smhdw]+)\]\$$/

/** How far back the request goes, in the form that the tool prescribes, such as 10m; its number is then no count. */
function useDuration(properties: JsonObject, args: JsonObject, request: string): Reordered | null {
  const [, number = '', unit = ''] = DURATION.exec(request) ?? []
  const to = number + (UNITS[unit.toLowerCase()] ?? unit.charAt(0).toLowerCase())
  for (const [param, value] of Object.entries(args)) {
    const { pattern } = Object(properties[param])
    const units = WITH_UNIT.exec(String(pattern))?.[1] ?? ''
    if (number === '' || typeof value !== 'string' || value === to || !units.includes(to.slice(-1))) continue
    const rest = Object.entries(args).filter(([other, count]) => !(COUNT.test(other) && count === Number(number)))
    const respelt = message('argument-respelt', { param, from: value, to })
    return { args: { ...Object.fromEntries(rest), [param]: to }, notes: [respelt] }
  }
  return null
}

const BASE = /\b(?:compared (?:to|with)|relative to)\b/g
const KIND = /\b(?:the|its|all|their|branch|tag|file|folder) /g

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

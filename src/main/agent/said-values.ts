import { isObject, type Json, type JsonObject } from '#shared/json'
import { type Message, message } from '#shared/messages/message'
import {
  dropExamples,
  FILE_PARAMS,
  FOLDER,
  JOINS,
  LONGEST_REQUEST,
  NAMES_A_THING,
  type Reordered,
  reorderAsRequested,
} from './as-requested.ts'
import type { ProposedCall } from './ports.ts'
import { sourcesOf } from './record-answer.ts'
import { changesThings, type TurnState } from './turn-state.ts'
import { isTelling } from './words.ts'

const VALUE =
  /"[^"\n]+"|'[^'\n]+'(?!\w)|[\w-]+\/[\w./-]+|[\w-]+\.[a-z]\w{1,4}\b|(?<![\w/.])\*?\.[a-z]\w{1,4}\b|\b\d{4}-\d\d-\d\d\b|\b(?=[a-f]*\d)[0-9a-f]{7,40}\b|\b\d+\b/g

/** Switches that change no more than what is shown. A missing `dry_run` would change things. */
const SHOWS_MORE =
  /^(?:all|any|brief|count|details?|full|json|long|names?(?:_only)?|open|recursive|short|stat|summary|verbose)$/

const FILE = /(?:[\w.-]+\/)*[\w-]+\.[a-z]\w{1,4}\b/g

/** What follows a word such as folder, in English and German. */
const NAMED =
  /\b(?:(?:repository|repositorys|repo|folder|directory|ordners?|verzeichnis(?:ses)?|container|branch|zweig(?:e?s)?|file|datei|database|datenbank)(?: (?:named|called|namens))?|named|called|namens) ["'„“]?([\p{L}\p{N}][\p{L}\p{N}_./-]*)/giu

const SAYS_ALL = /\b(?:everything|all|alles|alle[ns]?)\b/i
/** What is changed must be meant, and `all` may well be about something else. */
const SAYS_EVERYTHING =
  /\b(?:everything|all (?:my |the )?changes|alles|alle (?:meine )?änderungen)(?![\p{L}\p{N}]| staged)/iu
const QUOTATION = /"[^"\n]*"|'[^'\n]*'(?!\w)/g

/** Values of the request, such as names of files, numbers and quotations, that no call has. */
export function listUnused(request: string, calls: readonly Pick<ProposedCall, 'args'>[], pattern = VALUE): string[] {
  if (request.length > LONGEST_REQUEST || /[{}]/.test(request)) return []
  const used = calls.map(({ args }) => flatten(JSON.stringify(args ?? null))).join('\n')
  const values = [...request.matchAll(pattern)].map(([whole, named = whole]) => named.replace(/^["']|["'.]$/g, ''))
  return [...new Set(values)].filter((value) => !used.includes(flatten(value)))
}

const flatten = (text: string) => text.toLowerCase().replace(/[\s_\\]+/g, '')

/** Corrects what nobody said. Where more than an optional name changed, the person is asked about the call. */
export function correctNames(
  state: TurnState,
  calls: readonly ProposedCall[],
): { calls: ProposedCall[]; notes: Message[] } {
  const [results, requests] = sourcesOf(state)
  const texts = [...results, ...requests, state.input.text]
  const isFirst = state.told.length === 0
  const notes: Message[] = []
  const corrected = calls.map((call, at): ProposedCall => {
    const tool = state.input.tools.find(({ function: { name } }) => name === call.tool)
    if (!tool) return call
    const where = { isFirst: isFirst && at === 0, isReading: !changesThings(state, call.tool) }
    const { parameters } = tool.function
    const said = texts.join('\n').toLowerCase()
    let own = call
    const apply = (changed: Reordered | null) => {
      if (!changed) return
      notes.push(...changed.notes)
      own = { ...own, args: changed.args, recoveredFrom: own.recoveredFrom ?? 'structured' }
    }
    if (isObject(own.args) && call.recoveredFrom !== undefined) apply(dropExamples(parameters, own.args, said))
    if (isObject(own.args))
      apply(reorderAsRequested(parameters, own.args, state.input.text, isFirst && calls.length === 1))
    const better = correctUnsaid(parameters, own.args, texts, where)
    if (!better) return own
    notes.push(...better.unsaid.map(explain))
    const known = Object(parameters.properties)
    const isAnother = better.unsaid.some(
      ({ param, to, into, isOn }) => to !== null || into || isOn || !Object.hasOwn(known, param),
    )
    return { ...own, args: better.args, ...(isAnother && { recoveredFrom: own.recoveredFrom ?? 'structured' }) }
  })
  return { calls: corrected, notes }
}

function explain({ to, into, isOn, ...change }: Unsaid): Message {
  if (isOn) return message('argument-switched-on', change)
  if (into !== undefined) return message('argument-moved', { ...change, into })
  return to === null ? message('argument-unsaid', change) : message('argument-respelt', { ...change, to })
}

/** A name that a model made up or translated: `to` is the word of the request that it must mean, or null if left out. */
export interface Unsaid {
  param: string
  from: string
  to: string | null
  /** The parameter that it is for: a folder was asked for, and this is a file. */
  into?: string
  /** The model left out this switch, and `from` is the word of the request that asks for it. */
  isOn?: true
}

/**
 * The names among the arguments that are in none of these texts: the last one is the request. If it names one thing
 * that no argument has, that is meant; otherwise an optional one is left out. So is an empty value that the tool does
 * not take and, if it only reads, a switch that it does not have. The only file of the request, given as a folder, goes
 * where a file belongs. A switch for all is on if the request says so. The first call of a turn cannot wait for a
 * result. Null if there is nothing to correct.
 */
export function correctUnsaid(
  parameters: JsonObject,
  args: unknown,
  texts: readonly string[],
  { isFirst = false, isReading = false } = {},
): { args: JsonObject; unsaid: Unsaid[] } | null {
  if (!isObject(args)) return null
  const said = texts.join('\n').toLowerCase()
  const properties = isObject(parameters.properties) ? parameters.properties : {}
  const required = [parameters.required ?? []].flat()
  const named = listUnused(texts.at(-1) ?? '', [{ args }], NAMED)
  const [file = null, ...files] = listUnused(texts.at(-1) ?? '', [{ args: {} }], FILE)
  const onlyFile = files.length === 0 ? file : null
  const isFree = (one: string) => Object.hasOwn(properties, one) && !Object.hasOwn(args, one)
  const [to = null, ...others] = named.filter((word) => isTelling(word) && !JOINS.test(word))
  const unsaid: Unsaid[] = []
  const entries = Object.entries(args).flatMap(([param, value]): [string, Json][] => {
    if (!Object.hasOwn(properties, param)) {
      const isIdle = isReading && typeof value === 'boolean' && SHOWS_MORE.test(param)
      if (takesAny(parameters) || !(isIdle || saysNothing(value))) return [[param, value]]
      unsaid.push({ param, from: String(value), to: null })
      return []
    }
    const into = FOLDER.test(param) && onlyFile === value ? FILE_PARAMS.find((one) => isFree(one)) : undefined
    if (into !== undefined) {
      unsaid.push({ param, from: onlyFile ?? '', to: null, into })
      return [[into, value]]
    }
    const bare = withoutMark(value, texts.at(-1) ?? '')
    if (bare !== null) {
      unsaid.push({ param, from: String(value), to: bare })
      return [[param, bare]]
    }
    const holder = /^\*\.\w+$/.test(String(value)) ? findHolder(properties, args) : undefined
    if (holder !== undefined && NAMES_A_THING.test(param) && !required.includes(param)) {
      unsaid.push({ param, from: String(value), to: null, into: holder })
      return [[holder, value]]
    }
    const isName = NAMES_A_THING.test(param)
    const isOpen = isFirst && /^<.+>$/.test(String(value))
    if (!isName || typeof value !== 'string' || !(isOpen || isUnsaid(value, said))) return [[param, value]]
    const meant = isOpen ? onlyFile : others.length === 0 ? to : null
    if (meant === null && required.includes(param)) return [[param, value]]
    unsaid.push({ param, from: value, to: meant })
    return meant === null ? [] : [[param, meant]]
  })
  const own = (texts.at(-1) ?? '').replace(QUOTATION, '')
  const all = (isReading ? SAYS_ALL : SAYS_EVERYTHING).exec(own)?.[0]
  if (all !== undefined && isFree('all') && Object(properties.all).type === 'boolean') {
    entries.push(['all', true])
    unsaid.push({ param: 'all', from: all, to: null, isOn: true })
  }
  return unsaid.length === 0 ? null : { args: Object.fromEntries(entries), unsaid }
}

/** A free parameter for names of files, such as `*.md`. */
const findHolder = (properties: JsonObject, args: JsonObject) =>
  Object.entries(properties).find(([param, schema]) => !Object.hasOwn(args, param) && takesEnding(schema))?.[0]

/** Whether its example is an ending of files. */
export const takesEnding = (schema: Json): boolean =>
  isObject(schema) && / \*\.\w+\.?$/.test(String(schema.description))

export const takesAny = ({ additionalProperties = false }: JsonObject): boolean => additionalProperties !== false

export const saysNothing = (value: unknown) => value === null || value === ''

/** A file or an address with the mark that ends the sentence in which it was named. */
function withoutMark(value: Json | undefined, request: string): string | null {
  // A longer one could keep the pattern busy.
  if (typeof value !== 'string' || value.length > LONGEST_REQUEST) return null
  const bare = value.replace(/[?!.,;:]+$/, '')
  const isSource = isFileName(bare) || /^https?:\/\/\S+$/i.test(bare)
  return bare !== value && isSource && `${request} `.includes(`${value} `) ? bare : null
}

export const isFileName = (text: string): boolean => /^[\w./-]*\w\.[a-z]\w{1,4}$/i.test(text)

/** A name of which some part is in no text; whoever writes a whole path or `HEAD` means it. */
function isUnsaid(value: string, said: string): boolean {
  if (!/^[\p{L}\p{N}]\S*$/u.test(value) || /^HEAD\b/.test(value)) return false
  return value
    .toLowerCase()
    .split('/')
    .some((part) => !said.includes(part.replace(/\.\w{1,5}$/, '')))
}

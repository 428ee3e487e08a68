import { jsonrepair } from 'jsonrepair'
import { isObject, type Json, type JsonObject, parseJson } from '#shared/json'

export interface RecoveredCalls {
  calls: { tool: string; args: JsonObject }[]
  from: 'content' | 'xml'
  /** The rest of the message. */
  rest: string
  /** The message consists only of calls. */
  isAlone: boolean
}

/** What some templates leave in front of a call. */
const MARKER = /^(?:<\|python_tag\|>|<\|tool_call\|>|\[TOOL_CALLS\])\s*/
const THOUGHT = /^\s*<think>[\s\S]*?<\/think>/
/** How small models call a tool without arguments. */
const NAME_ALONE = /^\{"name": ?"([\w-]+)"\}$/gm
/** A value to come, which small models write without quotation marks where a number belongs. */
const BARE_PLACEHOLDER = /(": ?)(<[a-z][\w .-]{0,60}>)(?=[,}])/gi
const LONGEST_MENDED = 20_000
const FENCE = /^ {0,3}(?:```|~~~)[ \t]*(?:json|jsonc|tool_calls?|tool_code|tool|xml)?[ \t]*$/
const ANY_FENCE = /^ {0,3}(?:```|~~~)/
const OPEN = '<tool_call>'
const CLOSE = '</tool_call>'

/**
 * Finds calls that a model wrote as text. JSON counts if it is the whole message, fenced or not; a `<tool_call>` may
 * have prose around it but must be on its own lines and outside fences. With `amongProse`, a line or a fence that is
 * only JSON calls counts as well.
 */
export function recoverCalls(content: string, isKnown: IsKnown, amongProse = false): RecoveredCalls | null {
  const said = content.replace(THOUGHT, '').trim().replace(MARKER, '')
  const text = amongProse
    ? said
        .replace(NAME_ALONE, (line, name) => (isKnown(name) ? `{"name":"${name}","arguments":{}}` : line))
        .replace(BARE_PLACEHOLDER, '$1"$2"')
    : said
  const fenced = readFences(text)
  // A message of nothing else is meant as a call, whatever its name.
  const calls = readCalls(fenced ?? [text], amongProse ? () => true : isKnown)
  if (calls) return { calls, from: 'content', rest: '', isAlone: true }
  const mended = fenced && readCalls(fenced.map(mend), isKnown)
  if (mended) return { calls: mended, from: 'content', rest: '', isAlone: false }
  const found = fenced ? takeTags(fenced.join('\n'), isKnown) : takeTags(text, isKnown)
  if (found && !(fenced && found.rest !== '')) return { ...found, from: 'xml', isAlone: false }
  const among = amongProse ? takeLines(text, isKnown) : null
  return among && { ...among, from: 'content', isAlone: false }
}

type IsKnown = (tool: string) => boolean

/** Takes lines and fences that are only calls out of prose. */
function takeLines(text: string, isKnown: IsKnown): Pick<RecoveredCalls, 'calls' | 'rest'> | null {
  const calls: RecoveredCalls['calls'] = []
  const rest: string[] = []
  for (const { isCode, text: part } of splitAtFences(text)) {
    const inside = isCode ? readMended(readFences(part) ?? [], isKnown) : null
    if (inside) calls.push(...inside)
    else if (isCode) rest.push(part)
    else {
      for (const line of part.split('\n')) {
        const found = /^\s*\{.*\}\s*$/.test(line) ? readCalls([line], isKnown) : null
        if (found) calls.push(...found)
        else rest.push(line)
      }
    }
  }
  return calls.length > 0 ? { calls, rest: rest.join('\n').trim() } : null
}

/** The contents of a text that is only fenced code; null if there is anything else. */
function readFences(text: string): string[] | null {
  const insides: string[] = []
  let inside: string[] | null = null
  for (const line of text.split('\n')) {
    if (FENCE.test(line)) {
      if (inside) insides.push(inside.join('\n'))
      inside = inside ? null : []
    } else if (inside) inside.push(line)
    else if (line.trim() !== '') return null
  }
  if (inside) insides.push(inside.join('\n'))
  return insides.length > 0 ? insides : null
}

const readMended = (pieces: readonly string[], isKnown: IsKnown) =>
  readCalls(pieces, isKnown) ?? readCalls(pieces.map(mend), isKnown)

/** A trailing comma, single quotes or a missing end: inside a fence or tag, JSON was clearly meant. */
function mend(piece: string): string {
  const text = piece.trim()
  if (!/^[{[]/.test(text) || text.length > LONGEST_MENDED) return piece
  try {
    return jsonrepair(text)
  } catch {
    return piece
  }
}

/** Null unless every value is a call of an offered tool. */
function readCalls(pieces: readonly string[], isKnown: IsKnown): RecoveredCalls['calls'] | null {
  const calls: RecoveredCalls['calls'] = []
  for (const piece of pieces) {
    const values = readJsonSequence(piece)
    if (!values) return null
    for (const value of values.flatMap(unwrap)) {
      const call = readCall(value)
      if (!call || !isKnown(call.tool)) return null
      calls.push(call)
    }
  }
  return calls.length > 0 ? calls : null
}

function unwrap(value: Json): Json[] {
  if (Array.isArray(value)) return value
  if (isObject(value) && Array.isArray(value.tool_calls) && Object.keys(value).length === 1) return value.tool_calls
  return [value]
}

const ARGUMENT_KEYS = ['arguments', 'parameters', 'args'] as const
const BESIDE = new Set(['id', 'type', 'name', 'function', ...ARGUMENT_KEYS])

function readCall(value: Json): RecoveredCalls['calls'][number] | null {
  if (!isObject(value) || !Object.keys(value).every((key) => BESIDE.has(key))) return null
  if (isObject(value.function)) return value.name === undefined ? readCall(value.function) : null
  const tool = value.name ?? value.function
  const keys = ARGUMENT_KEYS.filter((key) => Object.hasOwn(value, key))
  const [key] = keys
  if (typeof tool !== 'string' || key === undefined || keys.length > 1) return null
  const args = readArguments(value[key] ?? null)
  return args && !isDefinition(args) ? { tool, args } : null
}

function readArguments(value: Json): JsonObject | null {
  if (value === null || value === '' || (Array.isArray(value) && value.length === 0)) return {}
  if (typeof value !== 'string') return isObject(value) ? value : null
  const values = readJsonSequence(value)
  const [only] = values ?? []
  return values?.length === 1 && isObject(only) ? only : null
}

/** The description of a tool has `parameters` as well: their schema. */
function isDefinition(args: JsonObject): boolean {
  return args.type === 'object' && isObject(args.properties)
}

function takeTags(text: string, isKnown: IsKnown): Pick<RecoveredCalls, 'calls' | 'rest'> | null {
  if (!text.includes(OPEN)) return null
  const calls: RecoveredCalls['calls'] = []
  const rest: string[] = []
  for (const { isCode, text: part } of splitAtFences(text)) {
    rest.push(isCode ? part : takeFrom(part, isKnown, calls))
  }
  return calls.length > 0 ? { calls, rest: rest.join('\n').trim() } : null
}

/** Moves the calls in tags to `calls` and returns the text without them. */
function takeFrom(text: string, isKnown: IsKnown, calls: RecoveredCalls['calls']): string {
  let rest = ''
  let at = 0
  let isLineStart = true
  for (let open = text.indexOf(OPEN); open >= 0; open = text.indexOf(OPEN, at)) {
    const before = text.slice(at, open)
    const close = text.indexOf(CLOSE, open)
    const end = close < 0 ? text.length : close + CLOSE.length
    const inside = text.slice(open + OPEN.length, close < 0 ? text.length : close)
    const standsAlone: boolean = before.includes('\n') ? /\n[ \t]*$/.test(before) : isLineStart && before.trim() === ''
    const isLineEnd = /^[ \t]*(?:\n|$|<tool_call>)/.test(text.slice(end, end + 200))
    const found: RecoveredCalls['calls'] | null = standsAlone && isLineEnd ? readMended([inside], isKnown) : null
    if (found) calls.push(...found)
    rest += found ? before : text.slice(at, end)
    isLineStart = found !== null
    at = end
  }
  return rest + text.slice(at)
}

function splitAtFences(text: string): { isCode: boolean; text: string }[] {
  const parts: { isCode: boolean; lines: string[] }[] = [{ isCode: false, lines: [] }]
  for (const line of text.split('\n')) {
    const part = parts.at(-1) as (typeof parts)[number]
    if (!ANY_FENCE.test(line)) part.lines.push(line)
    else if (part.isCode) {
      part.lines.push(line)
      parts.push({ isCode: false, lines: [] })
    } else parts.push({ isCode: true, lines: [line] })
  }
  return parts.map(({ isCode, lines }) => ({ isCode, text: lines.join('\n') }))
}

const DEEPEST = 64

/**
 * Reads a text that consists only of JSON objects and arrays, separated by white space, commas or semicolons. Null for
 * any other text. Linear time.
 */
function readJsonSequence(text: string): Json[] | null {
  const values: Json[] = []
  let at = 0
  while (at < text.length) {
    if (isBetween(text[at])) {
      at++
      continue
    }
    const end = findEnd(text, at)
    if (end === null) return null
    const value = parseJson(text.slice(at, end))
    if (value === undefined) return null
    values.push(value)
    at = end
  }
  return values.length > 0 ? values : null
}

function isBetween(letter: string | undefined): boolean {
  return letter !== undefined && /[\s,;]/.test(letter)
}

/** The position after the bracket that closes the one at `start`. */
function findEnd(text: string, start: number): number | null {
  let depth = 0
  let isInString = false
  for (let at = start; at < text.length; at++) {
    const letter = text[at]
    if (isInString) {
      if (letter === '\\') at++
      else if (letter === '"') isInString = false
    } else if (letter === '"') isInString = true
    else if (letter === '{' || letter === '[') depth++
    else if (letter === '}' || letter === ']') depth--
    if (depth === 0) return at === start ? null : at + 1
    if (depth > DEEPEST) return null
  }
  return null
}

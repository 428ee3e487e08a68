import { isObject, type Json, parseJson } from '#shared/json'
import type { Diagnostic } from '#shared/messages/diagnostic'
import { type Message, message } from '#shared/messages/message'
import { decodeText } from './decode-text.ts'
import { reportHiddenJson } from './hidden-text.ts'
import { hasError, inside, type Place, placeIn, quote, report } from './place.ts'

export const MAX_JSON_BYTES = 1024 * 1024

interface JsonReading {
  /** Absent if the file must not be used. */
  value?: Json
  text: string
  isAscii: boolean
  diagnostics: Diagnostic[]
}

/** Strict JSON: no duplicate keys, no depth beyond 64, valid UTF-8. Never throws. */
export function readJson(file: string, bytes: Uint8Array): JsonReading {
  const place = placeIn(file, [])
  const failed = { text: '', isAscii: false, diagnostics: place.diagnostics }
  if (bytes.length > MAX_JSON_BYTES) {
    const values = { file, bytes: bytes.length, most: MAX_JSON_BYTES }
    report(place, 'error', 'FILE_TOO_LARGE', 'file-too-large', 'split-the-skill', values)
    return failed
  }
  const text = decodeText(place, bytes)
  if (text === null) return failed
  const value = parseJson(text)
  if (value !== undefined && countKeys(value) === countMembers(bytes)) {
    return { value, text, isAscii: text.length === bytes.length, diagnostics: place.diagnostics }
  }
  findFault(place, text)
  return failed
}

/** As `readJson`; reports texts as well that the model reads and a person does not see. */
export function openJson(file: string, bytes: Uint8Array, diagnostics: Diagnostic[]): Json | undefined {
  const { value, text, isAscii, diagnostics: found } = readJson(file, bytes)
  diagnostics.push(...found)
  if (value !== undefined) reportHiddenJson(placeIn(file, diagnostics), text, value, isAscii)
  return value
}

const SPACE = 32
const QUOTE = 34
const COLON = 58
const BACKSLASH = 92

/**
 * How many `key: value` pairs valid JSON contains, counted by colons outside strings. Written for speed: every byte of
 * every descriptor passes through it.
 */
function countMembers(bytes: Uint8Array): number {
  let members = 0
  for (let index = 0; index < bytes.length; index += 1) {
    while (bytes[index] === SPACE) index += 1
    if (bytes[index] === QUOTE) index = endOfString(bytes, index + 1)
    else if (bytes[index] === COLON) members += 1
  }
  return members
}

/** The index of the closing quote, or beyond the end. */
function endOfString(bytes: Uint8Array, start: number): number {
  let index = start
  for (let byte = bytes[index]; byte !== QUOTE && index < bytes.length; byte = bytes[index]) {
    index += byte === BACKSLASH ? 2 : 1
  }
  return index
}

/** Fewer keys than members means that a duplicate replaced an earlier key. NaN if the value is nested too deeply. */
function countKeys(value: Json, depth = 1): number {
  if (typeof value === 'object' && value !== null && depth > MAX_JSON_DEPTH) return Number.NaN
  let keys = 0
  if (Array.isArray(value)) {
    for (const element of value) if (typeof element === 'object') keys += countKeys(element, depth + 1)
  } else if (isObject(value)) {
    for (const key in value) {
      keys += 1
      const member = value[key]
      if (typeof member === 'object') keys += countKeys(member, depth + 1)
    }
  }
  return keys
}

const MAX_JSON_DEPTH = 64
const MOST_DUPLICATES = 20

/** One token of JSON and its range; a `fault` is none. */
interface Token {
  kind: '{' | '}' | '[' | ']' | ':' | ',' | 'string' | 'scalar' | 'end' | 'fault'
  start: number
  end: number
  fault?: Message
}

/** Why the text is not usable. `place`: what would be nested too deeply. */
type Stop = { at: number; problem: Message } | { at: number; place: Place }

/** Says, with line and column, why a text is not usable JSON: its syntax, its depth, or a duplicate key. */
function findFault(place: Place, text: string): void {
  const { file } = place
  const stop =
    walk(place, text) ?? (hasError(place.diagnostics) ? null : { at: 0, problem: message('could-not-be-read') })
  if (stop === null) return
  const at = describe(text, stop.at)
  if ('place' in stop) {
    const values = { file, deepest: MAX_JSON_DEPTH, place: at }
    report(stop.place, 'error', 'JSON_TOO_DEEP', 'json-too-deep', 'make-it-flatter', values)
  } else if (text.trim() === '') report(place, 'error', 'JSON_SYNTAX', 'file-empty', 'write-json-or-delete', { file })
  else {
    const values = { file, place: at, problem: stop.problem }
    report(place, 'error', 'JSON_SYNTAX', 'json-invalid', 'correct-that-place', values)
  }
}

/** A bracket that is not closed yet. */
interface Open {
  token: Token
  place: Place
  /** Of the current member: its name, or its index. */
  key: string | number
  isEmpty: boolean
  /** Where each name was given first. */
  names: Map<string, number>
}

const BEGINS_VALUE: readonly Token['kind'][] = ['{', '[', 'string', 'scalar']

/** Reports duplicate keys on its way; returns why it stopped early. */
function walk(whole: Place, text: string): Stop | null {
  const brackets: Open[] = []
  let duplicates = 0
  let expected: 'value' | 'key' | 'colon' | 'comma' = 'value'
  for (let token = readToken(text, 0); ; token = readToken(text, token.end)) {
    const { kind, start, end } = token
    const open = brackets.at(-1)
    const closes = kind === (open?.token.kind === '{' ? '}' : ']')
    if (open && closes && (expected === 'comma' || open.isEmpty)) {
      brackets.pop()
      expected = 'comma'
    } else if (expected === 'value' && BEGINS_VALUE.includes(kind)) {
      const place = open ? inside(open.place, open.key) : whole
      if (open) open.isEmpty = false
      expected = 'comma'
      if (kind !== '{' && kind !== '[') continue
      if (brackets.length === MAX_JSON_DEPTH) return { at: start, place }
      brackets.push({ token, place, key: 0, isEmpty: true, names: new Map() })
      expected = kind === '{' ? 'key' : 'value'
    } else if (open && expected === 'key' && kind === 'string') {
      const name = JSON.parse(text.slice(start, end)) as string
      const first = open.names.get(name)
      if (first === undefined) open.names.set(name, start)
      else if (++duplicates <= MOST_DUPLICATES) {
        const values = { key: quote(name), first: describe(text, first), second: describe(text, start) }
        report(inside(open.place, name), 'error', 'JSON_DUPLICATE_KEY', 'key-given-twice', 'keep-one-key', values)
      }
      Object.assign(open, { key: name, isEmpty: false })
      expected = 'colon'
    } else if (expected === 'colon' && kind === ':') expected = 'value'
    else if (open && expected === 'comma' && kind === ',') {
      expected = typeof open.key === 'string' ? 'key' : 'value'
      if (typeof open.key === 'number') open.key += 1
    } else if (!open && expected === 'comma' && kind === 'end') return null
    else return { at: start, problem: token.fault ?? explain(token, expected, open, text) }
  }
}

/** Why the token does not belong here. */
function explain({ kind, start, end }: Token, expected: string, open: Open | undefined, text: string): Message {
  const opening = open
    ? message('bracket-at', { bracket: open.token.kind === '{' ? '{' : '[', place: describe(text, open.token.start) })
    : ''
  if (kind === 'end' && open) return message('json-not-closed', { opening })
  const found = kind === 'end' ? message('end-of-file') : quote(text.slice(start, end))
  if (expected === 'colon') return message('json-colon-expected', { found })
  if (expected === 'key') {
    if (open?.isEmpty) return message('json-key-or-brace-expected', { found })
    return kind === '}' ? message('json-comma-before-brace') : message('json-key-expected', { found })
  }
  if (expected === 'value') {
    if (open?.isEmpty) return message('json-value-or-bracket-expected', { found })
    const isInArray = typeof open?.key === 'number'
    return isInArray && kind === ']' ? message('json-comma-before-bracket') : message('json-value-expected', { found })
  }
  if (!open) return message('json-text-after-end', { found })
  if (BEGINS_VALUE.includes(kind)) return message('json-comma-missing', { text: quote(text.slice(start, end)) })
  return message('json-comma-or-end-expected', { opening, found })
}

/** `line 3, column 7`, counted from 1. */
function describe(text: string, at: number): Message {
  let line = 1
  let start = 0
  for (let end = text.indexOf('\n'); end >= 0 && end < at; end = text.indexOf('\n', end + 1)) {
    line += 1
    start = end + 1
  }
  return message('line-and-column', { line, column: at - start + 1 })
}

const SPACES = /[ \t\r\n]*/y
// The characters that JSON allows unescaped in a string.
const STRING_PART = /[^"\\\p{Cc}]+|[\u007f-\u009f]+/uy
const ESCAPE = /\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4})/y
const NUMBER = /-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?/y
const WORD = /[\p{L}\p{N}_$+.-]+/uy

const fail = (start: number, fault: Message): Token => ({ kind: 'fault', start, end: start, fault })

function readToken(text: string, from: number): Token {
  const start = match(SPACES, text, from)
  const first = text[start]
  if (first === undefined) return { kind: 'end', start, end: start }
  if ('{}[]:,'.includes(first)) return { kind: first as Token['kind'], start, end: start + 1 }
  return first === '"' ? readString(text, start) : readScalar(text, start, first)
}

function readString(text: string, start: number): Token {
  let at = start + 1
  for (;;) {
    at = match(STRING_PART, text, at)
    const next = text[at]
    if (next === '"') return { kind: 'string', start, end: at + 1 }
    if (next === undefined) return fail(start, message('json-string-not-closed'))
    if (next === '\n' || next === '\r') return fail(at, message('json-line-break-in-string'))
    if (next !== '\\') {
      const code = next.charCodeAt(0).toString(16).padStart(4, '0')
      return fail(at, message('json-control-character', { code }))
    }
    const end = match(ESCAPE, text, at)
    if (end === at) return fail(at, message('json-escape-unknown', { text: quote(text.slice(at, at + 2)) }))
    at = end
  }
}

function readScalar(text: string, start: number, first: string): Token {
  if (first === "'" || first === '`' || first === '“') return fail(start, message('json-straight-quotes'))
  if (text.startsWith('//', start) || text.startsWith('/*', start) || first === '#') {
    return fail(start, message('json-no-comments'))
  }
  const end = match(WORD, text, start)
  const word = text.slice(start, end)
  if (word === 'true' || word === 'false' || word === 'null') return { kind: 'scalar', start, end }
  if (word !== '' && match(NUMBER, text, start) === end) return { kind: 'scalar', start, end }
  if (/^[-+.\d]/.test(word)) return fail(start, message('json-number-invalid', { text: quote(word) }))
  const found = word === '' ? String.fromCodePoint(text.codePointAt(start) as number) : word
  return fail(start, message('json-value-invalid', { text: quote(found) }))
}

/** Where the match here ends; the start itself if there is none. */
function match(pattern: RegExp, text: string, at: number): number {
  pattern.lastIndex = at
  return pattern.test(text) ? pattern.lastIndex : at
}

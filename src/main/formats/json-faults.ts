import { type Message, message } from '#shared/messages/message'
import { hasError, inside, type Place, quote, report } from './place.ts'

export const MAX_JSON_DEPTH = 64
const MOST_DUPLICATES = 20

/** An object or array that is still open. */
interface Frame {
  kind: 'object' | 'array'
  start: number
  place: Place
  /** Where each key of this object was first seen. */
  keys: Map<string, number>
  key: string
  index: number
}

type Expected = 'value' | 'value-or-close' | 'key' | 'key-or-close' | 'colon' | 'comma-or-close' | 'end'

/** Says, with line and column, why a text is not usable JSON: its syntax, its depth, or a duplicate key. */
export function findFault(place: Place, text: string): void {
  const stop = walk(place, text)
  if (stop?.kind === 'depth') reportDepth(stop.place, text, stop.at)
  else if (stop) reportSyntax(place, text, stop)
  else if (!hasError(place.diagnostics)) reportSyntax(place, text, { at: 0, message: message('could-not-be-read') })
}

type Stop = ({ kind: 'syntax' } & SyntaxFault) | { kind: 'depth'; at: number; place: Place }

/** Reports duplicate keys on its way; returns why it stopped early. */
function walk(place: Place, text: string): Stop | null {
  const duplicates = { count: 0 }
  const frames: Frame[] = []
  let expected: Expected = 'value'
  let at = 0
  for (;;) {
    const token = readToken(text, at)
    if ('message' in token) return { kind: 'syntax', ...token }
    const frame = frames.at(-1)
    const wrong = whatIsWrong(token, expected, frame, text)
    if (wrong) return { kind: 'syntax', at: token.start, message: wrong }
    if (token.kind === 'end') return null
    at = token.end
    if (token.kind === '{' || token.kind === '[') {
      const own = frame ? placeBelow(frame) : place
      if (frames.length === MAX_JSON_DEPTH) return { kind: 'depth', at: token.start, place: own }
      const kind = token.kind === '{' ? 'object' : 'array'
      frames.push({ kind, start: token.start, place: own, keys: new Map(), key: '', index: 0 })
      expected = token.kind === '{' ? 'key-or-close' : 'value-or-close'
    } else if (token.kind === '}' || token.kind === ']') {
      frames.pop()
      expected = afterValue(frames)
    } else if (token.kind === ':') expected = 'value'
    else if (token.kind === ',') {
      if (frame) frame.index += 1
      expected = frame?.kind === 'object' ? 'key' : 'value'
    } else if (frame && (expected === 'key' || expected === 'key-or-close')) {
      noteKey(text, frame, token, duplicates)
      expected = 'colon'
    } else expected = afterValue(frames)
  }
}

function placeBelow({ place, kind, key, index }: Frame): Place {
  return inside(place, kind === 'object' ? key : index)
}

function afterValue(frames: Frame[]): Expected {
  return frames.length === 0 ? 'end' : 'comma-or-close'
}

/** A sentence if the token does not belong here. */
function whatIsWrong(token: Token, expected: Expected, frame: Frame | undefined, text: string): Message | undefined {
  const isValue = token.kind === '{' || token.kind === '[' || token.kind === 'string' || token.kind === 'scalar'
  const closes = frame !== undefined && token.kind === (frame.kind === 'object' ? '}' : ']')
  if (token.kind === 'end' && frame) return message('json-not-closed', { opening: opening(frame, text) })
  switch (expected) {
    case 'value':
      if (isValue) return undefined
      if (closes && frame.kind === 'array') return message('json-comma-before-bracket')
      return message('json-value-expected', { found: found(token, text) })
    case 'value-or-close':
      return isValue || closes ? undefined : message('json-value-or-bracket-expected', { found: found(token, text) })
    case 'key':
      if (token.kind === 'string') return undefined
      if (closes) return message('json-comma-before-brace')
      return message('json-key-expected', { found: found(token, text) })
    case 'key-or-close':
      if (token.kind === 'string' || closes) return undefined
      return message('json-key-or-brace-expected', { found: found(token, text) })
    case 'colon':
      return token.kind === ':' ? undefined : message('json-colon-expected', { found: found(token, text) })
    case 'comma-or-close':
      if (token.kind === ',' || closes || !frame) return undefined
      if (isValue) return message('json-comma-missing', { text: quote(text.slice(token.start, token.end)) })
      return message('json-comma-or-end-expected', { found: found(token, text), opening: opening(frame, text) })
    case 'end':
      return token.kind === 'end' ? undefined : message('json-text-after-end', { found: found(token, text) })
  }
}

function found(token: Token, text: string): Message | string {
  return token.kind === 'end' ? message('end-of-file') : quote(text.slice(token.start, token.end))
}

function opening(frame: Frame, text: string): Message {
  return message('bracket-at', { bracket: frame.kind === 'object' ? '{' : '[', place: describe(text, frame.start) })
}

function noteKey(text: string, frame: Frame, token: Token, duplicates: { count: number }): void {
  const key = JSON.parse(text.slice(token.start, token.end)) as string
  frame.key = key
  const first = frame.keys.get(key)
  if (first === undefined) {
    frame.keys.set(key, token.start)
    return
  }
  duplicates.count += 1
  if (duplicates.count > MOST_DUPLICATES) return
  const values = { key: quote(key), first: describe(text, first), second: describe(text, token.start) }
  report(placeBelow(frame), 'error', 'JSON_DUPLICATE_KEY', 'key-given-twice', 'keep-one-key', values)
}

function reportSyntax(place: Place, text: string, fault: SyntaxFault): void {
  const { file } = place
  if (text.trim() === '') report(place, 'error', 'JSON_SYNTAX', 'file-empty', 'write-json-or-delete', { file })
  else {
    const values = { file, place: describe(text, fault.at), problem: fault.message }
    report(place, 'error', 'JSON_SYNTAX', 'json-invalid', 'correct-that-place', values)
  }
}

function reportDepth(place: Place, text: string, at: number): void {
  const values = { file: place.file, deepest: MAX_JSON_DEPTH, place: describe(text, at) }
  report(place, 'error', 'JSON_TOO_DEEP', 'json-too-deep', 'make-it-flatter', values)
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

/** One token of JSON and its range. */
interface Token {
  kind: '{' | '}' | '[' | ']' | ':' | ',' | 'string' | 'scalar' | 'end'
  start: number
  end: number
}

interface SyntaxFault {
  at: number
  message: Message
}

const SPACE = /[ \t\r\n]*/y
// The characters that JSON allows unescaped in a string.
const STRING_PART = /[^"\\\p{Cc}]+|[\u007f-\u009f]+/uy
const ESCAPE = /\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4})/y
const NUMBER = /-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?/y
const WORD = /[\p{L}\p{N}_$+.-]+/uy

function readToken(text: string, from: number): Token | SyntaxFault {
  const start = match(SPACE, text, from)
  const first = text[start]
  if (first === undefined) return { kind: 'end', start, end: start }
  if ('{}[]:,'.includes(first)) return { kind: first as Token['kind'], start, end: start + 1 }
  if (first === '"') return readString(text, start)
  return readScalar(text, start)
}

function readString(text: string, start: number): Token | SyntaxFault {
  let at = start + 1
  for (;;) {
    at = match(STRING_PART, text, at)
    const next = text[at]
    if (next === '"') return { kind: 'string', start, end: at + 1 }
    if (next === undefined) return { at: start, message: message('json-string-not-closed') }
    if (next === '\n' || next === '\r') {
      return { at, message: message('json-line-break-in-string') }
    }
    if (next !== '\\') {
      const code = next.charCodeAt(0).toString(16).padStart(4, '0')
      return { at, message: message('json-control-character', { code }) }
    }
    const end = match(ESCAPE, text, at)
    if (end === at) {
      return { at, message: message('json-escape-unknown', { text: quote(text.slice(at, at + 2)) }) }
    }
    at = end
  }
}

function readScalar(text: string, start: number): Token | SyntaxFault {
  const first = text[start] as string
  if (first === "'" || first === '`' || first === '“') {
    return { at: start, message: message('json-straight-quotes') }
  }
  if (text.startsWith('//', start) || text.startsWith('/*', start) || first === '#') {
    return { at: start, message: message('json-no-comments') }
  }
  const end = match(WORD, text, start)
  const word = text.slice(start, end)
  if (word === 'true' || word === 'false' || word === 'null') return { kind: 'scalar', start, end }
  if (word !== '' && match(NUMBER, text, start) === end) return { kind: 'scalar', start, end }
  if (/^[-+.\d]/.test(word)) return { at: start, message: message('json-number-invalid', { text: quote(word) }) }
  const found = word === '' ? String.fromCodePoint(text.codePointAt(start) as number) : word
  return { at: start, message: message('json-value-invalid', { text: quote(found) }) }
}

/** Where the match here ends; the start itself if there is none. */
function match(pattern: RegExp, text: string, at: number): number {
  pattern.lastIndex = at
  return pattern.test(text) ? pattern.lastIndex : at
}

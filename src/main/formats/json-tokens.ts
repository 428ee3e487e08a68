import { type Message, message } from '#shared/messages/message'
import { quote } from './place.ts'

/** One token of JSON, from its first character to the one after its last. */
export interface Token {
  kind: '{' | '}' | '[' | ']' | ':' | ',' | 'string' | 'scalar' | 'end'
  start: number
  end: number
}

export interface SyntaxFault {
  at: number
  message: Message
}

const SPACE = /[ \t\r\n]*/y
// The characters JSON allows to stand for themselves within a string.
const STRING_PART = /[^"\\\p{Cc}]+|[\u007f-\u009f]+/uy
const ESCAPE = /\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4})/y
const NUMBER = /-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?/y
const WORD = /[\p{L}\p{N}_$+.-]+/uy

export function readToken(text: string, from: number): Token | SyntaxFault {
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

/** Where the match at this place ends; the place itself when there is none. */
function match(pattern: RegExp, text: string, at: number): number {
  pattern.lastIndex = at
  return pattern.test(text) ? pattern.lastIndex : at
}

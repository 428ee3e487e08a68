import { quote } from './place.ts'

/** One token of JSON, from its first character to the one after its last. */
export interface Token {
  kind: '{' | '}' | '[' | ']' | ':' | ',' | 'string' | 'scalar' | 'end'
  start: number
  end: number
}

export interface SyntaxFault {
  at: number
  message: string
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
    if (next === undefined) return { at: start, message: 'the file ends before this string is closed' }
    if (next === '\n' || next === '\r') {
      return { at, message: 'a string ends with its line; write \\n for a line break, or close it with "' }
    }
    if (next !== '\\') {
      const code = next.charCodeAt(0).toString(16).padStart(4, '0')
      return { at, message: `a control character stands within a string; write \\u${code}` }
    }
    const end = match(ESCAPE, text, at)
    if (end === at) {
      return { at, message: `${quote(text.slice(at, at + 2))} is no escape JSON knows; write \\\\ for a backslash` }
    }
    at = end
  }
}

function readScalar(text: string, start: number): Token | SyntaxFault {
  const first = text[start] as string
  if (first === "'" || first === '`' || first === '“') {
    return { at: start, message: 'strings are written with straight double quotes' }
  }
  if (text.startsWith('//', start) || text.startsWith('/*', start) || first === '#') {
    return { at: start, message: 'JSON has no comments' }
  }
  const end = match(WORD, text, start)
  const word = text.slice(start, end)
  if (word === 'true' || word === 'false' || word === 'null') return { kind: 'scalar', start, end }
  if (word !== '' && match(NUMBER, text, start) === end) return { kind: 'scalar', start, end }
  if (/^[-+.\d]/.test(word)) return { at: start, message: `${quote(word)} is no number as JSON writes it` }
  const found = word === '' ? String.fromCodePoint(text.codePointAt(start) as number) : word
  return { at: start, message: `${quote(found)} is no JSON value; texts stand in double quotes` }
}

/** Where the match at this place ends; the place itself when there is none. */
function match(pattern: RegExp, text: string, at: number): number {
  pattern.lastIndex = at
  return pattern.test(text) ? pattern.lastIndex : at
}

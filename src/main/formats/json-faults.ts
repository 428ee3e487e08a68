import { MAX_JSON_DEPTH } from './json-limits.ts'
import { readToken, type SyntaxFault, type Token } from './json-tokens.ts'
import { hasError, joinPath, type Place, quote, report } from './place.ts'

const MOST_DUPLICATES = 20

/** An object or array that is still open. */
interface Frame {
  kind: 'object' | 'array'
  start: number
  path: string
  /** Where each key of this object was first seen. */
  keys: Map<string, number>
  key: string
  index: number
}

type Expected = 'value' | 'value-or-close' | 'key' | 'key-or-close' | 'colon' | 'comma-or-close' | 'end'

/** Says, with line and column, why a text is not JSON that can be used: its syntax, its depth, or a key that stands twice. */
export function findFault(place: Place, text: string): void {
  const stop = walk(place, text)
  if (stop?.kind === 'depth') reportDepth(place, text, stop.at, stop.path)
  else if (stop) reportSyntax(place, text, stop)
  else if (!hasError(place.diagnostics)) reportSyntax(place, text, { at: 0, message: 'it could not be read' })
}

type Stop = ({ kind: 'syntax' } & SyntaxFault) | { kind: 'depth'; at: number; path: string }

/** Reports each key that stands twice on its way; returns what made it stop before the end. */
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
      const path = frame ? pathBelow(frame) : ''
      if (frames.length === MAX_JSON_DEPTH) return { kind: 'depth', at: token.start, path }
      frames.push({
        kind: token.kind === '{' ? 'object' : 'array',
        start: token.start,
        path,
        keys: new Map(),
        key: '',
        index: 0,
      })
      expected = token.kind === '{' ? 'key-or-close' : 'value-or-close'
    } else if (token.kind === '}' || token.kind === ']') {
      frames.pop()
      expected = afterValue(frames)
    } else if (token.kind === ':') expected = 'value'
    else if (token.kind === ',') {
      if (frame) frame.index += 1
      expected = frame?.kind === 'object' ? 'key' : 'value'
    } else if (frame && (expected === 'key' || expected === 'key-or-close')) {
      noteKey(place, text, frame, token, duplicates)
      expected = 'colon'
    } else expected = afterValue(frames)
  }
}

function pathBelow(frame: Frame): string {
  return joinPath(frame.path, frame.kind === 'object' ? frame.key : frame.index)
}

function afterValue(frames: Frame[]): Expected {
  return frames.length === 0 ? 'end' : 'comma-or-close'
}

/** A plain sentence where the token does not belong here, else nothing. */
function whatIsWrong(token: Token, expected: Expected, frame: Frame | undefined, text: string): string | undefined {
  const isValue = token.kind === '{' || token.kind === '[' || token.kind === 'string' || token.kind === 'scalar'
  const closes = frame !== undefined && token.kind === (frame.kind === 'object' ? '}' : ']')
  if (token.kind === 'end' && frame) return `the file ends before ${opening(frame, text)} is closed`
  switch (expected) {
    case 'value':
      if (isValue) return undefined
      if (closes && frame.kind === 'array') return 'there is a comma before the ], with nothing after it'
      return `${found(token, text)} where a value should be`
    case 'value-or-close':
      return isValue || closes ? undefined : `${found(token, text)} where a value or ] should be`
    case 'key':
      if (token.kind === 'string') return undefined
      if (closes) return 'there is a comma before the }, with nothing after it'
      return `${found(token, text)} where a key in double quotes should be`
    case 'key-or-close':
      if (token.kind === 'string' || closes) return undefined
      return `${found(token, text)} where a key in double quotes or } should be`
    case 'colon':
      return token.kind === ':' ? undefined : `${found(token, text)} where the : after a key should be`
    case 'comma-or-close':
      if (token.kind === ',' || closes || !frame) return undefined
      if (isValue) return `a comma is missing before ${quote(text.slice(token.start, token.end))}`
      return `${found(token, text)} where a comma or the end of ${opening(frame, text)} should be`
    case 'end':
      return token.kind === 'end' ? undefined : `${found(token, text)} after the end of the JSON value`
  }
}

function found(token: Token, text: string): string {
  return token.kind === 'end' ? 'the file ends' : `${quote(text.slice(token.start, token.end))} stands`
}

function opening(frame: Frame, text: string): string {
  return `the ${frame.kind === 'object' ? '{' : '['} of ${describe(text, frame.start)}`
}

function noteKey(place: Place, text: string, frame: Frame, token: Token, duplicates: { count: number }): void {
  const key = JSON.parse(text.slice(token.start, token.end)) as string
  frame.key = key
  const first = frame.keys.get(key)
  if (first === undefined) {
    frame.keys.set(key, token.start)
    return
  }
  duplicates.count += 1
  if (duplicates.count > MOST_DUPLICATES) return
  place.diagnostics.push({
    severity: 'error',
    code: 'JSON_DUPLICATE_KEY',
    file: place.file,
    path: pathBelow(frame),
    message: `The key ${quote(key)} stands twice in one object: ${describe(text, first)} and ${describe(text, token.start)}.`,
    remedy: 'Keep one of the two. JSON readers disagree about which one counts, so neither is used.',
  })
}

function reportSyntax(place: Place, text: string, fault: SyntaxFault): void {
  const isEmpty = text.trim() === ''
  report(place, {
    severity: 'error',
    code: 'JSON_SYNTAX',
    message: isEmpty
      ? `${place.file} is empty.`
      : `${place.file} is not valid JSON: ${describe(text, fault.at)}: ${fault.message}.`,
    remedy: isEmpty ? 'Write a JSON value into the file, or delete it.' : 'Correct that place.',
  })
}

function reportDepth(place: Place, text: string, at: number, path: string): void {
  place.diagnostics.push({
    severity: 'error',
    code: 'JSON_TOO_DEEP',
    file: place.file,
    path,
    message: `${place.file} is nested more than ${MAX_JSON_DEPTH} levels deep: ${describe(text, at)}.`,
    remedy: 'Make it flatter.',
  })
}

/** `line 3, column 7`, counted from 1. */
function describe(text: string, at: number): string {
  let line = 1
  let start = 0
  for (let end = text.indexOf('\n'); end >= 0 && end < at; end = text.indexOf('\n', end + 1)) {
    line += 1
    start = end + 1
  }
  return `line ${line}, column ${at - start + 1}`
}

import { type Message, message } from '#shared/messages/message'
import { hasError, inside, type Place, quote, report } from './place.ts'

export const MAX_JSON_DEPTH = 64
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
export function findFault(place: Place, text: string): void {
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

/** Reports duplicate keys on its way; returns why it stopped early. */
function walk(whole: Place, text: string): Stop | null {
  let duplicates = 0
  const next = ({ end }: Token) => readToken(text, end)
  const found = ({ kind, start, end }: Token) =>
    kind === 'end' ? message('end-of-file') : quote(text.slice(start, end))
  const opening = ({ kind, start }: Token) =>
    message('bracket-at', { bracket: kind === '{' ? '{' : '[', place: describe(text, start) })

  /** The token does not belong here. `open`: the bracket around it. */
  const refuse = (token: Token, problem: Message, open?: Token): Stop => {
    const isCut = token.kind === 'end' && open !== undefined
    return {
      at: token.start,
      problem: token.fault ?? (isCut ? message('json-not-closed', { opening: opening(open) }) : problem),
    }
  }

  /** The token behind the value that begins with this one. `problem`: if none begins. */
  function readValue(token: Token, place: Place, depth: number, problem: Message, open?: Token): Token | Stop {
    if (token.kind === 'string' || token.kind === 'scalar') return next(token)
    if (token.kind !== '{' && token.kind !== '[') return refuse(token, problem, open)
    if (depth === MAX_JSON_DEPTH) return { at: token.start, place }
    return token.kind === '{' ? readMembers(token, place, depth + 1) : readElements(token, place, depth + 1)
  }

  function readElements(open: Token, place: Place, depth: number): Token | Stop {
    let token = next(open)
    for (let index = 0; token.kind !== ']' || index > 0; index += 1) {
      const problem =
        index === 0
          ? message('json-value-or-bracket-expected', { found: found(token) })
          : token.kind === ']'
            ? message('json-comma-before-bracket')
            : message('json-value-expected', { found: found(token) })
      const after = readValue(token, inside(place, index), depth, problem, open)
      if ('at' in after || after.kind === ']') return 'at' in after ? after : next(after)
      if (after.kind !== ',') return refuseBetween(after, open)
      token = next(after)
    }
    return next(token)
  }

  function readMembers(open: Token, place: Place, depth: number): Token | Stop {
    const keys = new Map<string, number>()
    let token = next(open)
    if (token.kind === '}') return next(token)
    for (;;) {
      if (token.kind !== 'string') return refuse(token, keyExpected(token, keys.size === 0), open)
      const at = inside(place, JSON.parse(text.slice(token.start, token.end)) as string)
      noteKey(at, token, keys)
      const colon = next(token)
      const colonExpected = message('json-colon-expected', { found: found(colon) })
      if (colon.kind !== ':') return refuse(colon, colonExpected, open)
      const first = next(colon)
      const after = readValue(first, at, depth, message('json-value-expected', { found: found(first) }), open)
      if ('at' in after || after.kind === '}') return 'at' in after ? after : next(after)
      if (after.kind !== ',') return refuseBetween(after, open)
      token = next(after)
    }
  }

  const keyExpected = (token: Token, isFirst: boolean) => {
    if (isFirst) return message('json-key-or-brace-expected', { found: found(token) })
    if (token.kind === '}') return message('json-comma-before-brace')
    return message('json-key-expected', { found: found(token) })
  }

  function refuseBetween(token: Token, open: Token): Stop {
    const isValue = ['{', '[', 'string', 'scalar'].includes(token.kind)
    const problem = isValue
      ? message('json-comma-missing', { text: quote(text.slice(token.start, token.end)) })
      : message('json-comma-or-end-expected', { found: found(token), opening: opening(open) })
    return refuse(token, problem, open)
  }

  function noteKey(place: Place, { start }: Token, keys: Map<string, number>): void {
    const key = String(place.key)
    const first = keys.get(key)
    if (first === undefined) {
      keys.set(key, start)
      return
    }
    duplicates += 1
    if (duplicates > MOST_DUPLICATES) return
    const values = { key: quote(key), first: describe(text, first), second: describe(text, start) }
    report(place, 'error', 'JSON_DUPLICATE_KEY', 'key-given-twice', 'keep-one-key', values)
  }

  const first = readToken(text, 0)
  const rest = readValue(first, whole, 0, message('json-value-expected', { found: found(first) }))
  if ('at' in rest) return rest
  if (rest.kind === 'end') return null
  return refuse(rest, message('json-text-after-end', { found: found(rest) }))
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

const SPACE = /[ \t\r\n]*/y
// The characters that JSON allows unescaped in a string.
const STRING_PART = /[^"\\\p{Cc}]+|[\u007f-\u009f]+/uy
const ESCAPE = /\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4})/y
const NUMBER = /-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?/y
const WORD = /[\p{L}\p{N}_$+.-]+/uy

const fail = (start: number, fault: Message): Token => ({ kind: 'fault', start, end: start, fault })

function readToken(text: string, from: number): Token {
  const start = match(SPACE, text, from)
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

import type { Json } from '#shared/json'
import type { PythonReading } from './python-reader.ts'

const ASSIGNMENT = /^([A-Za-z_]\w*)\s*(:[^=\n]*)?=(?!=)\s*/
const WANTED = /^(?:__\w+__|CONFIG_SCHEMA|ENV_CONFIG|CONFIG|CONFIG_RESOLVE)$/
const STRING =
  /^([rRuU]?)("""[\s\S]*?(?<!\\)(?:\\\\)*"""|'''[\s\S]*?(?<!\\)(?:\\\\)*'''|"(?:[^"\\\n]|\\[\s\S])*"|'(?:[^'\\\n]|\\[\s\S])*')/
const NUMBER = /^[+-]?(?:\d[\d_]*)(?:\.\d*)?(?:[eE][+-]?\d+)?(?![\w.])/
const WORD = /^(True|False|None)\b/
const BLANK = /^(?:\s|#[^\n]*|\\\n)+/
const DEEPEST = 64

class NoLiteral extends Error {}

/** Without Python, finds top-level assignments of literals and the names of functions. Such a tool cannot run here. */
export function readPythonLiterals(source: string): PythonReading {
  const reading: PythonReading = {
    ...{ constants: {}, faults: {}, annotated: [], functions: {}, imports: [] },
    hasBlock: /^if\s+__name__\s*==/m.test(source),
  }
  let offset = 0
  let quotes: string | null = null
  for (const [index, text] of source.split('\n').entries()) {
    const isInside = quotes !== null
    quotes = findOpenQuotes(text, quotes)
    const start = offset
    offset += text.length + 1
    if (isInside) continue
    const named = /^(?:async\s+)?def\s+(execute|main)\b/.exec(text)?.[1]
    if (named) reading.functions[named] = { params: [], isOpen: true, doc: null }
    const assigned = ASSIGNMENT.exec(text)
    const [whole = '', name = '', type] = assigned ?? []
    if (!WANTED.test(name)) continue
    if (type !== undefined) reading.annotated.push(name)
    const line = index + 1
    const value = readValue(source.slice(start + whole.length))
    delete reading.constants[name]
    if (value === undefined) reading.faults[name] = { line, key: '' }
    else reading.constants[name] = { line, value }
  }
  return reading
}

/** The triple quotes that are still open at the end of a line. */
function findOpenQuotes(line: string, open: string | null): string | null {
  let now = open
  for (const [quotes] of line.matchAll(/"""|'''/g)) now = now === null ? quotes : now === quotes ? null : now
  return now
}

function readValue(text: string): Json | undefined {
  try {
    const { value, rest } = readLiteral(text, 0)
    return /^[ \t]*(?:;|#|\r?\n|$)/.test(rest) ? value : undefined
  } catch (error) {
    if (error instanceof NoLiteral) return undefined
    throw error
  }
}

type Read = { value: Json; rest: string }

const skip = (text: string) => text.replace(BLANK, '')

function readLiteral(text: string, depth: number): Read {
  if (depth > DEEPEST) throw new NoLiteral()
  const close = CLOSING[text[0] ?? '']
  if (close !== undefined) return readItems(text, close, depth)
  const string = STRING.exec(text)
  if (string) return readStrings(text, depth > 0)
  const [number] = NUMBER.exec(text) ?? []
  if (number) return { value: Number(number.replaceAll('_', '')), rest: text.slice(number.length) }
  const [word] = WORD.exec(text) ?? []
  if (!word) throw new NoLiteral()
  return { value: word === 'None' ? null : word === 'True', rest: text.slice(word.length) }
}

/** Adjacent strings are joined; within brackets also across lines. */
function readStrings(text: string, isBracketed: boolean): Read {
  let value = ''
  let rest = text
  for (;;) {
    const [whole, prefix = '', quoted = ''] = STRING.exec(rest) ?? []
    if (whole === undefined) return { value, rest }
    const width = /^("""|''')/.test(quoted) ? 3 : 1
    const inner = quoted.slice(width, -width)
    value += prefix.toLowerCase() === 'r' ? inner : readEscapes(inner)
    rest = rest.slice(whole.length)
    const next = isBracketed ? skip(rest) : rest.replace(/^[ \t]+/, '')
    if (!STRING.test(next)) return { value, rest }
    rest = next
  }
}

const ESCAPES: Readonly<Record<string, string>> = { n: '\n', t: '\t', r: '\r', '\n': '', '0': '\0', b: '\b', f: '\f' }

const readEscapes = (text: string) =>
  text.replace(/\\(?:x([\da-fA-F]{2})|u([\da-fA-F]{4})|([\s\S]))/g, (whole, hex, unicode, plain) => {
    const code = hex ?? unicode
    if (code !== undefined) return String.fromCharCode(Number.parseInt(code, 16))
    return ESCAPES[plain] ?? (/["'\\]/.test(plain) ? plain : whole)
  })

const CLOSING: Readonly<Record<string, string>> = { '(': ')', '[': ']', '{': '}' }

/** A list, a tuple or a dictionary; round brackets around a single value mean that value. */
function readItems(text: string, close: string, depth: number): Read {
  const items: Json[] = []
  const members: [string, Json][] = []
  let rest = skip(text.slice(1))
  let isOne = close === ')'
  while (rest[0] !== close) {
    let read = readLiteral(rest, depth + 1)
    if (close === '}') {
      const { value: key } = read
      rest = skip(read.rest)
      if (rest[0] !== ':' || typeof key === 'object') throw new NoLiteral()
      read = readLiteral(skip(rest.slice(1)), depth + 1)
      members.push([String(key), read.value])
    } else items.push(read.value)
    rest = skip(read.rest)
    if (rest[0] === ',') {
      isOne = false
      rest = skip(rest.slice(1))
    } else if (rest[0] !== close) throw new NoLiteral()
  }
  const [only] = items
  const list = isOne && only !== undefined ? only : items
  return { value: close === '}' ? Object.fromEntries(members) : list, rest: rest.slice(1) }
}

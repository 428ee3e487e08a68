import { createRequire } from 'node:module'
import type { Document, Node } from 'yaml'
import { isObject, type Json, type JsonObject } from '#shared/json'
import { type Message, message } from '#shared/messages/message'
import { type Place, quote, report } from './place.ts'

const MAX_FRONTMATTER_CHARS = 8 * 1024
const MOST_ALIASES = 20
const MARKS = /[[\]{},&*!?\\]|[-:](?=\s)/g
const MOST_MARKS = 500

/** YAML made only of such marks takes a hundred times as long to parse as ordinary text. */
export const countMarks = (source: string): number => source.match(MARKS)?.length ?? 0

interface SplitPage {
  /** The text between two lines of exactly `---`; null if there is none. */
  frontmatter: string | null
  body: string
}

/** Frontmatter starts on the first line. If its end is missing, that is reported and the whole text is the body. */
export function splitPage(place: Place, text: string): SplitPage {
  const opening = /^---\r?\n/.exec(text)
  if (!opening) return { frontmatter: null, body: text }
  const start = opening[0].length
  const closing = /\n---\r?(?:\n|$)/g
  closing.lastIndex = start - 1
  const end = closing.exec(text)
  if (!end) {
    report(place, 'error', 'FRONTMATTER', 'frontmatter-not-closed', 'close-frontmatter')
    return { frontmatter: null, body: text }
  }
  return { frontmatter: text.slice(start, end.index + 1), body: text.slice(end.index + end[0].length) }
}

/** YAML 1.2 with core types only. Anything else is null and a diagnostic. Never throws. */
export function readFrontmatter(
  place: Place,
  source: string,
  limits = { most: MAX_FRONTMATTER_CHARS, marks: MOST_MARKS },
): JsonObject | null {
  if (source.length > limits.most) {
    const values = { count: source.length, most: limits.most }
    return report(place, 'error', 'FRONTMATTER', 'frontmatter-too-long', 'keep-frontmatter-short', values)
  }
  const marks = { count: countMarks(source), most: limits.marks }
  if (marks.count > marks.most)
    return report(place, 'error', 'FRONTMATTER', 'frontmatter-too-complex', 'keep-frontmatter-plain', marks)
  const plain = readPlainYaml(source)
  if (plain) return plain
  const outcome = parseYaml(source, 2)
  if ('problem' in outcome) {
    const remedy = /^allowed-tools: *\*/m.test(source) ? 'quote-the-star' : 'correct-and-quote'
    return report(place, 'error', 'FRONTMATTER', 'frontmatter-not-yaml', remedy, outcome)
  }
  if (isObject(outcome.value)) return outcome.value
  return report(place, 'error', 'FRONTMATTER', 'frontmatter-not-fields', 'one-field-a-line')
}

/**
 * One document without growing anchors, tags or duplicate keys. `firstLine`: the line in the file where the source
 * starts.
 */
export function parseYaml(source: string, firstLine = 1): { value: unknown } | { problem: Message | string } {
  const inLine = (at: number, problem: Message | string) => {
    const line = source.slice(0, at).split('\n').length + firstLine - 1
    return { problem: message('problem-in-line', { line, problem }) }
  }
  try {
    const document = loadYaml().parseDocument(source, {
      ...{ version: '1.2', schema: 'core', customTags: [], merge: false, prettyErrors: false, logLevel: 'error' },
      // Checked below, because the library compares every pair of keys.
      uniqueKeys: false,
    })
    const [problem] = [...document.errors, ...document.warnings]
    if (problem) return inLine(problem.pos[0], quote(problem.message))
    const fault = findKeyFault(document)
    if (fault) return inLine(fault.at, fault.problem)
    const value: unknown = document.contents === null ? {} : document.toJS({ maxAliasCount: MOST_ALIASES })
    // Throws if an alias refers to what contains it.
    JSON.stringify(value)
    return { value }
  } catch (error) {
    if (error instanceof RangeError) return { problem: message('nested-too-deeply') }
    if (error instanceof TypeError) return { problem: message('yaml-alias-loop') }
    return { problem: quote(error instanceof Error ? error.message : String(error)) }
  }
}

/** Loaded with the first page that needs it, because most do not, and it takes more memory than they do. */
const loadYaml = () => createRequire(import.meta.url)('yaml') as typeof import('yaml')

/** A key that appears twice, or that is nested: each level of lists in keys takes the library much longer. */
function findKeyFault(document: Document): { at: number; problem: Message } | undefined {
  const { isAlias, isCollection, isMap, isPair, isScalar, visit } = loadYaml()
  const isWord = (item: unknown) => isScalar(item) || (isPair(item) && isScalar(item.key) && !isCollection(item.value))
  const isFlat = (key: unknown) => isScalar(key) || isAlias(key) || (isCollection(key) && key.items.every(isWord))
  let fault: { at: number; problem: Message } | undefined
  visit(document, {
    Map: (_key, map) => {
      if (!isMap(map)) return undefined
      const seen = new Set<string>()
      for (const { key } of map.items) {
        if (key === null) continue
        const at = (key as Node).range?.[0] ?? 0
        const name = isFlat(key) ? String(isScalar(key) ? key.value : key) : null
        if (name === null) fault = { at, problem: message('yaml-key-not-text') }
        else if (seen.has(name)) fault = { at, problem: message('yaml-key-twice', { key: quote(name) }) }
        else seen.add(name)
        if (fault) return visit.BREAK
      }
      return undefined
    },
  })
  return fault
}

const LINE = /^( *)([A-Za-z][A-Za-z0-9_-]{0,63}):(?: ([ -~]*[!-~]))?$/
const PLAIN = /^[A-Za-z][A-Za-z0-9 _.,;()'/+-]*$/
const QUOTED = /^"[^"\\]*"$/
const LIST = /^\[[A-Za-z][A-Za-z0-9_.+-]*(?:, [A-Za-z][A-Za-z0-9_.+-]*)*\]$/
const NOT_TEXT = /^(?:true|false|null)$/i

/**
 * Reads the usual forms of frontmatter: fields, one nested level, one-line texts and lists of names. Null for
 * everything else; the library, which takes ten times as long, reads that.
 */
export function readPlainYaml(source: string): JsonObject | null {
  const root: JsonObject = {}
  const open: JsonObject[] = [root]
  /** An object without fields yet, which YAML would not call an object. */
  let empty: JsonObject | null = null
  const lines = source.split('\n')
  if (lines.pop() !== '') return null
  for (const line of lines) {
    const match = LINE.exec(line)
    if (!match) return null
    const [, indent = '', key = '', text] = match
    const level = indent.length / 2
    if (level >= open.length || (empty !== null && level !== open.length - 1)) return null
    const parent = open[level]
    if (!parent || Object.hasOwn(parent, key) || NOT_TEXT.test(key)) return null
    open.length = level + 1
    empty = null
    if (text === undefined) {
      empty = {}
      parent[key] = empty
      open.push(empty)
    } else {
      const value = readValue(text)
      if (value === null) return null
      parent[key] = value
    }
  }
  return empty === null ? root : null
}

function readValue(text: string): Json {
  if (QUOTED.test(text)) return text.slice(1, -1)
  if (PLAIN.test(text)) return NOT_TEXT.test(text) ? null : text
  if (!LIST.test(text)) return null
  const names = text.slice(1, -1).split(', ')
  return names.some((name) => NOT_TEXT.test(name)) ? null : names
}

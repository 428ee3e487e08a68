import { isMap, isScalar, parseDocument, visit } from 'yaml'
import { type Place, quote, report } from '#main/formats/place'
import { isObject, type JsonObject } from '#shared/json'
import { readPlainYaml } from './plain-yaml.ts'

const MAX_FRONTMATTER_CHARS = 8 * 1024
const MOST_ALIASES = 20
// Composing YAML made of nothing but marks takes a hundred times as long as composing texts of the same length.
const MARKS = /[[\]{},&*!?\\]|[-:](?=\s)/g
const MOST_MARKS = 500

export interface SplitPage {
  /** Between the two lines that are exactly `---`; null where there is none. */
  frontmatter: string | null
  body: string
}

/** Frontmatter begins on the first line; without its end, which is reported, the whole text is the body. */
export function splitPage(place: Place, text: string): SplitPage {
  const opening = /^---\r?\n/.exec(text)
  if (!opening) return { frontmatter: null, body: text }
  const start = opening[0].length
  const closing = /\n---\r?(?:\n|$)/g
  closing.lastIndex = start - 1
  const end = closing.exec(text)
  if (!end) {
    reportFrontmatter(
      place,
      'The frontmatter begins with --- and no second line of exactly --- ends it.',
      'Add the line --- after its fields.',
    )
    return { frontmatter: null, body: text }
  }
  return { frontmatter: text.slice(start, end.index + 1), body: text.slice(end.index + end[0].length) }
}

/** YAML 1.2 with its core types alone; null, and a diagnostic, where it is anything else. Never throws. */
export function readFrontmatter(place: Place, source: string): JsonObject | null {
  if (source.length > MAX_FRONTMATTER_CHARS) {
    const size = `${source.length} characters; ${MAX_FRONTMATTER_CHARS} are read at most`
    reportFrontmatter(
      place,
      `The frontmatter has ${size}.`,
      'Keep name, description and metadata there, and move the rest below it.',
    )
    return null
  }
  const marks = source.match(MARKS)?.length ?? 0
  if (marks > MOST_MARKS) {
    const message = `The frontmatter holds ${marks} brackets, commas and other marks of YAML; ${MOST_MARKS} are read at most.`
    reportFrontmatter(place, message, 'Keep name, description and metadata there, and nothing more.')
    return null
  }
  const plain = readPlainYaml(source)
  if (plain) return plain
  const outcome = parse(source)
  if ('problem' in outcome) {
    reportFrontmatter(
      place,
      `The frontmatter is not valid YAML: ${outcome.problem}.`,
      'Correct it; quote texts that hold a colon.',
    )
    return null
  }
  if (isObject(outcome.value)) return outcome.value
  reportFrontmatter(
    place,
    'The frontmatter must be made of fields such as "name: my-skill".',
    'Write one field a line.',
  )
  return null
}

function parse(source: string): { value: unknown } | { problem: string } {
  try {
    const document = parseDocument(source, {
      version: '1.2',
      schema: 'core',
      customTags: [],
      merge: false,
      // Looked for below: the library compares every pair of keys.
      uniqueKeys: false,
      prettyErrors: false,
      logLevel: 'error',
    })
    const [problem] = [...document.errors, ...document.warnings]
    if (problem) return { problem: `line ${lineOf(source, problem.pos[0])}: ${quote(problem.message)}` }
    const duplicate = findDuplicateKey(document)
    if (duplicate !== null) return { problem: `the key ${quote(duplicate)} stands twice` }
    const value: unknown = document.contents === null ? {} : document.toJS({ maxAliasCount: MOST_ALIASES })
    // Throws where an alias leads back to what holds it.
    JSON.stringify(value)
    return { value }
  } catch (error) {
    if (error instanceof RangeError) return { problem: 'it is nested too deeply' }
    if (error instanceof TypeError) return { problem: 'an alias leads back to what holds it' }
    return { problem: quote(error instanceof Error ? error.message : String(error)) }
  }
}

function findDuplicateKey(document: ReturnType<typeof parseDocument>): string | null {
  let duplicate: string | null = null
  visit(document, {
    Map: (_key, map) => {
      if (!isMap(map)) return undefined
      const seen = new Set<string>()
      for (const { key } of map.items) {
        const name = isScalar(key) ? String(key.value) : null
        if (name === null) continue
        if (seen.has(name)) duplicate = name
        seen.add(name)
      }
      return duplicate === null ? undefined : visit.BREAK
    },
  })
  return duplicate
}

/** In SKILL.md, where the frontmatter begins on the second line. */
function lineOf(source: string, position: number): number {
  return source.slice(0, position).split('\n').length + 1
}

export function reportFrontmatter(place: Place, message: string, remedy: string): void {
  report(place, { severity: 'error', code: 'FRONTMATTER', message, remedy })
}

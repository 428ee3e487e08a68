/** English sentences, each with its holes, and what they are in another language: the same holes in the same order. */
export type RecordedWords = Readonly<Record<string, string>>

/**
 * What stands in a hole stays as it is, letter by letter. `{x:said}` holds a sentence itself, which is said too;
 * `{x:quoted}` one JSON string, whatever is in it; `{x:piece}` no `; ` and no `: `, between which main puts sentences together.
 */
type Kind = 'any' | 'said' | 'quoted' | 'piece'

interface Template {
  /** One more than there are holes. */
  literals: string[]
  kinds: Kind[]
  /** What stands before each hole of the other language, with the place of its value, and what stands at the end. */
  words: { before: string; value: number }[]
  end: string
}

interface Found {
  template: Template
  values: string[]
}

const HOLE = /\{(\w+)(?::(said|quoted|piece))?\}/g
const DEEPEST = 6
const MOST_PIECES = 40
const MOST_ENDS_TRIED = 12

/** Says a sentence that main wrote, as a whole or by the pieces it was put together from; what is not known stays. */
export function makeTranslator(catalogue: RecordedWords): (sentence: string) => string {
  let known: { plain: Map<string, string>; templates: Template[] } | null = null

  function find(sentence: string): Found | string | null {
    known ??= readTemplates(catalogue)
    const plain = known.plain.get(sentence)
    if (plain !== undefined) return plain
    for (const template of known.templates) {
      const values = readValues(template, sentence)
      if (values) return { template, values }
    }
    return null
  }

  function fill(found: Found | string, depth: number): string {
    if (typeof found === 'string') return found
    const { template, values } = found
    const said = values.map((value, at) => (template.kinds[at] === 'said' ? translate(value, depth + 1) : value))
    return template.words.map(({ before, value }) => before + said[value]).join('') + template.end
  }

  function translate(text: string, depth: number): string {
    if (depth > DEEPEST) return text
    const sentence = text.trimStart()
    let done = text.slice(0, text.length - sentence.length)
    let rest = sentence
    for (let pieces = 0; pieces < MOST_PIECES; pieces += 1) {
      const whole = find(rest)
      if (whole !== null) return done + fill(whole, depth)
      const first = findFirst(rest, find)
      if (first === null) break
      done += fill(first.found, depth) + first.between
      rest = first.rest
    }
    return done + rest
  }

  return (sentence) => translate(sentence, 0)
}

/** The shortest beginning that is a sentence by itself, before `; ` or up to the end of a sentence. */
function findFirst(text: string, find: (text: string) => Found | string | null) {
  const ends = /; |[.?] /g
  for (let tried = 0; tried < MOST_ENDS_TRIED; tried += 1) {
    const end = ends.exec(text)
    if (end === null) return null
    const length = end[0] === '; ' ? end.index : end.index + 1
    const found = find(text.slice(0, length))
    if (found === null) continue
    const from = end.index + end[0].length
    return { found, between: text.slice(length, from), rest: text.slice(from) }
  }
  return null
}

/** The most particular first, so that no sentence is taken for a more general one. */
function readTemplates(catalogue: RecordedWords) {
  const plain = new Map<string, string>()
  const templates: Template[] = []
  for (const [sentence, words] of Object.entries(catalogue)) {
    const template = readTemplate(sentence, words)
    if (template.kinds.length === 0) plain.set(sentence, words)
    else templates.push(template)
  }
  const weigh = ({ literals }: Template) => literals.join('').length
  return { plain, templates: templates.sort((a, b) => weigh(b) - weigh(a)) }
}

function readTemplate(sentence: string, words: string): Template {
  const [literals, holes] = splitAtHoles(sentence)
  const [between, places] = splitAtHoles(words)
  return {
    literals,
    kinds: holes.map(({ kind }) => kind),
    words: places.map(({ name }, at) => ({
      before: between[at] as string,
      value: holes.findIndex((hole) => hole.name === name),
    })),
    end: between.at(-1) as string,
  }
}

function splitAtHoles(text: string): [string[], { name: string; kind: Kind }[]] {
  const literals: string[] = []
  const holes: { name: string; kind: Kind }[] = []
  let from = 0
  for (const { 0: hole, 1: name = '', 2: kind = 'any', index } of text.matchAll(HOLE)) {
    literals.push(text.slice(from, index))
    holes.push({ name, kind: kind as Kind })
    from = index + hole.length
  }
  return [[...literals, text.slice(from)], holes]
}

/** One pass from left to right and never back: what stands in the holes may be long, and is hostile. */
function readValues({ literals, kinds }: Template, sentence: string): string[] | null {
  const [start, end] = [literals[0] as string, literals.at(-1) as string]
  const last = sentence.length - end.length
  if (last < start.length || !sentence.startsWith(start) || !sentence.endsWith(end)) return null
  const values: string[] = []
  let from = start.length
  for (const [at, kind] of kinds.entries()) {
    const isLast = at === kinds.length - 1
    const literal = literals[at + 1] as string
    const to = kind === 'quoted' ? endOfQuoted(sentence, from) : isLast ? last : sentence.indexOf(literal, from)
    if (to < from || to > last || (isLast ? to !== last : !sentence.startsWith(literal, to))) return null
    const value = sentence.slice(from, to)
    if (kind === 'piece' && /[;:] /.test(value)) return null
    values.push(value)
    from = to + literal.length
  }
  return from === sentence.length ? values : null
}

/** Past the quotation mark that closes the JSON string which begins here, or -1. */
function endOfQuoted(text: string, from: number): number {
  if (text[from] !== '"') return -1
  for (let at = from + 1; at < text.length; at += 1) {
    if (text[at] === '\\') at += 1
    else if (text[at] === '"') return at + 1
  }
  return -1
}

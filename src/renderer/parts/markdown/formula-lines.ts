import { isFormula, MOST_TEX } from './formula-rules.ts'

const CLOSES = { $$: '$$', '\\[': '\\]' } as const
const OPENING = /^ {0,3}(\$\$|\\\[)/
/** After the markers of lists and quotations. */
const OPENING_INSIDE = /^((?:[ \t>]|[-+*][ \t]|\d{1,9}[.)][ \t])*)(\$\$|\\\[)/
const FENCE = /^(?:[ \t>]|[-+*][ \t]|\d{1,9}[.)][ \t])*(?:`{3,}|~{3,})/
const ALONE = { before: null, after: null }

type Mark = keyof typeof CLOSES

export const opensFormula = (line: string) => OPENING.test(line)

/** What starts at this line: a formula, what may become one, or neither. */
export function readFormulaLines(
  lines: readonly string[],
  start: number,
): { end: number; tex: string } | 'open' | null {
  const opening = OPENING.exec(lines[start] ?? '')
  return opening ? readToClose(lines, start, opening[0].length, opening[1] as Mark, (line) => line) : null
}

/**
 * Puts formulas of several lines inside lists and quotations on one line, because their lines would start list items.
 */
export function joinFormulas(lines: readonly string[]): string[] {
  const joined: string[] = []
  let isFenced = false
  for (let at = 0; at < lines.length; at++) {
    const line = lines[at] ?? ''
    if (FENCE.test(line)) isFenced = !isFenced
    const [opening, prefix = '', mark] = (isFenced ? null : OPENING_INSIDE.exec(line)) ?? []
    const bare = prefix.includes('>') ? /^[\s>]+/ : /^\s+/
    const strip = (inner: string) => inner.replace(bare, '')
    const read = opening ? readToClose(lines, at, opening.length, mark as Mark, strip) : null
    if (read === null || read === 'open' || read.end === at) joined.push(line)
    else {
      joined.push(`${opening}${withoutComments(read.tex).replaceAll('\n', ' ')}${CLOSES[mark as Mark]}`)
      at = read.end
    }
  }
  return joined
}

/** Reads each line once and only up to the next opening, so many openings cost no more than one. */
function readToClose(
  lines: readonly string[],
  start: number,
  from: number,
  mark: Mark,
  strip: (line: string) => string,
): { end: number; tex: string } | 'open' | null {
  const pieces: string[] = []
  let length = 0
  for (let at = start; at < lines.length && length <= MOST_TEX; at++) {
    const line = at === start ? (lines[at] ?? '').slice(from) : strip(lines[at] ?? '')
    if (at > start && line.trim() === '') return at === lines.length - 1 ? 'open' : null
    const end = findClose(line, mark)
    if (end === null || (at > start && FENCE.test(line))) return null
    if (end !== -1) {
      const tex = [...pieces, line.slice(0, end)].join('\n')
      return line.slice(end + 2).trim() === '' && isFormula(mark, withoutComments(tex), ALONE) ? { end: at, tex } : null
    }
    pieces.push(line)
    length += line.length
  }
  return length <= MOST_TEX ? 'open' : null
}

/** Null if another formula starts before this one ends; -1 if it ends on a later line. */
function findClose(line: string, mark: Mark): number | null {
  for (let at = 0; at < line.length; at++) {
    if (line.startsWith(CLOSES[mark], at)) return at
    if (mark === '\\[' && line.startsWith('\\[', at)) return null
    if (line[at] === '\\') at++
    else if (mark === '$$' && line[at] === '$') return null
  }
  return -1
}

/** A TeX comment runs to the end of its line, and line ends get lost. */
const withoutComments = (tex: string) => tex.replace(/(?<!\\)%.*$/gm, '')

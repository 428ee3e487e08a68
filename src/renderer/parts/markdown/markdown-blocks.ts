import { isFormula, MOST_TEX } from './formula-rules.ts'

/** A part of a message that is drawn on its own. When text is added, only the last two can change. */
export interface Block {
  kind: 'markdown' | 'plain' | 'code' | 'formula'
  /** Of a formula, with its marks. */
  source: string
  language?: string
  tex?: string
}

const FENCE = /^( {0,3})(`{3,}(?=[^`]*$)|~{3,})(.*)$/
const LIST_MARKER = /^ {0,3}(?:[-+*]|\d{1,9}[.)])(?:\s|$)/
const PERHAPS_MARKER = /^ {0,3}\d{0,9}$/
const CONTINUES_ITEM = /^(?: {2,}|\t)/
const INDENTED = /^(?: {4,}|\t)/
const DEFINITION = /^ {0,3}\[(?!\^)[^\]\\]{1,200}\]:[ \t]*\S+/

/** Limits for one block; beyond them some texts take the parser seconds, so they are shown as plain text. */
const LIMITS = { characters: 20_000, lines: 1000, marks: 2000, bars: 6000, depth: 20 }
const DEEP = new RegExp(`^(?:[ \\t]*(?:>|[-+*](?=\\s)|\\d{1,9}[.)](?=\\s))){${LIMITS.depth}}`, 'm')

/** A message that may continue. */
export interface Cut {
  text: string
  blocks: readonly Block[]
  /** Where the last block but one starts: a new line may join the two. */
  openAt: number
  /** How many blocks come before that. */
  settled: number
}

const OPEN_BLOCKS = 2

/** When text is added, only the open part is cut again. */
export function growBlocks(before: Cut | null, text: string): Cut {
  const whole = withUnixBreaks(text)
  if (!before || !whole.startsWith(before.text)) return { text: whole, ...cut(whole) }
  const tail = cut(whole.slice(before.openAt))
  return {
    text: whole,
    blocks: [...before.blocks.slice(0, before.settled), ...tail.blocks],
    openAt: before.openAt + tail.openAt,
    settled: before.settled + tail.settled,
  }
}

const withUnixBreaks = (text: string) => text.replace(/\r\n?/g, '\n')

/** Cuts a message where Markdown starts afresh: at blank lines outside lists, and around fenced code. */
function cut(text: string): Omit<Cut, 'text'> {
  const lines = text.split('\n')
  const blocks: Block[] = []
  let open: string[] = []
  const starts: number[] = []
  let hasList = false
  let isAfterBlank = false
  const close = () => {
    while (open.at(-1)?.trim() === '') open.pop()
    if (open.length > 0) blocks.push(markdownOrPlain((holdsFormula(open) ? joinFormulas(open) : open).join('\n')))
    open = []
    hasList = false
  }
  for (let at = 0; at < lines.length; at++) {
    const line = lines[at] as string
    if (line.trim() === '') {
      isAfterBlank = true
      if (open.length > 0) open.push(line)
      continue
    }
    const isInItem = hasList && CONTINUES_ITEM.test(line)
    if (!isInItem && (FENCE.test(line) || OPENING.test(line))) {
      // A block starts here in any case, so a formula's end changes nothing before it.
      close()
      const whole = readFence(lines, at) ?? readFormula(lines, at)
      if (whole) {
        blocks.push(whole.block)
        starts.push(at)
        at = whole.end
        isAfterBlank = false
        continue
      }
    }
    if (isAfterBlank && open.length > 0 && !continues(line, hasList, open, at === lines.length - 1)) close()
    isAfterBlank = false
    if (open.length === 0) starts.push(at)
    open.push(line)
    hasList ||= LIST_MARKER.test(line)
  }
  close()
  const settled = Math.max(0, blocks.length - OPEN_BLOCKS)
  const openAt = lines.slice(0, starts[settled] ?? 0).reduce((sum, { length }) => sum + length + 1, 0)
  return { blocks, openAt, settled }
}

function continues(line: string, hasList: boolean, open: string[], isUnfinished: boolean): boolean {
  if (hasList) return CONTINUES_ITEM.test(line) || LIST_MARKER.test(line) || (isUnfinished && PERHAPS_MARKER.test(line))
  return INDENTED.test(line) && INDENTED.test(open[0] ?? '')
}

/** A block that is read to its own end. */
type Whole = { block: Block; end: number } | null

function readFence(lines: readonly string[], start: number): Whole {
  const [fence, indent = '', mark = '', info = ''] = FENCE.exec(lines[start] ?? '') ?? []
  if (fence === undefined) return null
  const closing = new RegExp(`^ {0,3}${mark[0]}{${mark.length},}[ \\t]*$`)
  const strip = new RegExp(`^ {0,${indent.length}}`)
  let end = start + 1
  while (end < lines.length && !closing.test(lines[end] as string)) end++
  const code = lines.slice(start + 1, end)
  const source = (indent ? code.map((line) => line.replace(strip, '')) : code).join('\n')
  const language = info.trim().split(/\s/)[0] ?? ''
  if (language === 'math' && end < lines.length && source.trim() !== '') {
    return { block: { kind: 'formula', tex: source, source: lines.slice(start, end + 1).join('\n') }, end }
  }
  return { block: { kind: 'code', language, source }, end }
}

const holdsFormula = (lines: readonly string[]) => lines.some((line) => line.includes('$$') || line.includes('\\['))

function markdownOrPlain(source: string): Block {
  return { kind: isParsable(source) ? 'markdown' : 'plain', source }
}

function isParsable(source: string): boolean {
  if (source.length > LIMITS.characters || DEEP.test(source)) return false
  let lines = 0
  let marks = 0
  let bars = 0
  for (const character of source) {
    if (character === '\n') lines++
    else if (character === '|') bars++
    else if ('*_~[]<>!`&\\$'.includes(character)) marks++
  }
  return lines <= LIMITS.lines && marks <= LIMITS.marks && bars <= LIMITS.bars
}

/** A link definition applies to the whole message. */
export function collectDefinitions(blocks: readonly Block[]): string {
  const found: string[] = []
  for (const block of blocks) {
    if (block.kind !== 'markdown' || !block.source.includes(']:')) continue
    for (const line of block.source.split('\n')) if (DEFINITION.test(line)) found.push(line)
  }
  return found.slice(0, 200).join('\n')
}

const CLOSES = { $$: '$$', '\\[': '\\]' } as const
const OPENING = /^ {0,3}(\$\$|\\\[)/
/** After the markers of lists and quotations. */
const OPENING_INSIDE = /^((?:[ \t>]|[-+*][ \t]|\d{1,9}[.)][ \t])*)(\$\$|\\\[)/
const FENCE_INSIDE = /^(?:[ \t>]|[-+*][ \t]|\d{1,9}[.)][ \t])*(?:`{3,}|~{3,})/
const ALONE = { before: null, after: null }

type Mark = keyof typeof CLOSES

/** A formula, or as it is what may become one. */
function readFormula(lines: readonly string[], start: number): Whole {
  const [opening, mark] = OPENING.exec(lines[start] ?? '') ?? []
  const read = opening ? readToClose(lines, start, opening.length, mark as Mark, (line) => line) : null
  if (read === null) return null
  const end = read === 'open' ? lines.length - 1 : read.end
  const source = lines
    .slice(start, end + 1)
    .join('\n')
    .trimEnd()
  return { block: read === 'open' ? { kind: 'plain', source } : { kind: 'formula', tex: read.tex, source }, end }
}

/**
 * Puts formulas of several lines inside lists and quotations on one line, because their lines would start list items.
 */
function joinFormulas(lines: readonly string[]): string[] {
  const joined: string[] = []
  let isFenced = false
  for (let at = 0; at < lines.length; at++) {
    const line = lines[at] ?? ''
    if (FENCE_INSIDE.test(line)) isFenced = !isFenced
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
    if (end === null || (at > start && FENCE_INSIDE.test(line))) return null
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

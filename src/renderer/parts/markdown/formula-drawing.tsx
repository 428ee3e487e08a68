import { createElement, isValidElement, type ReactElement, type ReactNode, useMemo } from 'react'
import temml from 'temml'
import { MOST_TEX } from './formula-rules.ts'

interface Props {
  tex: string
  isDisplay: boolean
  /** Shown if the formula cannot be drawn. */
  otherwise: ReactNode
}

/** A module of its own, loaded with the first formula. */
export function FormulaDrawing({ tex, isDisplay, otherwise }: Props) {
  return useMemo(() => readFormula(tex, isDisplay), [tex, isDisplay]) ?? otherwise
}

const TAGS: ReadonlySet<string> = new Set(
  (
    'math mrow mi mo mn mtext mspace mfrac msqrt mroot msub msup msubsup munder mover munderover mmultiscripts ' +
    'mprescripts none mtable mtr mtd mstyle mpadded mphantom menclose'
  ).split(' '),
)

type Check = (value: string) => boolean

const oneOf = (words: string): Check => {
  const known = new Set(words.split(' '))
  return (value) => known.has(value)
}
const between =
  (least: number, most: number): Check =>
  (value) => {
    const [, figure = ''] = /^([+-]?(?:\d+(?:\.\d*)?|\.\d+))(?:em|ex|px|pt|%)?$/.exec(value) ?? []
    return figure !== '' && Number(figure) >= least && Number(figure) <= most
  }
/** What each of these names may hold. */
const allow = (...rows: readonly [names: string, check: Check][]): ReadonlyMap<string, Check> =>
  new Map(rows.flatMap(([names, check]) => names.split(' ').map((name) => [name, check] as const)))

/** Nothing may leave the formula's place or grow beyond a page. */
const ATTRIBUTES = allow(
  ['accent accentunder displaystyle fence largeop movablelimits separator stretchy symmetric', oneOf('true false')],
  ['depth height lspace rspace voffset width', between(-3, 100)],
  ['columnspan', between(1, 50)],
  ['display', oneOf('block inline')],
  ['form', oneOf('prefix infix postfix')],
  ['linethickness', between(0, 3)],
  ['mathsize', between(0.3, 3)],
  ['mathvariant', oneOf('normal')],
  ['maxsize minsize', between(0, 20)],
  ['notation', oneOf('top bottom box updiagonalstrike downdiagonalstrike horizontalstrike')],
  ['scriptlevel', oneOf('0 1 2 +1 -1')],
)

const STYLES = allow(
  [
    'border borderBottom borderLeft borderRight borderTop',
    (value) => /^(?:1px|0\.\d{1,4}em) (?:solid|dashed|double)$/.test(value),
  ],
  ['padding paddingBottom paddingLeft paddingRight paddingTop width', between(0, 100)],
  ['fontWeight', oneOf('bold')],
  ['mathDepth', oneOf('0 1 2')],
  ['textAlign', oneOf('left right center')],
)

const ALIGNED: Readonly<Record<string, string>> = { 'tml-left': '-webkit-left', 'tml-right': '-webkit-right' }

/** Commands that define names or reach outside; formulas do not need them. */
const REFUSED =
  /\\(?:[gex]?def|let|futurelet|global|long|(?:re|provide)?newcommand|(?:re)?newenvironment|DeclareMathOperator|href|url|includegraphics|class|id|data|style|html\w*|ref|eqref|toggle|texttip|mathtip|expandafter|noexpand|csname|char)(?![a-zA-Z])/
/** These number their lines, and a single formula has no number. */
const NUMBERED = /\\(begin|end)\{(align|alignat|equation|gather)\}/g

/** Formulas of chemistry are parsed again from each of their parts. */
const CHEMISTRY = /\\(?:ce|pu)(?![a-zA-Z])/
const MOST_CHEMISTRY = 500

const LIMITS = { depth: 60, nodes: 20_000, expansions: 1000, nested: 80 }

/** The formula as elements of MathML that may be drawn; null if it is invalid or too large. */
export function readFormula(tex: string, isDisplay: boolean): ReactElement | null {
  if (tex.length > MOST_TEX || REFUSED.test(tex) || isNestedTooDeep(tex)) return null
  if (tex.length > MOST_CHEMISTRY && CHEMISTRY.test(tex)) return null
  let root: unknown
  try {
    root = temml.__renderToMathMLTree(tex.replace(NUMBERED, '\\$1{$2*}'), {
      displayMode: isDisplay,
      throwOnError: true,
      trust: false,
      maxSize: [20, 200],
      maxExpand: LIMITS.expansions,
    })
  } catch {
    // Invalid TeX is common; the text itself is shown then.
    return null
  }
  const budget = { nodes: LIMITS.nodes }
  const [element] = readNode(root, budget, 0) ?? []
  return isValidElement(element) && element.type === 'math' ? element : null
}

/** Null if any node is not allowed: half a formula would say something else. */
function readNode(node: unknown, budget: { nodes: number }, depth: number): ReactNode[] | null {
  if (!isObject(node) || depth > LIMITS.depth || --budget.nodes < 0) return null
  if (typeof node.text === 'string') return [node.text]
  if (!Array.isArray(node.children)) return null
  const children: ReactNode[] = []
  for (const child of node.children) {
    const read = readNode(child, budget, depth + 1)
    if (!read) return null
    children.push(...read)
  }
  if (node.type === undefined && !('href' in node)) return children
  if (typeof node.type !== 'string' || !TAGS.has(node.type)) return null
  const style = pick(node.style, STYLES)
  for (const name of Array.isArray(node.classes) ? node.classes : []) {
    const aligned = ALIGNED[String(name)]
    if (aligned) style.textAlign = aligned
  }
  const props = { ...pick(node.attributes, ATTRIBUTES), ...(Object.keys(style).length > 0 && { style }) }
  return [createElement<Record<string, unknown>>(node.type, props, ...children)]
}

function pick(given: unknown, known: ReadonlyMap<string, Check>): Record<string, string> {
  const entries = Object.entries(isObject(given) ? given : {}).map(([name, value]) => [name, String(value)] as const)
  return Object.fromEntries(entries.filter(([name, value]) => known.get(name)?.(value)))
}

function isNestedTooDeep(tex: string): boolean {
  let depth = 0
  for (const [found] of tex.matchAll(/\\[\\{}]|[{}]|\\(?:begin|left)(?![a-zA-Z])|\\(?:end|right)(?![a-zA-Z])/g)) {
    if (found === '{' || found === '\\begin' || found === '\\left') depth++
    else if (found === '}' || found === '\\end' || found === '\\right') depth--
    if (depth > LIMITS.nested) return true
  }
  return false
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null
}

import { RE2JS } from 're2js'
import { asReported, type Message, message } from '#shared/messages/message'

/** A regular expression that always runs in linear time. */
export interface LinearPattern {
  test(text: string): boolean
  /** The source: ajv treats patterns that print alike as the same. */
  toString(): string
}

const MOST_REMEMBERED = 256
const LONGEST_SOURCE = 1000
const LARGEST_PROGRAM = 20_000

const compiled = new Map<string, LinearPattern>()

/** Throws if `explainPattern` gives a reason. Matches anywhere in the text, as JSON Schema does. */
export function compilePattern(source: string): LinearPattern {
  const known = compiled.get(source)
  if (known !== undefined) return known
  if (source.length > LONGEST_SOURCE || estimateProgram(source) > LARGEST_PROGRAM)
    throw new Error('the pattern is too large')
  const expression = RE2JS.compile(RE2JS.translateRegExp(widenClasses(source)))
  const pattern: LinearPattern = {
    test: (text) => expression.test(text),
    toString: () => source,
  }
  if (compiled.size >= MOST_REMEMBERED) compiled.delete(compiled.keys().next().value as string)
  compiled.set(source, pattern)
  return pattern
}

/** Why the pattern cannot be used, or null. */
export function explainPattern(source: string): Message | null {
  if (source.length > LONGEST_SOURCE) return message('pattern-too-long', { most: LONGEST_SOURCE })
  const lookaround = /\(\?<?[=!]/.exec(source)
  if (lookaround) return message('pattern-looks-around', { sign: lookaround[0] })
  if (/(?<!\\)(?:\\\\)*\\(?:[1-9]|k<)/.test(source)) {
    return message('pattern-refers-back')
  }
  if (estimateProgram(source) > LARGEST_PROGRAM) return message('schema-too-large')
  try {
    compilePattern(source)
    return null
  } catch (error) {
    return asReported((error as Error).message.replace(/^error parsing regexp: /, ''))
  }
}

const BACKTRACKING = new Set(['pattern-looks-around', 'pattern-refers-back'])

/** Matching may take any time, so only the worker, which has a limit, does it. */
export function needsBacktracking(source: string): boolean {
  const problem = explainPattern(source)
  if (!problem || !BACKTRACKING.has(problem.code) || estimateProgram(source) > LARGEST_PROGRAM) return false
  try {
    return new RegExp(source, 'u').source !== ''
  } catch {
    // It is not a valid JavaScript pattern either.
    return false
  }
}

/** For schemas of tools. `inspectSchema` sends patterns that need backtracking to the worker. */
export function compileAnyPattern(source: string): LinearPattern {
  if (!needsBacktracking(source)) return compilePattern(source)
  const expression = new RegExp(source, 'u')
  return { test: (text) => expression.test(text), toString: () => source }
}

const SPACE = '\\t-\\r \\x{a0}\\x{1680}\\x{2000}-\\x{200a}\\x{2028}\\x{2029}\\x{202f}\\x{205f}\\x{3000}\\x{feff}'
const NOT_SPACE =
  '\\x{0}-\\x{8}\\x{e}-\\x{1f}!-\\x{9f}\\x{a1}-\\x{167f}\\x{1681}-\\x{1fff}\\x{200b}-\\x{2027}\\x{202a}-\\x{202e}' +
  '\\x{2030}-\\x{205e}\\x{2060}-\\x{2fff}\\x{3001}-\\x{fefe}\\x{ff00}-\\x{10ffff}'

/** RE2's `\s` is ASCII only and its dot matches a carriage return; JSON Schema means JavaScript's. */
function widenClasses(source: string): string {
  let isInClass = false
  return source.replace(/\\.|[[\].]/gs, (token) => {
    if (token === '[') isInClass = true
    if (token === ']') isInClass = false
    if (token === '\\s') return isInClass ? SPACE : `[${SPACE}]`
    if (token === '\\S') return isInClass ? NOT_SPACE : `[${NOT_SPACE}]`
    return token === '.' && !isInClass ? '[^\\n\\r\\x{2028}\\x{2029}]' : token
  })
}

/** Roughly how many instructions the pattern expands to when its repetitions are multiplied out. */
export function estimateProgram(source: string): number {
  const sizes = [0]
  let last = 0
  const tokens = /\\[pP]\{[^}]*\}|\\.|\[(?:\\.|[^\]\\])*\]|\{(\d+)(?:,(\d*))?\}|./gs
  for (const [token, least, most] of source.matchAll(tokens)) {
    if (least !== undefined) {
      const extra = last * (Math.max(Number(least), Number(most ?? 0), 1) - 1)
      sizes[sizes.length - 1] = (sizes.at(-1) ?? 0) + extra
      last += extra
    } else if (token === '(') {
      sizes.push(1)
    } else if (token === ')' && sizes.length > 1) {
      last = sizes.pop() ?? 0
      sizes[sizes.length - 1] = (sizes.at(-1) ?? 0) + last
    } else {
      last = /^\\[pP]|^\[.*\\[pPS]/.test(token) ? 20 : 1
      sizes[sizes.length - 1] = (sizes.at(-1) ?? 0) + last
    }
  }
  return sizes.reduce((sum, size) => sum + size, 0)
}

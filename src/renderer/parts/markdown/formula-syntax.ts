import type { fromMarkdown } from 'mdast-util-from-markdown'
import type { gfm } from 'micromark-extension-gfm'
import { type FormulaMark, isFormula } from './formula-rules.ts'

export interface FormulaNode {
  type: 'formula'
  /** With its marks. */
  value: string
}

declare module 'mdast' {
  interface PhrasingContentMap {
    formula: FormulaNode
  }
  interface RootContentMap {
    formula: FormulaNode
  }
}
declare module 'micromark-util-types' {
  interface TokenTypeMap {
    formula: 'formula'
    formulaText: 'formulaText'
  }
}

type Syntax = ReturnType<typeof gfm>
type Construct = Exclude<NonNullable<NonNullable<Syntax['text']>[number]>, readonly unknown[]>
type Tokenize = Construct['tokenize']
type State = ReturnType<Tokenize>
type Code = Parameters<State>[0]
type Reading = Exclude<
  NonNullable<NonNullable<Parameters<typeof fromMarkdown>[1]>['mdastExtensions']>[number],
  readonly unknown[]
>

const DOLLAR = 36
const BACKSLASH = 92
const OPENS: Readonly<Record<number, FormulaMark>> = { 40: '\\(', 91: '\\[' }
const CLOSES: Readonly<Record<number, FormulaMark>> = { 41: '\\(', 93: '\\[' }

/** One formula by the rules of `isFormula`. Reads only up to the next mark, so many marks cost no more. */
const tokenize: Tokenize = function (effects, ok, nok) {
  const before = characterOf(this.previous)
  let written = ''
  let mark: FormulaMark = '$'
  let isEscaped = false

  return (code) => {
    effects.enter('formula')
    effects.enter('formulaText')
    return take(code, opened)
  }

  function opened(code: Code): State | undefined {
    if (written === '$') {
      if (code !== DOLLAR) return inside(code)
      mark = '$$'
      return take(code, inside)
    }
    const bracket = OPENS[code ?? 0]
    if (!bracket) return nok(code)
    mark = bracket
    return take(code, inside)
  }

  function inside(code: Code): State | undefined {
    if (code === null || (mark === '$' && isLineEnding(code))) return nok(code)
    if (isEscaped) {
      isEscaped = false
      if (CLOSES[code] === mark) return take(code, closed)
      return code in OPENS ? nok(code) : take(code, inside)
    }
    isEscaped = code === BACKSLASH
    if (code !== DOLLAR || OPENS[mark.charCodeAt(1)]) return take(code, inside)
    return take(code, mark === '$' ? closed : halfClosed)
  }

  function halfClosed(code: Code): State | undefined {
    return code === DOLLAR ? take(code, closed) : nok(code)
  }

  function closed(code: Code): State | undefined {
    const body = written.slice(mark.length, -mark.length)
    if (!isFormula(mark, body, { before, after: characterOf(code) })) return nok(code)
    effects.exit('formulaText')
    effects.exit('formula')
    return ok(code)
  }

  function take(code: Code, next: State): State {
    written += characterOf(code) ?? '\n'
    if (isLineEnding(code)) {
      effects.exit('formulaText')
      effects.enter('lineEnding')
      effects.consume(code)
      effects.exit('lineEnding')
      effects.enter('formulaText')
    } else effects.consume(code)
    return next
  }
}

export const formulaSyntax: Syntax = {
  text: { [DOLLAR]: { name: 'formula', tokenize }, [BACKSLASH]: { name: 'formula', tokenize } },
}

export const formulaReading: Reading = {
  enter: {
    formula(token) {
      this.enter({ type: 'formula', value: this.sliceSerialize(token) }, token)
    },
  },
  exit: {
    formula(token) {
      this.exit(token)
    },
  },
}

export function texOf(written: string): { tex: string; isDisplay: boolean } {
  const mark = written[1] === '$' || written[0] === '\\' ? written.slice(0, 2) : '$'
  return { tex: written.slice(mark.length, -mark.length), isDisplay: mark === '$$' || mark === '\\[' }
}

const isLineEnding = (code: Code) => code !== null && code < -2

function characterOf(code: Code): string | null {
  if (code === null || isLineEnding(code)) return null
  return code < 0 ? ' ' : String.fromCharCode(code)
}

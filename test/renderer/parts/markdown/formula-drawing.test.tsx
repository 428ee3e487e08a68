import { isValidElement, type ReactNode } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, it } from 'vitest'
import { FormulaDrawing, readFormula } from '#renderer/parts/markdown/formula-drawing.tsx'

const draw = (tex: string) => renderToStaticMarkup(<FormulaDrawing tex={tex} isDisplay otherwise="as written" />)

function walk(node: ReactNode, see: (attributes: object, style: object) => void): void {
  for (const element of [node].flat()) {
    if (!isValidElement<{ style?: object; children?: ReactNode }>(element)) continue
    const { style = {}, children, ...attributes } = element.props
    see(attributes, style)
    walk(children, see)
  }
}

const ORDINARY = [
  'x',
  '\\frac{-b \\pm \\sqrt{b^2 - 4ac}}{2a}',
  '\\sum_{i=0}^n i^2 = \\frac{n(n+1)(2n+1)}{6}',
  '\\int_0^\\infty e^{-x^2}\\,dx = \\frac{\\sqrt{\\pi}}{2}',
  '\\begin{pmatrix} a & b \\\\ c & d \\end{pmatrix}',
  '\\begin{align} a &= b + c \\\\ d &= e \\tag{1} \\end{align}',
  '\\begin{aligned} a &= b \\\\ &\\le c \\end{aligned}',
  'f(x) = \\begin{cases} 1 & \\text{if } x > 0 \\\\ 0 & \\text{otherwise} \\end{cases}',
  '\\left( \\frac{a}{b} \\right]',
  '\\mathbb{R}, \\mathcal{O}, \\mathbf{v}, \\vec{a}, \\hat{x}, \\overline{AB}',
  '\\lim_{n \\to \\infty} a_n \\implies \\exists x \\in \\{1, 2\\}',
  '\\boxed{42}',
  '\\underbrace{a + b}_{n}',
  '\\cancel{x}',
  '\\operatorname{rank} A',
  '\\begin{equation} a = b \\label{one} \\end{equation}',
  'a \\quad b \\; c \\! d',
]

const HOSTILE: [what: string, tex: string][] = [
  ['a link', '\\href{javascript:alert(1)}{x}'],
  ['an address', '\\url{https://evil.example}'],
  ['a picture', '\\includegraphics{http://evil.example/x.png}'],
  ['a class', '\\class{approval}{x}'],
  ['a name for the page', '\\id{root}{x}'],
  ['a style', '\\style{position:fixed}{x}'],
  ['data', '\\data{a=b}{x}'],
  ['HTML', '\\htmlClass{x}{y}'],
  ['a definition', '\\def\\a{x}\\a'],
  ['a definition in the middle of it', '{\\gdef\\a{x}}\\a'],
  ['a new command', '\\newcommand{\\a}{x}\\a'],
  ['a let', '\\let\\a=b \\a'],
  ['a bomb of definitions', `\\def\\a#1{${'#1'.repeat(1000)}}\\a{${'x'.repeat(2400)}}`],
  ['a reference', '\\ref{a}'],
  ['something that is not there', '\\evil{x}'],
  ['an open brace', '\\frac{a}{'],
  ['100 KB', 'x+'.repeat(50_000)],
  ['thousands of braces', `${'{'.repeat(2400)}x${'}'.repeat(2400)}`],
  ['hundreds of roots', `${'\\sqrt{'.repeat(600)}x${'}'.repeat(600)}`],
  ['roots without braces', `${'\\sqrt'.repeat(900)} x`],
  ['hundreds of fractions', `${'\\frac{'.repeat(500)}x${'}{y}'.repeat(500)}`],
  ['hundreds of brackets', `${'\\left('.repeat(300)}x${'\\right)'.repeat(300)}`],
  ['units without end', `\\pu{${'m/'.repeat(2400)}}`],
  ['chemistry without end', `\\ce{${'H2O + '.repeat(100)}H}`],
  ['hundreds of tables', `${'\\begin{pmatrix}'.repeat(100)}x${'\\end{pmatrix}'.repeat(100)}`],
]

describe('reading a formula', () => {
  it.each(ORDINARY)('draws %s', (tex) => {
    expect(draw(tex)).toMatch(/^<math/)
  })

  it.each(HOSTILE)('draws nothing of a formula with %s, and shows it as written', (_what, tex) => {
    const began = performance.now()
    expect(draw(tex)).toBe('as written')
    expect(performance.now() - began).toBeLessThan(5000)
  })

  it('moves nothing out of its place and makes nothing larger than a page', () => {
    const texts = [
      '\\rule{99999em}{99999em}',
      '\\kern{-500em}x',
      '\\hspace{-50em}x',
      '\\raisebox{900em}{x}',
      'a\\llap{x}',
    ]
    for (const tex of [
      ...texts,
      '\\rlap{x}a',
      '\\mathllap{x}',
      '\\reflectbox{x}',
      '\\colorbox{red}{x}',
      '\\color{red}x',
    ]) {
      const formula = readFormula(tex, true)
      if (!formula) continue
      walk(formula, (attributes, style) => {
        for (const value of [...Object.values(attributes), ...Object.values(style)]) {
          const figure = Number.parseFloat(value)
          if (Number.isFinite(figure)) expect([figure >= -3, figure <= 100], `${tex}: ${value}`).toEqual([true, true])
        }
        for (const name of ['position', 'left', 'right', 'bottom', 'marginLeft', 'transform', 'color', 'display']) {
          expect(style).not.toHaveProperty(name)
        }
        for (const name of ['href', 'id', 'class', 'style', 'mathcolor', 'mathbackground', 'xmlns', 'actiontype']) {
          expect(attributes).not.toHaveProperty(name)
        }
      })
    }
  })

  it('gives markup as text', () => {
    expect(draw('\\text{<img src=x onerror=alert(1)>}')).toContain('&lt;img')
    expect(draw('\\text{<img src=x onerror=alert(1)>}')).not.toContain('<img')
  })

  it('passes no definition from one formula to the next', () => {
    readFormula('\\xdef\\kept{x}', true)
    expect(readFormula('\\kept', true)).toBeNull()
  })

  it('finishes a formula of thousands of parts', () => {
    const began = performance.now()
    for (const tex of [
      'x+'.repeat(2500),
      "x'".repeat(2400),
      `\\begin{matrix}${'a&'.repeat(2000)}\\end{matrix}`,
      '\\iint'.repeat(900),
    ])
      draw(tex)
    expect(performance.now() - began).toBeLessThan(10_000)
  })
})

import { fromMarkdown } from 'mdast-util-from-markdown'
import { gfmFromMarkdown } from 'mdast-util-gfm'
import { gfm } from 'micromark-extension-gfm'
import { describe, expect, it } from 'vitest'
import { formulaReading, formulaSyntax } from '#renderer/parts/markdown/formula-syntax.ts'

/** The formulas of a text, with their marks. */
function formulasOf(text: string): string[] {
  const found: string[] = []
  const look = (node: { type: string; value?: string; children?: unknown[] }) => {
    if (node.type === 'formula') found.push(node.value ?? '')
    for (const child of node.children ?? []) look(child as typeof node)
  }
  look(fromMarkdown(text, { extensions: [gfm(), formulaSyntax], mdastExtensions: [gfmFromMarkdown(), formulaReading] }))
  return found
}

/* biome-ignore-start lint/suspicious/noTemplateCurlyInString: a shell writes so */
const NONE = [
  'Both $HOME and $PATH are set.',
  '$HOME/$USER',
  '$HOME:$PATH$',
  'the words $PATH$ and $HOME$',
  '$foo$',
  '${HOME}$',
  '${HOME}/bin:${PATH}',
  'It costs $5 and $6.',
  'It costs $5-$6.',
  'between $10k–$20k a year',
  '$1, $2 and $3',
  '$1,000 or 1,200$',
  'US$5 (NZ$6)',
  '100$ here and 200$ there',
  '$5/mo (or $60/yr)',
  'the answer is $42$',
  "awk '{print $1$2}'",
  'awk \'{print $1"$"}\'',
  "echo '$a'$'\\n'",
  'if $a then $b',
  '$a/$b',
  '$a,$b',
  '$x->$y',
  '$arr[$i] = $j',
  '$(pwd)$',
  '$((a+1)) or $((b+2))',
  '$? is $!',
  '$?/$!',
  'kill $$; echo $$',
  '$$ is the process, so kill $$',
  'file.$$/tmp.$$',
  '$env:TEMP\\$name',
  '$ x $',
  '\\$x$',
  '`$x$`',
  'a$b$c',
  'costs $5\nand x$',
  '$unclosed',
  '^$HOME$',
  '\\(see below\\)',
  "find . \\( -name 'a' -o -name 'b' \\)",
  'sed s/\\(foo\\)\\(bar\\)/\\2\\1/',
  'grep \\(.*\\)',
  'grep \\([0-9]*\\)',
  '- \\[x\\] done',
  '- \\[ \\] open',
  '\\[WARN\\] disk',
  '\\[link\\](https://a.example)',
  '\\[y/N\\]',
  '$$ rm -rf x $$',
  '$the price of it$',
  '$sin x of it$',
  '\\\\(x\\\\)',
]
/* biome-ignore-end lint/suspicious/noTemplateCurlyInString: a shell writes so */

const SOME: [text: string, ...formulas: string[]][] = [
  ['where $x$ is', '$x$'],
  ['($x$, $y$)', '$x$', '$y$'],
  ['$E = mc^2$', '$E = mc^2$'],
  ['**$n$** and *$m$*', '$n$', '$m$'],
  ['the $n$-th', '$n$'],
  ['$x$.', '$x$'],
  ["$f'(x)$", "$f'(x)$"],
  ['$a_n$ and $x_{max}$', '$a_n$', '$x_{max}$'],
  ['$F_{net} = ma$', '$F_{net} = ma$'],
  ['$\\alpha$', '$\\alpha$'],
  ['$2^n$ and $3 \\times 4$', '$2^n$', '$3 \\times 4$'],
  ['$2x + 1 = 5$', '$2x + 1 = 5$'],
  ['$-x$', '$-x$'],
  ['$|x|$ and $||x||$', '$|x|$', '$||x||$'],
  ['$\\text{if } x > 0$', '$\\text{if } x > 0$'],
  ['$\\{1, 2\\}$', '$\\{1, 2\\}$'],
  ['$a * b * c$', '$a * b * c$'],
  ['$O(n \\log n)$', '$O(n \\log n)$'],
  ['其中$x$是', '$x$'],
  ['$PATH is not $x$', '$x$'],
  ['costs $5, so $x = 5$', '$x = 5$'],
  ['# The $x$ of it', '$x$'],
  ['| a |\n|---|\n| $x_1$ |', '$x_1$'],
  ['\\(x\\)', '\\(x\\)'],
  ['\\( x + 1 \\)', '\\( x + 1 \\)'],
  ['so \\(\\frac{a}{b}\\), and', '\\(\\frac{a}{b}\\)'],
  ['\\(a\nb\\)', '\\(a\nb\\)'],
  ['$$x^2$$', '$$x^2$$'],
  ['so $$x^2$$ holds', '$$x^2$$'],
  ['- $$ a = b $$', '$$ a = b $$'],
  ['> \\[ a = b \\]', '\\[ a = b \\]'],
  ['so \\[a = b\\] holds', '\\[a = b\\]'],
  ['\\[\na \\\\[2pt] b\n\\]', '\\[\na \\\\[2pt] b\n\\]'],
  ['$a$ `$b$` $c$', '$a$', '$c$'],
]

describe('distinguishing a formula from shell text, a price and an escape', () => {
  it.each(NONE.map((text) => [text]))('finds none in %j', (text) => {
    expect(formulasOf(text)).toEqual([])
  })

  it.each(SOME)('finds the formulas of %j', (text, ...formulas) => {
    expect(formulasOf(text)).toEqual(formulas)
  })

  it('looks at each mark once, however many there are', () => {
    const began = performance.now()
    for (const text of [`$$${'[-'.repeat(2490)}$$`, `\\(${'[-'.repeat(1900)}\\)`]) formulasOf(text)
    for (const text of ['$a '.repeat(6000), '\\('.repeat(9000), '\\['.repeat(9000), '$$ '.repeat(6000)]) {
      expect(formulasOf(text)).toEqual([])
    }
    expect(performance.now() - began).toBeLessThan(10_000)
  })
})

import fc from 'fast-check'
import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, it } from 'vitest'
import { CodeBlock, languageOf, readTokens } from '#renderer/parts/markdown/code-block.tsx'

const NAMES = ['ts', 'python', 'sh', 'sql', 'json', 'yaml', 'html', 'css', 'rust', 'ruby'] as const
const grammar = (name: string) => {
  const found = languageOf(name)
  if (!found) throw new Error(`${name} is not known`)
  return found
}
const kindsOf = (name: string, text: string) =>
  readTokens(text, grammar(name)).tokens.flatMap(({ kind, text }) => (kind ? [`${kind} ${text}`] : []))

const pieces = fc.array(
  fc.constantFrom(
    ...['"', "'", '`', '"""', '\\', '/*', '*/', '//', '#', '--', '<!--', '-->', '\n', ' ', 'if', '0x1f', 'é', '𝒳'],
  ),
  { maxLength: 60 },
)

describe('the words of code', () => {
  it.each([
    ['ts', 'const a = "x\\"y" // why', ['word const', 'text "x\\"y"', 'comment // why']],
    ['python', 'def f(): return """a\nb"""', ['word def', 'word return', 'text """a\nb"""']],
    ['sh', 'echo $# a#b # all', ['word echo', 'comment # all']],
    [
      'SQL',
      "SELECT 1 FROM t WHERE a = 'it' -- x",
      ['word SELECT', 'number 1', 'word FROM', 'word WHERE', "text 'it'", 'comment -- x'],
    ],
    ['json', '{"a": [true, 1.5e3]}', ['text "a"', 'word true', 'number 1.5e3']],
    ['rust', 'let x = 0xff_u8; /* a\nb */ fn', ['word let', 'number 0xff_u8', 'comment /* a\nb */', 'word fn']],
    ['ts', 'constant = ifs', []],
    ['ts', '"no end\nlet', ['text "no end', 'word let']],
  ])('of %s in %j', (name, text, kinds) => {
    expect(kindsOf(name, text)).toEqual(kinds)
  })

  it('join to the same text again, in any language, cut anywhere', () => {
    fc.assert(
      fc.property(fc.constantFrom(...NAMES), pieces, fc.nat(60), (name, all, cut) => {
        const text = all.join('')
        const whole = readTokens(text, grammar(name))
        expect(whole.tokens.map((token) => token.text).join('')).toBe(text)
        const first = readTokens(all.slice(0, cut).join(''), grammar(name))
        const second = readTokens(all.slice(cut).join(''), grammar(name), first.rest)
        expect([...first.tokens, ...second.tokens].map((token) => token.text).join('')).toBe(text)
      }),
      { numRuns: 500 },
    )
  })

  it('are found in time that grows only with the text', () => {
    for (const unit of ['"', '/*', '`', "'''", '\\', '<!--', '#', 'a', '0', '--', '"\n', '/', '_$1.']) {
      const text = unit.repeat(Math.ceil(60_000 / unit.length))
      for (const name of NAMES) expect(readTokens(text, grammar(name)).tokens.length).toBeGreaterThan(0)
    }
  })
})

describe('a block of code', () => {
  it('marks its words, and reveals hidden characters', () => {
    const markup = renderToStaticMarkup(<CodeBlock code={'const a = "\u202e<b>"'} language="ts" />)
    expect(markup).toContain('<span data-token="word">const</span>')
    expect(markup).not.toContain('\u202e')
    expect(markup).toContain('&lt;b&gt;')
  })

  it('in an unknown language, or none, is plain', () => {
    for (const language of ['', 'klingon', '__proto__', 'constructor']) {
      expect(renderToStaticMarkup(<CodeBlock code="const a" language={language} />)).not.toContain('data-token')
    }
  })

  it('of 10 000 lines is drawn in pieces, and the first have their words marked', () => {
    const code = Array.from({ length: 10_000 }, (_, at) => `const v${at} = "${at}" // ${at}`).join('\n')
    const markup = renderToStaticMarkup(<CodeBlock code={code} language="ts" />)
    expect(markup.match(/class="chunk"/g)).toHaveLength(100)
    const marked = markup.match(/data-token="word"/g)?.length ?? 0
    expect(marked).toBeGreaterThan(1000)
    expect(marked).toBeLessThan(3000)
    expect(markup.replace(/<[^>]*>/g, '')).toContain('const v9999 = &quot;9999&quot; // 9999')
  })
})

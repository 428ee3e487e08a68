import { fromMarkdown } from 'mdast-util-from-markdown'
import { gfmFromMarkdown } from 'mdast-util-gfm'
import { gfm } from 'micromark-extension-gfm'
import { renderToStaticMarkup } from 'react-dom/server'
import { prerender } from 'react-dom/static'
import { describe, expect, it } from 'vitest'
import { draw, Markdown } from '#renderer/parts/markdown/markdown.tsx'
import { hostileSnippets } from '#test/helpers/hostile-snippets'

const listOf = (names: string) => new Set(names.split(' '))

const TAGS = listOf(
  'div p span bdi button code pre figure figcaption h2 h3 h4 h5 h6 ul ol li strong em s blockquote br hr section table thead tbody tr th td',
)
const ATTRIBUTES =
  /^(?:class|dir|title|type|tabindex|role|start|aria-[a-z]+|data-(?:align|done|task|depth|token|wide))$/

const FORMULA_TAGS = listOf(
  'math mrow mi mo mn mtext mspace mfrac msqrt mroot msub msup msubsup munder mover munderover mmultiscripts mprescripts none mtable mtr mtd mstyle mpadded mphantom menclose',
)
const FORMULA_ATTRIBUTES = listOf(
  'accent accentunder columnspan depth display displaystyle fence form height largeop linethickness lspace mathsize mathvariant maxsize minsize movablelimits notation rspace scriptlevel separator stretchy style symmetric voffset width',
)

const render = (text: string) => renderToStaticMarkup(<Markdown text={text} />)

/** React escapes text and attribute values, so every `<` left in its markup starts an element of ours. */
function elementsOf(markup: string): { tag: string; attributes: string[] }[] {
  return [...markup.matchAll(/<([^\s/>]+)((?:\s[^<>]*)?)>/g)].map(([, tag = '', rest = '']) => ({
    tag,
    attributes: [...rest.matchAll(/\s([^\s=/]+)(?:="[^"]*")?/g)].map(([, name = '']) => name),
  }))
}

/** With what is loaded later. */
async function renderWhole(text: string): Promise<string> {
  const { prelude } = await prerender(<Markdown text={text} />)
  return new Response(prelude).text()
}

function expectAllowed(text: string): void {
  const markup = render(text)
  for (const { tag, attributes } of elementsOf(markup)) {
    const isFormula = FORMULA_TAGS.has(tag)
    if (!isFormula) expect(TAGS, text.slice(0, 200)).toContain(tag)
    for (const name of attributes) {
      if (isFormula) expect(FORMULA_ATTRIBUTES, text.slice(0, 200)).toContain(name)
      else expect(name, text.slice(0, 200)).toMatch(ATTRIBUTES)
    }
  }
}

const HTML = [
  '<script>alert(1)</script>',
  '<img src=x onerror=alert(1)>',
  '<svg onload=alert(1)>',
  '<iframe srcdoc="<script>1</script>">',
  '<base href=//evil.example>',
  '<meta http-equiv=refresh content="0;url=//evil.example">',
  '<link rel=dns-prefetch href=//evil.example>',
  '<form action=//evil.example><input name=a></form>',
  '<a href="javascript:alert(1)">x</a>',
  '<style>*{background:url(//evil.example)}</style>',
  '<details open ontoggle=alert(1)>',
  '<math><mtext><table><mglyph><style><img src=x onerror=alert(1)>',
  '<video src=//evil.example>',
  '<object data=//evil.example>',
  '<embed src=//evil.example>',
  '<!--><img src=x onerror=alert(1)>-->',
  '<![CDATA[<img src=x>]]>',
  '<template><img src=x></template>',
  '<x style="a:url(//evil.example)">',
  '<button formaction=javascript:alert(1)>',
  '<?php echo 1 ?>',
]
const WRAPS = [
  (html: string) => html,
  (html: string) => `text ${html} text`,
  (html: string) => `- ${html}`,
  (html: string) => `> ${html}`,
  (html: string) => `| a |\n|---|\n| ${html} |`,
  (html: string) => `# ${html}`,
  (html: string) => `**${html}**`,
  (html: string) => `[${html}](https://a.example "${html}")`,
  (html: string) => `![${html}](https://a.example/x.png)`,
  (html: string) => `\`\`\`${html}\n${html}\n\`\`\``,
  (html: string) => `[^1]\n\n[^1]: ${html}`,
]
const LINKS = [
  'javascript:alert(1)',
  'JaVaScRiPt:alert(1)',
  'data:text/html,<script>1</script>',
  'vbscript:x',
  'file:///etc/passwd',
  'smb://h/s',
  'vscode://x',
  'ms-word:x',
  'http://a.example/',
  '//a.example/',
  '/etc/passwd',
  '#x',
  'https://user:pass@a.example/',
  'https:',
  'mailto:a@b.example',
]

describe('drawing hostile markdown', () => {
  it(`uses only the listed elements and attributes, over ${HTML.length * WRAPS.length} snippets of HTML`, () => {
    for (const html of HTML) for (const wrap of WRAPS) expectAllowed(wrap(html))
  })

  it('uses only the listed elements and attributes, over the window’s corpus', () => {
    const snippets = hostileSnippets('127.0.0.1:9')
    for (const snippet of snippets) expectAllowed(snippet)
    expectAllowed(snippets.join('\n\n'))
  })

  it('shows raw HTML as text', () => {
    expect(render('a <b onclick=x>bold</b> word')).toContain('a &lt;b onclick=x&gt;bold&lt;/b&gt; word')
  })

  it('makes a button only from an https address, and text from everything else', () => {
    for (const url of LINKS) {
      const markup = render(`[label](<${url}>)`)
      expect(markup, url).not.toContain('<button')
      expect(markup, url).toContain('label')
    }
    expect(render('[label](https://a.example/path)')).toContain('<button')
  })

  it('says where a link leads, with the host in ASCII, so that a name cannot pretend', () => {
    expect(render('[https://good.example](https://evil.example/x)')).toContain('evil.example</bdi>')
    expect(render('[bank](https://exаmple.com/)')).toMatch(/xn--/)
  })

  it('keeps the host apart from the label, so that no direction mark in the label turns the host around', () => {
    const label = 'the \u202ebank'
    const host = '<bdi class="link-host quiet" dir="ltr">moc.elgoog.app</bdi>'
    expect(render(`[${label}](https://moc.elgoog.app/x)`)).toContain(`<bdi>${label}</bdi> ${host}`)
    expect(render(`[${label}](file:///etc/passwd)`)).toContain(
      `<bdi>${label}</bdi> (<code dir="ltr">file:///etc/passwd</code>)`,
    )
  })

  it('loads no picture and shows its text and address instead', () => {
    const markup = render('![secret](https://evil.example/p.png?q=1)')
    expect(markup).toContain('[secret]')
    expect(markup).toContain('https://evil.example/p.png?q=1')
    expect(markup).not.toContain('<img')
  })

  it('reveals characters in code that would turn it around', () => {
    expect(render('`a\u202eb`')).toContain('a\\u{202E}b')
    expect(render('```\nif (a\u2066) {\n```')).toContain('\\u{2066}')
  })

  it('survives depth and length that would overflow a careless renderer, in seconds', () => {
    const began = performance.now()
    const deep = [...'*_[`>-'].map((mark) => mark.repeat(20_000))
    const nested = `${'**a '.repeat(900)}${'> '.repeat(19)}x\n${'- '.repeat(19)}y`
    for (const text of [...deep, nested, '[a]('.repeat(5000), `${'- a\n'.repeat(900)}`, '|a'.repeat(3000)]) {
      expect(render(text).length).toBeGreaterThan(0)
    }
    expect(performance.now() - began).toBeLessThan(10_000)
  })
})

describe('drawing ordinary markdown', () => {
  it('gives the same elements block by block as all at once', () => {
    const text = [
      '# Title',
      'A *b* **c** ~~d~~ `e` [f](https://a.example) & g &amp; h &copy;',
      '- a\n- b\n  - c\n\n  d\n- [x] e',
      '1. x\n\n2. y',
      '> quote\n> more',
      '| a | b |\n|:-|-:|\n| 1 | 2 |',
      '    indented\n\n    code',
      '---',
      'end',
    ].join('\n\n')
    const root = fromMarkdown(text, { extensions: [gfm()], mdastExtensions: [gfmFromMarkdown()] })
    const whole = renderToStaticMarkup(
      <div className="markdown stack">{draw(root.children, { links: new Map(), depth: 0 })}</div>,
    )
    expect(render(text)).toBe(whole)
  })

  it('finds a definition in another block', () => {
    expect(render('See [this][1].\n\n[1]: https://a.example/x')).toContain('<button')
  })

  it('draws tasks, tables and headings as such', () => {
    expect(render('- [x] a\n- [ ] b')).toMatch(/aria-label="Done".*aria-label="Not done"/)
    expect(render('| a | |\n|--|--|\n| 1 | 2 |')).toMatch(/<th [^>]*>a<\/th><td [^>]*><\/td>/)
    expect(render('# a')).toContain('<h2')
  })
})

describe('drawing formulas', () => {
  it('draws a formula as MathML wherever one is allowed', async () => {
    const marks = [
      'so $x^2$',
      '$$x^2$$',
      '\\[\nx^2\n\\]',
      '\\(x\\)',
      '```math\nx\n```',
      '- so\n  $$\n  x\n  + y\n  $$',
      '> $$x^2$$',
    ]
    for (const text of [...marks, '| a |\n|--|\n| $x_1$ |', '- ```math\n  x\n  ```', '# $x$', '**$x$**']) {
      expect((await renderWhole(text)).match(/<math/g), text).toHaveLength(1)
    }
  })

  it('leaves as written what is not a formula, or not yet', async () => {
    expect(await renderWhole('`$x$` and $HOME and $PATH')).not.toContain('<math')
    expect(await renderWhole('so $\\evil{x}$ is')).toContain('$\\evil{x}$')
    expect(await renderWhole('$$\nx')).toContain('$$\nx')
  })

  it('uses only the listed elements and attributes, over the window’s corpus', async () => {
    // From here on formulas are drawn at once.
    await renderWhole('$x^2$')
    const snippets = hostileSnippets('127.0.0.1:9')
    for (const snippet of snippets) expectAllowed(snippet)
    const formulas = snippets.map((snippet) => render(snippet).split('<math').length - 1)
    expect(formulas.filter((count) => count > 0).length).toBeGreaterThan(20)
    for (const snippet of snippets) expect(render(snippet), snippet.slice(0, 200)).not.toMatch(/<[^>]*(?:url\(|href)/)
  })

  it('draws a limited number of them in one message, and shows the others as written', async () => {
    const markup = await renderWhole('$a_1$ $b_2$ $c_3$ $d_4$ $e_5$\n\n'.repeat(2000))
    const drawn = markup.split('<math').length - 1
    expect(drawn).toBeGreaterThan(1000)
    expect(drawn).toBeLessThan(3000)
    expect(markup).toContain('$e_5$')
  })
})

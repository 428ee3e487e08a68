import { fromMarkdown } from 'mdast-util-from-markdown'
import { gfmFromMarkdown } from 'mdast-util-gfm'
import { gfm } from 'micromark-extension-gfm'
import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, it } from 'vitest'
import { Markdown } from '#renderer/parts/markdown.tsx'
import { draw } from '#renderer/parts/markdown-node.tsx'
import { hostileSnippets } from '#test/helpers/hostile-snippets'

const TAGS = new Set(
  'div p span button code pre figure figcaption h2 h3 h4 h5 h6 ul ol li strong em s blockquote br hr section table thead tbody tr th td'.split(
    ' ',
  ),
)
const ATTRIBUTES = /^(?:class|dir|title|type|tabindex|role|start|aria-[a-z]+|data-(?:align|done|task|depth|token))$/

const render = (text: string) => renderToStaticMarkup(<Markdown text={text} openLink={() => {}} />)

/** React escapes text and attribute values, so every `<` left in its markup starts an element of ours. */
function elementsOf(markup: string): { tag: string; attributes: string[] }[] {
  return [...markup.matchAll(/<([^\s/>]+)((?:\s[^<>]*)?)>/g)].map(([, tag = '', rest = '']) => ({
    tag,
    attributes: [...rest.matchAll(/\s([^\s=/]+)(?:="[^"]*")?/g)].map(([, name = '']) => name),
  }))
}

function expectAllowed(text: string): void {
  for (const { tag, attributes } of elementsOf(render(text))) {
    expect(TAGS, text.slice(0, 200)).toContain(tag)
    for (const name of attributes) expect(name, text.slice(0, 200)).toMatch(ATTRIBUTES)
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
  it(`uses only the elements and attributes of the list, over ${HTML.length * WRAPS.length} snippets of HTML`, () => {
    for (const html of HTML) for (const wrap of WRAPS) expectAllowed(wrap(html))
  })

  it('uses only the elements and attributes of the list, over the corpus of the window', () => {
    const snippets = hostileSnippets('127.0.0.1:9')
    for (const snippet of snippets) expectAllowed(snippet)
    expectAllowed(snippets.join('\n\n'))
  })

  it('shows raw HTML as the text it is', () => {
    expect(render('a <b onclick=x>bold</b> word')).toContain('a &lt;b onclick=x&gt;bold&lt;/b&gt; word')
  })

  it('makes a button only of an https address, and text with the address of everything else', () => {
    for (const url of LINKS) {
      const markup = render(`[label](<${url}>)`)
      expect(markup, url).not.toContain('<button')
      expect(markup, url).toContain('label')
    }
    expect(render('[label](https://a.example/path)')).toContain('<button')
  })

  it('says where a link leads, with the host in ASCII, so that a name cannot pretend', () => {
    expect(render('[https://good.example](https://evil.example/x)')).toContain('evil.example</span>')
    expect(render('[bank](https://exаmple.com/)')).toMatch(/xn--/)
  })

  it('loads no picture and shows its text and address instead', () => {
    const markup = render('![secret](https://evil.example/p.png?q=1)')
    expect(markup).toContain('[secret]')
    expect(markup).toContain('https://evil.example/p.png?q=1')
    expect(markup).not.toContain('<img')
  })

  it('spells out characters in code that would turn it around', () => {
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
      <div className="markdown">{draw(root.children, { openLink: () => {}, links: new Map(), depth: 0 })}</div>,
    )
    expect(render(text)).toBe(whole)
  })

  it('finds a definition that stands in another block', () => {
    expect(render('See [this][1].\n\n[1]: https://a.example/x')).toContain('<button')
  })

  it('draws tasks, tables and headings for what they are', () => {
    expect(render('- [x] a\n- [ ] b')).toMatch(/aria-label="Done".*aria-label="Open"/)
    expect(render('| a | |\n|--|--|\n| 1 | 2 |')).toMatch(/<th [^>]*>a<\/th><td [^>]*><\/td>/)
    expect(render('# a')).toContain('<h2')
  })
})

import type { Definition, ListItem, Nodes, Parents, Root, RootContent, Table, TableCell } from 'mdast'
import { fromMarkdown } from 'mdast-util-from-markdown'
import { gfmFromMarkdown } from 'mdast-util-gfm'
import { gfm } from 'micromark-extension-gfm'
import { createContext, Fragment, memo, type ReactNode, useContext, useMemo, useRef } from 'react'
import { Scroll } from '#renderer/parts/ui/layout.tsx'
import { say } from '#shared/messages/say'
import { toVisible } from '#shared/visible'
import { CodeBlock, InlineCode } from './code-block.tsx'
import { Formula } from './formula.tsx'
import { formulaReading, formulaSyntax, texOf } from './formula-syntax.ts'
import { type Block, type Cut, collectDefinitions, growBlocks } from './markdown-blocks.ts'

/** Draws only allowed Markdown: raw HTML is text, images are never loaded, and a link is a button that asks. */
export function Markdown({ text }: { text: string }) {
  const known = useRef<Cut | null>(null)
  const blocks = useMemo(() => {
    known.current = growBlocks(known.current, text)
    return known.current.blocks
  }, [text])
  const definitions = useMemo(() => collectDefinitions(blocks), [blocks])
  const withFormulas = useMemo(() => countWithFormulas(blocks), [blocks])
  return (
    <div className="markdown stack">
      {blocks.map((block, index) => (
        <MarkdownBlock
          // biome-ignore lint/suspicious/noArrayIndexKey: blocks are only ever added at the end
          key={index}
          {...block}
          hasFormulas={index < withFormulas}
          definitions={block.kind === 'markdown' && block.source.includes('[') ? definitions : ''}
        />
      ))}
    </div>
  )
}

const MarkdownBlock = memo(function MarkdownBlock(block: Block & { hasFormulas: boolean; definitions: string }) {
  const { kind, source, language = '', tex = '', definitions, hasFormulas } = block
  if (kind === 'code') return <CodeBlock code={source} language={language} />
  if (kind === 'formula' && hasFormulas) return <Formula tex={tex} isDisplay written={source} />
  const root = kind === 'markdown' ? parse(definitions ? `${source}\n\n${definitions}` : source, hasFormulas) : null
  if (!root) {
    return (
      <p className="plain" dir="auto">
        {source}
      </p>
    )
  }
  const links = new Map(
    root.children.filter((node) => node.type === 'definition').map((node) => [node.identifier, node]),
  )
  return draw(root.children, { links, depth: 0, hasFormulas })
})

/** How many formula marks of one message are examined, so that hostile text cannot block the window. */
const MOST_MARKS = 4000

/** How many blocks may contain formulas; added text never lowers the number. */
function countWithFormulas(blocks: readonly Block[]): number {
  let marks = 0
  const first = blocks.findIndex(({ source }) => {
    marks += source.split('$').length + source.split('\\').length - 2
    return marks > MOST_MARKS
  })
  return first === -1 ? blocks.length : first
}

const WITHOUT_FORMULAS = { extensions: [gfm()], mdastExtensions: [gfmFromMarkdown()] }
const WITH_FORMULAS = { extensions: [gfm(), formulaSyntax], mdastExtensions: [gfmFromMarkdown(), formulaReading] }

/** Null if the parser gives up; then the text is shown as it is. */
function parse(source: string, hasFormulas: boolean): Root | null {
  try {
    return fromMarkdown(source, hasFormulas && /[$\\]/.test(source) ? WITH_FORMULAS : WITHOUT_FORMULAS)
  } catch {
    return null
  }
}

/** Main asks before it opens a link. */
export const OpenLink = createContext((_url: string) => {})

interface Drawing {
  links: ReadonlyMap<string, Definition>
  depth: number
  /**
   * Inside a list or quotation, text follows the direction of the whole: `auto` ignores parts with their own direction.
   */
  isInside?: boolean
  hasFormulas?: boolean
}

const MAX_DEPTH = 60
const HEADINGS = ['h2', 'h2', 'h3', 'h4', 'h5', 'h6'] as const

/** Draws the node types listed here; everything else becomes text. */
export function draw(nodes: readonly Nodes[], drawing: Drawing): ReactNode[] {
  const inner = { ...drawing, depth: drawing.depth + 1 }
  // biome-ignore lint/suspicious/noArrayIndexKey: nodes of one text have no other name
  return nodes.map((node, index) => <Fragment key={index}>{drawNode(node, inner)}</Fragment>)
}

function drawNode(node: Nodes, drawing: Drawing): ReactNode {
  if (drawing.depth > MAX_DEPTH) return '…'
  switch (node.type) {
    case 'text':
    case 'html':
      return node.value
    case 'inlineCode':
      return <InlineCode text={node.value} />
    case 'code':
      if (node.lang === 'math' && drawing.hasFormulas)
        return <Formula tex={node.value} isDisplay written={node.value} />
      return <CodeBlock code={node.value} language={node.lang ?? ''} />
    case 'formula':
      return <Formula {...texOf(node.value)} written={node.value} />
    case 'break':
      return <br />
    case 'thematicBreak':
      return <hr />
    case 'link':
      return <Link url={node.url} label={textOf(node)} />
    case 'linkReference': {
      const target = drawing.links.get(node.identifier)
      return target ? <Link url={target.url} label={textOf(node)} /> : draw(node.children, drawing)
    }
    case 'image':
      return <PictureAsText alt={node.alt ?? ''} url={node.url} />
    case 'imageReference':
      return <PictureAsText alt={node.alt ?? ''} url={drawing.links.get(node.identifier)?.url ?? ''} />
    case 'footnoteReference':
      return `[${node.label ?? node.identifier}]`
    case 'listItem':
      return drawItem(node, drawing)
    case 'table':
      return drawTable(node, drawing)
    default:
      return 'children' in node ? drawContainer(node, drawing) : null
  }
}

function drawContainer(node: Parents, drawing: Drawing): ReactNode {
  const dir = drawing.isInside ? undefined : 'auto'
  const holds = node.type === 'list' || node.type === 'blockquote'
  const children = draw(node.children as RootContent[], holds ? { ...drawing, isInside: true } : drawing)
  switch (node.type) {
    case 'paragraph':
      return <p dir={dir}>{children}</p>
    case 'heading': {
      const Heading = HEADINGS[node.depth - 1] ?? 'h6'
      return (
        <Heading dir={dir} data-depth={node.depth}>
          {children}
        </Heading>
      )
    }
    case 'strong':
      return <strong>{children}</strong>
    case 'emphasis':
      return <em>{children}</em>
    case 'delete':
      return <s>{children}</s>
    case 'blockquote':
      return <blockquote dir={dir}>{children}</blockquote>
    case 'list':
      if (!node.ordered) return <ul dir={dir}>{children}</ul>
      return (
        <ol start={node.start ?? 1} dir={dir}>
          {children}
        </ol>
      )
    case 'footnoteDefinition':
      return (
        <div className="footnote soft" dir={dir}>
          [{node.label ?? node.identifier}] {children}
        </div>
      )
    default:
      return null
  }
}

function drawItem(node: ListItem, drawing: Drawing): ReactNode {
  const isTask = typeof node.checked === 'boolean'
  // A fixed word, because the state has two words in other languages.
  const label = node.checked ? say('Done') : say('Not done')
  return (
    <li data-task={isTask ? '' : undefined}>
      {isTask && <span role="img" className="task" data-done={node.checked} aria-label={label} />}
      {node.spread ? draw(node.children, drawing) : draw(node.children.flatMap(withoutParagraph), drawing)}
    </li>
  )
}

/** Items of a tight list contain their text directly. */
function withoutParagraph(node: RootContent): RootContent[] {
  return node.type === 'paragraph' ? node.children : [node]
}

function drawTable(node: Table, drawing: Drawing): ReactNode {
  const [head, ...rows] = node.children
  const drawCell = (Cell: 'th' | 'td', { children }: TableCell, column: number) => (
    <Cell key={column} dir="auto" data-align={node.align?.[column] ?? undefined}>
      {draw(children, drawing)}
    </Cell>
  )
  return (
    <Scroll className="scroll" label={say('Table')}>
      <table>
        <thead>
          <tr>
            {head?.children.map((cell, column) => drawCell(cell.children.length > 0 ? 'th' : 'td', cell, column))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: rows have no other name
            <tr key={at}>{row.children.map((cell, column) => drawCell('td', cell, column))}</tr>
          ))}
        </tbody>
      </table>
    </Scroll>
  )
}

function textOf(node: Nodes): string {
  if ('value' in node) return node.value
  if ('alt' in node) return node.alt ?? ''
  return 'children' in node ? (node.children as Nodes[]).map(textOf).join('') : ''
}

function PictureAsText({ alt, url }: { alt: string; url: string }) {
  return (
    <span className="picture soft" title={say('Pictures are not loaded')}>
      [{alt || say('picture')}] {url && <InlineCode text={url} />}
    </span>
  )
}

/** The address with its host in ASCII; null if it must not be opened. */
export function readHttps(url: string): { url: string; host: string } | null {
  if (!URL.canParse(url)) return null
  const read = new URL(url)
  if (read.protocol !== 'https:' || read.username || read.password || !read.host) return null
  return { url: read.href, host: read.host }
}

/** Never an anchor. Always shows where it leads, which no direction mark of the label can reorder. */
function Link({ url, label }: { url: string; label: string }) {
  const open = useContext(OpenLink)
  const target = readHttps(url)
  if (!target) return <LinkAsText url={url} label={label} />
  const isNamed = label !== '' && !saysTheSame(label, url)
  return (
    <button type="button" className="link" title={toVisible(target.url).text} onClick={() => open(target.url)}>
      {isNamed ? <bdi>{label}</bdi> : toVisible(target.url).text}
      {isNamed && (
        <>
          {' '}
          <bdi className="link-host quiet" dir="ltr">
            {target.host}
          </bdi>
        </>
      )}
    </button>
  )
}

function LinkAsText({ url, label }: { url: string; label: string }) {
  if (!url || saysTheSame(label, url)) return <span>{label || say('[link]')}</span>
  return (
    <span>
      <bdi>{label}</bdi> (<code dir="ltr">{toVisible(url).text}</code>)
    </span>
  )
}

function saysTheSame(label: string, url: string): boolean {
  const bare = (text: string) => text.replace(/^(?:https?:\/\/|mailto:)/, '').replace(/\/$/, '')
  return bare(label) === bare(url)
}

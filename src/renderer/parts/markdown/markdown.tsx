import type { Root } from 'mdast'
import { fromMarkdown } from 'mdast-util-from-markdown'
import { gfmFromMarkdown } from 'mdast-util-gfm'
import { gfm } from 'micromark-extension-gfm'
import { memo, useMemo, useRef } from 'react'
import { CodeBlock } from './code-block.tsx'
import { Formula } from './formula.tsx'
import { formulaReading, formulaSyntax } from './formula-syntax.ts'
import { type Block, type Cut, collectDefinitions, growBlocks } from './markdown-blocks.ts'
import { draw } from './markdown-node.tsx'

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

interface BlockProps extends Block {
  hasFormulas: boolean
  definitions: string
}

const MarkdownBlock = memo(function MarkdownBlock(block: BlockProps) {
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

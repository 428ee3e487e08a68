import type { Root } from 'mdast'
import { fromMarkdown } from 'mdast-util-from-markdown'
import { gfmFromMarkdown } from 'mdast-util-gfm'
import { gfm } from 'micromark-extension-gfm'
import { memo, useMemo } from 'react'
import { CodeBlock } from './code-block.tsx'
import { type Block, collectDefinitions, splitBlocks } from './markdown-blocks.ts'
import { draw } from './markdown-node.tsx'

export type OpenLink = (url: string) => void

/** Draws markdown by an allow-list: raw HTML is text, images are never fetched, a link is a button that asks. */
export function Markdown({ text, openLink }: { text: string; openLink: OpenLink }) {
  const blocks = useMemo(() => splitBlocks(text), [text])
  const definitions = useMemo(() => collectDefinitions(blocks), [blocks])
  return (
    <div className="markdown">
      {blocks.map((block, index) => (
        <MarkdownBlock
          // biome-ignore lint/suspicious/noArrayIndexKey: blocks are only ever added at the end
          key={index}
          kind={block.kind}
          source={block.source}
          language={block.kind === 'code' ? block.language : ''}
          definitions={block.kind === 'markdown' && block.source.includes('[') ? definitions : ''}
          openLink={openLink}
        />
      ))}
    </div>
  )
}

interface BlockProps {
  kind: Block['kind']
  source: string
  language: string
  definitions: string
  openLink: OpenLink
}

const MarkdownBlock = memo(function MarkdownBlock({ kind, source, language, definitions, openLink }: BlockProps) {
  if (kind === 'code') return <CodeBlock code={source} language={language} />
  const root = kind === 'markdown' ? parse(definitions ? `${source}\n\n${definitions}` : source) : null
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
  return draw(root.children, { openLink, links, depth: 0 })
})

/** Null where the parser gives up: the text is then shown as it is. */
function parse(source: string): Root | null {
  try {
    return fromMarkdown(source, { extensions: [gfm()], mdastExtensions: [gfmFromMarkdown()] })
  } catch {
    return null
  }
}

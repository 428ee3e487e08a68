import { memo } from 'react'
import { toVisibleLines } from '#shared/visible'

const CHUNK_LINES = 100

/** A long text in pieces, so that adding to its end redraws only the last piece. */
export function LongText({ text, show = toVisibleLines }: { text: string; show?: (text: string) => string }) {
  return chunksOf(text).map((chunk, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: pieces are only ever added at the end
    <Chunk key={index} text={chunk} show={show} />
  ))
}

const Chunk = memo(function Chunk({ text, show }: { text: string; show: (text: string) => string }) {
  // A line break at the end of a piece would not show without another one.
  return <span className="chunk">{show(text === '' || text.endsWith('\n') ? `${text}\n` : text)}</span>
})

export function chunksOf(text: string): string[] {
  const chunks: string[] = []
  let start = 0
  let lines = 0
  for (let at = text.indexOf('\n'); at !== -1; at = text.indexOf('\n', at + 1)) {
    if (++lines < CHUNK_LINES) continue
    chunks.push(text.slice(start, at))
    start = at + 1
    lines = 0
  }
  return [...chunks, text.slice(start)]
}

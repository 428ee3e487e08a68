import { findHits } from '#shared/call/hits'

/** Parts of a message that are not its text. */
const BESIDES = '.sr-only, .message > .quiet, button:not(.link), .link-host, figcaption, .formula, .picture'
const BLOCKS = 'p, li, h2, h3, h4, h5, h6, pre, td, th, blockquote, .plain, .chunk'

/** The ranges in a message that match, in the order of its text. */
export function rangesOf(message: Element, typed: string): Range[] {
  const nodes: { node: Text; start: number }[] = []
  let text = ''
  let block: Element | null = null
  const walker = document.createTreeWalker(message, NodeFilter.SHOW_TEXT)
  for (let node = walker.nextNode() as Text | null; node; node = walker.nextNode() as Text | null) {
    const parent = node.parentElement
    if (!parent || parent.closest(BESIDES)) continue
    const own = parent.closest(BLOCKS)
    // Words of two paragraphs must not merge.
    if (own !== block && text !== '') text += '\n'
    block = own
    nodes.push({ node, start: text.length })
    text += node.data
  }
  // Hits come in order, so that each node is passed once.
  let at = 0
  const nodeAt = (place: number) => {
    while ((nodes[at + 1]?.start ?? Number.POSITIVE_INFINITY) <= place) at++
    return nodes[at]
  }
  return findHits(text, typed).flatMap(({ start, end }) => {
    const first = nodeAt(start)
    const last = nodeAt(end - 1)
    if (!first || !last) return []
    const range = document.createRange()
    range.setStart(first.node, start - first.start)
    range.setEnd(last.node, Math.min(end - last.start, last.node.length))
    return [range]
  })
}

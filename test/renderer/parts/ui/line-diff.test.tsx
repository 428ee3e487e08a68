import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, it } from 'vitest'
import { ChangedLine, LineDiff } from '#renderer/parts/ui/line-diff.tsx'
import type { ChangedWords } from '#shared/changed-words'

describe('lines that differ', () => {
  it('say what was added, what was removed and where, and leave the others alone', () => {
    const markup = renderToStaticMarkup(<LineDiff lines={['@@ -1 +1 @@', ' same', '-old', '+new']} />)
    expect(markup).toBe(
      '<span data-line="place">@@ -1 +1 @@\n</span><span> same\n</span>' +
        '<span data-line="removed">-old\n</span><span data-line="added">+new\n</span>',
    )
  })

  it('reveal what would hide or turn the text around', () => {
    const markup = renderToStaticMarkup(<LineDiff lines={['+a\u202eb']} />)
    expect(markup).not.toContain('\u202e')
    expect(markup).toContain('202E')
  })

  it('mark the words that changed as removed or added', () => {
    const words = {
      1: [[5, 8]],
      2: [
        [1, 4],
        [5, 8],
      ],
    } satisfies ChangedWords
    const markup = renderToStaticMarkup(<LineDiff lines={[' same', '-the old', '+the new']} words={words} />)
    expect(markup).toBe(
      '<span> same\n</span><span data-line="removed">-the <del>old</del>\n</span>' +
        '<span data-line="added">+<ins>the</ins> <ins>new</ins>\n</span>',
    )
  })

  it('can be shown in part, with the words in that part', () => {
    const draw = (from: number, to: number) =>
      renderToStaticMarkup(<ChangedLine line="+the new" words={[[5, 8]]} from={from} to={to} />)
    expect(draw(1, 160)).toBe('the <ins>new</ins>')
    expect(draw(1, 7)).toBe('the <ins>ne</ins>')
    expect(draw(1, 5)).toBe('the ')
  })
})

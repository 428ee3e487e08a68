import fc from 'fast-check'
import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, it } from 'vitest'
import { chunksOf, LongText } from '#renderer/parts/ui/long-text.tsx'

const lines = fc.array(fc.constantFrom('', 'a', 'line'), { maxLength: 450 })

describe('a long text', () => {
  it('is the same text in pieces of at most 100 lines', () => {
    fc.assert(
      fc.property(lines, (all) => {
        const text = all.join('\n')
        const chunks = chunksOf(text)
        expect(chunks.join('\n')).toBe(text)
        for (const chunk of chunks) expect(chunk.split('\n').length).toBeLessThanOrEqual(100)
      }),
    )
  })

  it('changes only its last piece when text is added', () => {
    fc.assert(
      fc.property(lines, fc.nat(2000), (all, cut) => {
        const text = all.join('\n')
        expect(chunksOf(text).slice(0, chunksOf(text.slice(0, cut)).length - 1)).toEqual(
          chunksOf(text.slice(0, cut)).slice(0, -1),
        )
      }),
    )
  })

  it('keeps an empty line at the end of a piece', () => {
    expect(renderToStaticMarkup(<LongText text={'a\n'} />)).toBe('<span class="chunk">a\n\n</span>')
  })
})

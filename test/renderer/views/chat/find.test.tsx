import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, it } from 'vitest'
import type { Find } from '#renderer/store/find.ts'
import { FindBar } from '#renderer/views/chat/find.tsx'

const found: Find = {
  ...{ typed: 'disk', hits: [{ seq: 9, count: 17 }], at: 2, next: undefined, isSearched: true, asked: 0 },
}
const draw = (more: Partial<Find>) => renderToStaticMarkup(<FindBar find={{ ...found, ...more }} />)

describe('the find bar', () => {
  it('says which match of how many is shown, and if there are more', () => {
    expect(draw({})).toContain('3 of 17')
    expect(draw({ next: 4 })).toContain('3 of 17+')
  })

  it('says that nothing is found only after looking, and then offers no way on', () => {
    expect(draw({ hits: [] })).toMatch(/No results.*disabled/)
    expect(draw({ hits: [], isSearched: false })).not.toContain('No results')
  })

  it('has a name for everything in it', () => {
    for (const name of ['Find in this chat', 'Previous match', 'Next match', 'Close']) {
      expect(draw({})).toContain(`aria-label="${name}"`)
    }
  })
})

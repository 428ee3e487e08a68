import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, it } from 'vitest'
import { ColumnEdge } from '#renderer/parts/ui/column-edge.tsx'
import type { Find } from '#renderer/store/find.ts'
import { FindBar } from '#renderer/views/chat/find.tsx'
import type { Fact } from '#shared/facts'
import { foldSettings } from '#shared/settings/settings'

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

describe('the edge of the sidebar', () => {
  it('says how wide the sidebar is, and may be', () => {
    const markup = renderToStaticMarkup(
      <ColumnEdge label="Width" width={260} least={240} most={280} usual={256} onWidth={() => {}} />,
    )
    expect(markup).toMatch(/role="separator".*aria-valuenow="260" aria-valuemin="240" aria-valuemax="280" tabindex="0"/)
  })

  it('keeps no width that the sidebar may not have', () => {
    const kept = ['', '240', '280', '239', '281', '2560', '26', 'x', '250px']
    const widthOf = (value: string) => {
      const fact: Fact = { type: 'setting.changed', name: 'sidebarWidth', value, seq: 1, at: '', chat: null }
      return foldSettings([fact]).sidebarWidth
    }
    expect(kept.map(widthOf)).toEqual([256, 240, 280, 256, 256, 256, 256, 256, 256])
  })
})

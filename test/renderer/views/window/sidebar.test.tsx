import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, it } from 'vitest'
import { SidebarEdge } from '#renderer/views/window/sidebar.tsx'
import type { Fact } from '#shared/facts'
import { foldSettings } from '#shared/settings/settings'

describe('the edge of the sidebar', () => {
  it('says how wide the sidebar is, and may be', () => {
    const markup = renderToStaticMarkup(<SidebarEdge width={260} onWidth={() => {}} />)
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

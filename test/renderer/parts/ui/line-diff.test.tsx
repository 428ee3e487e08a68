import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, it } from 'vitest'
import { LineDiff } from '#renderer/parts/ui/line-diff.tsx'

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
})

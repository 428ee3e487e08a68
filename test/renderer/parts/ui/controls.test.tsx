import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, it } from 'vitest'
import { SavedField } from '#renderer/parts/ui/controls.tsx'

const draw = (more: object) =>
  renderToStaticMarkup(<SavedField id="n" known="12" least={1} {...more} onSave={() => {}} />)

describe('a number field', () => {
  it('accepts a whole number within its bounds, and cannot be saved unchanged', () => {
    const markup = draw({ most: 50 })
    expect(markup).toMatch(/type="number" min="1" max="50" step="1" required="" value="12"/)
    expect(markup).toMatch(/<button [^>]*disabled=""/)
  })

  it('may be empty if the page says what then applies', () => {
    const markup = draw({ known: '', placeholder: 'As it was' })
    expect(markup).toContain('placeholder="As it was"')
    expect(markup).not.toContain('required')
  })
})

import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, it } from 'vitest'
import { columnsOf, ResultView } from '#renderer/parts/call/output-view.tsx'
import type { Json } from '#shared/json'

const draw = (result: Json) => renderToStaticMarkup(<ResultView result={result} label="t" />)

describe('a tool’s result', () => {
  it('is a table if it is a list of flat objects', () => {
    const markup = draw({ success: true, data: [{ city: 'Rome', price: 3 }, { city: 'Oslo' }] })
    expect(markup).toContain('<th scope="col">price</th>')
    expect(markup.match(/<tr>/g)).toHaveLength(3)
    expect(columnsOf([{ a: { b: 1 } }])).toBeNull()
    expect(columnsOf([])).toBeNull()
  })

  it('is a tree if it has parts, and text otherwise', () => {
    expect(draw({ a: { b: [1, 2] } })).toMatch(/<dt class="quiet">b<\/dt>/)
    expect(draw('two\nlines')).toContain('<p class="result-text">two\nlines</p>')
    expect(draw(null)).toContain('<code>null</code>')
  })

  it('links to the file that it names', () => {
    const draw = (result: Json, onOpenFolder?: () => void) =>
      renderToStaticMarkup(<ResultView result={result} label="t" {...(onOpenFolder && { onOpenFolder })} />)
    const result = { success: true, data: { key: 'value' }, file_path: 'a\u202E.txt', exit_code: 0 }
    expect(draw(result, () => {})).toContain('aria-label="Show a\\u{202E}.txt in its folder"')
    expect(draw(result)).not.toContain('in its folder')
    expect(draw({ file_path: 1 }, () => {})).not.toContain('in its folder')
    expect(draw(result)).toContain('<code>0</code>')
  })

  it('reveals misleading text, and draws a limited part of a long one', () => {
    expect(draw('a\u202Eb')).not.toContain('\u202E')
    const rows = Array.from({ length: 150 }, (_, row) => ({ row }))
    expect(draw(rows)).toContain('50 more are in the record.')
    expect(draw(rows).match(/<tr>/g)).toHaveLength(101)
  })
})

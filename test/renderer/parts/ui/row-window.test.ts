import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { heightOf, scrollTo, windowAt } from '#renderer/parts/ui/use-row-window.ts'

const anyRows = fc.record({
  total: fc.integer({ min: 1, max: 10_000_000 }),
  rowPx: fc.integer({ min: 20, max: 60 }),
  height: fc.integer({ min: 100, max: 2000 }),
})

describe('the drawn rows', () => {
  it('fill the view at every scroll position, and are few', () => {
    fc.assert(
      fc.property(anyRows, fc.double({ min: 0, max: 1, noNaN: true }), (rows, share) => {
        const scrollTop = Math.round(share * Math.max(0, heightOf(rows) - rows.height))
        const { start, end, first, last, offset } = windowAt(scrollTop, rows)
        expect(start).toBeLessThanOrEqual(first)
        expect(end).toBeGreaterThan(last)
        expect(end - start).toBeLessThan(rows.height / rows.rowPx + 20)
        expect(offset).toBeLessThanOrEqual(scrollTop)
        const isFilled = offset + (end - start) * rows.rowPx >= scrollTop + rows.height - 1
        expect(isFilled || end === rows.total).toBe(true)
      }),
      { numRuns: 500 },
    )
  })

  it('reach from the first to the last, and any row can be scrolled into view whole', () => {
    fc.assert(
      fc.property(anyRows, fc.nat(), fc.nat(), (rows, from, to) => {
        const room = Math.max(0, heightOf(rows) - rows.height)
        expect(windowAt(0, rows).first).toBe(0)
        expect(windowAt(room, rows).last).toBe(rows.total - 1)
        const row = to % rows.total
        const scrollTop = scrollTo(row, from % (room + 1), rows)
        const { first, last } = windowAt(scrollTop, rows)
        expect(first).toBeLessThanOrEqual(row)
        expect(last).toBeGreaterThanOrEqual(row - 1)
        expect(scrollTop).toBeLessThanOrEqual(room + rows.rowPx)
      }),
      { numRuns: 500 },
    )
  })

  it('move exactly as far as the list is scrolled, as long as a browser can be that tall', () => {
    const rows = { total: 800_000, rowPx: 36, height: 720 }
    const at = windowAt(1_000_000, rows)
    expect(at.first).toBe(Math.floor(1_000_000 / 36))
    expect(at.offset).toBe(at.start * 36)
    expect(scrollTo(at.first + 3, 1_000_000, rows)).toBe(1_000_000)
  })
})

import { type RefObject, useCallback, useLayoutEffect, useRef, useState } from 'react'
import { heightOf, type RowWindow, scrollTo, windowAt } from './row-window.ts'

interface Scrolled {
  rowPx: number
  height: number
  scrollTop: number
}

export interface RowScroller {
  window: RowWindow
  /** The scrolling area without its heading. */
  height: number
  show: (row: number) => void
}

/** Draws only the rows near the view. Rows added in front move nothing. */
export function useRowWindow(
  box: RefObject<HTMLElement | null>,
  total: number,
  rowRem: number,
  headingRem: number,
): RowScroller {
  const [scrolled, setScrolled] = useState<Scrolled>({ rowPx: rowRem * 16, height: 0, scrollTop: 0 })
  const before = useRef(total)
  const measure = useCallback(() => {
    const element = box.current
    if (!element) return
    const rem = Number.parseFloat(getComputedStyle(document.documentElement).fontSize)
    const height = element.clientHeight - headingRem * rem
    setScrolled({ rowPx: rowRem * rem, height, scrollTop: element.scrollTop })
  }, [box, rowRem, headingRem])

  useLayoutEffect(() => {
    const element = box.current
    if (!element) return
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(element)
    element.addEventListener('scroll', measure, { passive: true })
    return () => {
      observer.disconnect()
      element.removeEventListener('scroll', measure)
    }
  }, [box, measure])

  // The newest rows are at the top; someone looking at others keeps seeing them.
  useLayoutEffect(() => {
    const element = box.current
    const added = total - before.current
    before.current = total
    if (element && added > 0 && element.scrollTop > scrolled.rowPx / 2) element.scrollTop += added * scrolled.rowPx
    measure()
  }, [box, total, measure, scrolled.rowPx])

  const rows = { total, rowPx: scrolled.rowPx, height: scrolled.height }
  return {
    window: windowAt(scrolled.scrollTop, rows),
    height: heightOf(rows),
    show: (row) => {
      const element = box.current
      if (element) element.scrollTop = scrollTo(row, element.scrollTop, rows)
    },
  }
}

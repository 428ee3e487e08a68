import { type RefObject, useCallback, useLayoutEffect, useRef, useState } from 'react'

interface Scrolled {
  rowPx: number
  height: number
  scrollTop: number
}

interface RowScroller {
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
/** Browsers draw nothing below this many pixels. */
const MOST_PX = 30_000_000
/** Rows drawn above and below the visible ones. */
const BESIDE = 8

interface Rows {
  total: number
  rowPx: number
  /** The scrolling area without its heading. */
  height: number
}

interface RowWindow {
  /** The first and last visible rows. */
  first: number
  last: number
  /** The drawn rows; `end` is exclusive. */
  start: number
  end: number
  /** The position of the first drawn row in the scrolled content. */
  offset: number
}

/** The height of the scrolled content: that of all rows, up to the browser's limit. */
export function heightOf({ total, rowPx }: Pick<Rows, 'total' | 'rowPx'>): number {
  return Math.min(total * rowPx, MOST_PX)
}

/** How far the rows move when the scroll bar moves by one pixel: more than a pixel once the browser's limit is reached. */
function scaleOf(rows: Rows): number {
  const room = heightOf(rows) - rows.height
  return room <= 0 ? 1 : (rows.total * rows.rowPx - rows.height) / room
}

export function windowAt(scrollTop: number, rows: Rows): RowWindow {
  const { total, rowPx, height } = rows
  const top = Math.max(0, scrollTop) * scaleOf(rows)
  const first = Math.min(Math.max(0, total - 1), Math.floor(top / rowPx))
  const last = Math.min(Math.max(0, total - 1), Math.floor((top + Math.max(0, height - 1)) / rowPx))
  const start = Math.max(0, first - BESIDE)
  const end = Math.min(total, last + 1 + BESIDE)
  return { first, last, start, end, offset: scrollTop + start * rowPx - top }
}

/** The smallest scroll that shows the whole row. */
export function scrollTo(row: number, scrollTop: number, rows: Rows): number {
  const { rowPx, height } = rows
  const scale = scaleOf(rows)
  const top = scrollTop * scale
  if (row * rowPx < top) return (row * rowPx) / scale
  if ((row + 1) * rowPx > top + height) return ((row + 1) * rowPx - height) / scale
  return scrollTop
}

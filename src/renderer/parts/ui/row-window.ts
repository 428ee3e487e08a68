/** Browsers draw nothing below this many pixels. */
const MOST_PX = 30_000_000
/** Rows drawn above and below the visible ones. */
const BESIDE = 8

export interface Rows {
  total: number
  rowPx: number
  /** The scrolling area without its heading. */
  height: number
}

export interface RowWindow {
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

/** Beyond that limit each pixel of the scroll bar stands for more than one row. */
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

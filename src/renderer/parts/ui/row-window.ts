/** A browser draws nothing below this many pixels. */
const MOST_PX = 30_000_000
/** Rows drawn above and below what is seen. */
const BESIDE = 8

export interface Rows {
  total: number
  rowPx: number
  /** Of the box that scrolls, without its heading. */
  height: number
}

export interface RowWindow {
  /** The first row that is seen, and the last. */
  first: number
  last: number
  /** What is drawn: from here, as far as there, not included. */
  start: number
  end: number
  /** Where the first that is drawn stands in what scrolls. */
  offset: number
}

/** How tall what scrolls is: as all rows are, as long as a browser can take that. */
export function heightOf({ total, rowPx }: Pick<Rows, 'total' | 'rowPx'>): number {
  return Math.min(total * rowPx, MOST_PX)
}

/** Beyond that the bar stands for more rows than it is tall: each of its pixels for more than one. */
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

/** How far to scroll so that this row is seen whole, moving as little as can be. */
export function scrollTo(row: number, scrollTop: number, rows: Rows): number {
  const { rowPx, height } = rows
  const scale = scaleOf(rows)
  const top = scrollTop * scale
  if (row * rowPx < top) return (row * rowPx) / scale
  if ((row + 1) * rowPx > top + height) return ((row + 1) * rowPx - height) / scale
  return scrollTop
}

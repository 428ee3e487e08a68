import { type RefObject, useEffect } from 'react'
import { rangesOf } from '#renderer/parts/chat/found-ranges.ts'
import { useApp } from '#renderer/store/app.ts'
import { placeOf } from '#renderer/store/find.ts'

const ALL = 'found'
const CURRENT = 'found-now'
/** Redrawn parts are marked a little later, so that streaming stays cheap. */
const REDRAW_MS = 150
/** By then everything between has its real height. */
const SETTLED_MS = 1000

/** Marks every visible match and scrolls to the current one. */
export function useFindMarks(scroller: RefObject<HTMLElement | null>, leaveEnd: () => void): void {
  const find = useApp((app) => app.find)
  useEffect(() => {
    const box = scroller.current
    if (!box || !find || find.typed.trim() === '') return
    const place = placeOf(find)
    let goal = place && performance.now() + SETTLED_MS
    let timer: ReturnType<typeof setTimeout> | undefined

    const mark = () => {
      timer = undefined
      const all: Range[] = []
      let current: Range | undefined
      for (const message of box.querySelectorAll('.message')) {
        const ranges = rangesOf(message, find.typed)
        if (place && message.closest<HTMLElement>('.entry')?.dataset.seq === String(place.seq)) {
          current = ranges[Math.max(0, ranges.length - 1 - place.fromEnd)]
        }
        all.push(...ranges.filter((range) => range !== current))
      }
      CSS.highlights.set(ALL, new Highlight(...all))
      CSS.highlights.set(CURRENT, new Highlight(...(current ? [current] : [])))
      if (goal === null || !current) return
      leaveEnd()
      bringIntoView(box, current)
      if (performance.now() > goal) goal = null
      else timer ??= setTimeout(mark, REDRAW_MS)
    }
    const observer = new MutationObserver(() => {
      timer ??= setTimeout(mark, REDRAW_MS)
    })
    observer.observe(box, { childList: true, subtree: true, characterData: true })
    // The person is scrolling elsewhere.
    const letGo = () => {
      goal = null
    }
    box.addEventListener('wheel', letGo, { passive: true })
    box.addEventListener('pointerdown', letGo)
    timer = setTimeout(mark, 0)
    return () => {
      observer.disconnect()
      box.removeEventListener('wheel', letGo)
      box.removeEventListener('pointerdown', letGo)
      clearTimeout(timer)
      CSS.highlights.delete(ALL)
      CSS.highlights.delete(CURRENT)
    }
  }, [scroller, leaveEnd, find])
}

/** Not if it is readable already. */
function bringIntoView(box: HTMLElement, range: Range): void {
  const seen = box.getBoundingClientRect()
  const found = range.getBoundingClientRect()
  const margin = seen.height / 6
  if (found.top >= seen.top + margin && found.bottom <= seen.bottom - margin) return
  box.scrollTop += found.top - seen.top - seen.height / 3
}

import { type RefObject, useCallback, useEffect, useRef, useState } from 'react'

const NEAR = 48

/** Follows the end of growing content until the person scrolls away. */
export function useStickToBottom(
  box: RefObject<HTMLElement | null>,
  content: RefObject<HTMLElement | null>,
): { isAtEnd: boolean; goToEnd: () => void; leaveEnd: () => void } {
  const sticks = useRef(true)
  const [isAtEnd, setAtEnd] = useState(true)
  const letGo = useRef(() => {})
  /** Call this before scrolling elsewhere, so that growth does not scroll back to the end. */
  const leaveEnd = useCallback(() => letGo.current(), [])

  const goToEnd = useCallback(() => {
    sticks.current = true
    setAtEnd(true)
    if (box.current) box.current.scrollTop = box.current.scrollHeight
  }, [box])

  useEffect(() => {
    const scroller = box.current
    const inner = content.current
    if (!scroller || !inner) return
    let height = scroller.scrollHeight
    const measure = () => {
      const isNear = scroller.scrollHeight - scroller.scrollTop - scroller.clientHeight < NEAR
      sticks.current = isNear
      setAtEnd(isNear)
      height = scroller.scrollHeight
    }
    // Growth also moves the end away; only scrolling at an unchanged height is the person's.
    const look = () => {
      if (!sticks.current || scroller.scrollHeight === height) measure()
      height = scroller.scrollHeight
    }
    const follow = () => {
      if (sticks.current) scroller.scrollTop = scroller.scrollHeight
    }
    // Content unfolded by a click stays in place; the end is followed again if it is still visible afterwards.
    const pause = () => {
      if (!sticks.current) return
      sticks.current = false
      requestAnimationFrame(() => requestAnimationFrame(measure))
    }
    letGo.current = pause
    const observer = new ResizeObserver(follow)
    observer.observe(inner)
    observer.observe(scroller)
    scroller.addEventListener('scroll', look, { passive: true })
    inner.addEventListener('click', pause, { capture: true })
    follow()
    return () => {
      observer.disconnect()
      scroller.removeEventListener('scroll', look)
      inner.removeEventListener('click', pause, { capture: true })
    }
  }, [box, content])

  return { isAtEnd, goToEnd, leaveEnd }
}

import { type RefObject, useCallback, useEffect, useRef, useState } from 'react'

const NEAR = 48

/** Keeps the end in view while the content grows, until the person scrolls away from it. */
export function useStickToBottom(
  box: RefObject<HTMLElement | null>,
  content: RefObject<HTMLElement | null>,
): { isAtEnd: boolean; goToEnd: () => void; leaveEnd: () => void } {
  const sticks = useRef(true)
  const [isAtEnd, setAtEnd] = useState(true)
  const letGo = useRef(() => {})
  /** Before something else is brought into view: what grows meanwhile does not take it back to the end. */
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
    // Growth alone also moves the end away; only a scroll at an unchanged height is the person's.
    const look = () => {
      if (!sticks.current || scroller.scrollHeight === height) measure()
      height = scroller.scrollHeight
    }
    const follow = () => {
      if (sticks.current) scroller.scrollTop = scroller.scrollHeight
    }
    // What a click unfolds stays where it was clicked; the end is followed again if it is still in view afterwards.
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

import { type RefObject, useCallback, useEffect, useRef, useState } from 'react'
import { type ArmingEvent, isArmed, startArming, stepArming, untilArmed } from './arming.ts'

interface Armed {
  armed: boolean
  /** Its end is visible and its beginning was. */
  isSeen: boolean
  /** Its beginning has been visible since it appeared. */
  isBeginningSeen: boolean
  /** Whether it is armed right now. */
  check: () => boolean
}

/** Whether a whole card has been in view, unchanged, for long enough to accept approval. */
export function useArming(
  beginning: RefObject<HTMLElement | null>,
  end: RefObject<HTMLElement | null>,
  digest: string,
): Armed {
  const arming = useRef(startArming(digest))
  const [armed, setArmed] = useState(false)
  const [isSeen, setSeen] = useState(false)
  const [isBeginningSeen, setBeginningSeen] = useState(true)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)

  const step = useCallback((event: ArmingEvent) => {
    arming.current = stepArming(arming.current, event, performance.now())
    clearTimeout(timer.current)
    const wait = untilArmed(arming.current, performance.now())
    setArmed(wait === 0)
    setSeen(wait !== null)
    if (wait) timer.current = setTimeout(() => setArmed(isArmed(arming.current, performance.now())), wait + 1)
  }, [])

  useEffect(() => step({ kind: 'changed', digest }), [digest, step])
  useEffect(() => {
    const [first, last] = [beginning.current, end.current]
    if (!first || !last) return
    let isEndIn = false
    let hasBegun = false
    const look = () => {
      const isVisible = document.visibilityState === 'visible'
      setBeginningSeen(hasBegun)
      step({ kind: isEndIn && hasBegun && isVisible ? 'shown' : 'hidden' })
    }
    const observer = new IntersectionObserver((entries) => {
      for (const { target, isIntersecting } of entries) {
        if (target === last) isEndIn = isIntersecting
        else hasBegun ||= isIntersecting
      }
      look()
    })
    observer.observe(first)
    observer.observe(last)
    const focus = () => step({ kind: 'focused' })
    document.addEventListener('visibilitychange', look)
    window.addEventListener('focus', focus)
    return () => {
      observer.disconnect()
      clearTimeout(timer.current)
      document.removeEventListener('visibilitychange', look)
      window.removeEventListener('focus', focus)
    }
  }, [beginning, end, step])

  const check = useCallback(() => isArmed(arming.current, performance.now()), [])
  return { armed, isSeen, isBeginningSeen, check }
}

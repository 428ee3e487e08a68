import { type RefObject, useCallback, useEffect, useRef, useState } from 'react'
import { type ArmingEvent, isArmed, startArming, stepArming, untilArmed } from './arming.ts'

/** Whether what `ref` holds has been in view, unchanged, for long enough to take a yes. `check` asks at the very moment. */
export function useArming(
  ref: RefObject<HTMLElement | null>,
  digest: string,
): { armed: boolean; check: () => boolean } {
  const arming = useRef(startArming(digest))
  const [armed, setArmed] = useState(false)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)

  const step = useCallback((event: ArmingEvent) => {
    arming.current = stepArming(arming.current, event, performance.now())
    clearTimeout(timer.current)
    const wait = untilArmed(arming.current, performance.now())
    setArmed(wait === 0)
    if (wait) timer.current = setTimeout(() => setArmed(isArmed(arming.current, performance.now())), wait + 1)
  }, [])

  useEffect(() => step({ kind: 'changed', digest }), [digest, step])
  useEffect(() => {
    const element = ref.current
    if (!element) return
    const see = (isSeen: boolean) =>
      step({ kind: isSeen && document.visibilityState === 'visible' ? 'shown' : 'hidden' })
    let isIn = false
    const observer = new IntersectionObserver((entries) => {
      isIn = entries.at(-1)?.isIntersecting ?? false
      see(isIn)
    })
    observer.observe(element)
    const look = () => see(isIn)
    const focus = () => step({ kind: 'focused' })
    document.addEventListener('visibilitychange', look)
    window.addEventListener('focus', focus)
    return () => {
      observer.disconnect()
      clearTimeout(timer.current)
      document.removeEventListener('visibilitychange', look)
      window.removeEventListener('focus', focus)
    }
  }, [ref, step])

  const check = useCallback(() => isArmed(arming.current, performance.now()), [])
  return { armed, check }
}

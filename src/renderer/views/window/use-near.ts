import { type RefObject, startTransition, useCallback, useEffect, useMemo, useRef, useState } from 'react'

type Told = (isNear: boolean, height: number) => void

/** Reports whether elements are near the view of a scrolling box. */
interface NearWatch {
  add(element: Element, told: Told): () => void
}

/** One observer for all elements of a box. */
export function useNearWatch(box: RefObject<HTMLElement | null>, marginPx: number): NearWatch {
  const told = useRef(new Map<Element, Told>())
  const observer = useRef<IntersectionObserver | null>(null)
  useEffect(() => {
    const receive = (seen: IntersectionObserverEntry[]) => {
      for (const { target, isIntersecting, boundingClientRect } of seen) {
        told.current.get(target)?.(isIntersecting, boundingClientRect.height)
      }
    }
    const made = new IntersectionObserver(receive, { root: box.current, rootMargin: `${marginPx}px 0px` })
    observer.current = made
    for (const element of told.current.keys()) made.observe(element)
    return () => {
      observer.current = null
      made.disconnect()
    }
  }, [box, marginPx])
  return useMemo(
    () => ({
      add(element, tell) {
        told.current.set(element, tell)
        observer.current?.observe(element)
        return () => {
          told.current.delete(element)
          observer.current?.unobserve(element)
        }
      },
    }),
    [],
  )
}

/** Whether an element is near the view, and its last height. An element with the focus counts as near. */
export function useNear(watch: NearWatch): [(element: HTMLElement | null) => void, boolean, number | null] {
  const [isNear, setNear] = useState(false)
  const height = useRef<number | null>(null)
  const forget = useRef<() => void>(undefined)
  const box = useCallback(
    (element: HTMLElement | null) => {
      forget.current?.()
      forget.current = element
        ? watch.add(element, (now, tall) => {
            if (!now && element.contains(document.activeElement)) return
            if (!now) height.current = tall
            // As a transition: drawing ahead must not block scrolling.
            startTransition(() => setNear(now))
          })
        : undefined
    },
    [watch],
  )
  return [box, isNear, height.current]
}

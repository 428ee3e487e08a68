import { startTransition, useCallback, useRef, useState } from 'react'

/** What is this far from the view is drawn ahead, so that scrolling finds it there. */
const AHEAD = '2400px 0px'

const told = new WeakMap<Element, (seen: IntersectionObserverEntry) => void>()
/** One for all elements; made when the first is drawn. */
let observer: IntersectionObserver | undefined

/** Whether an element is near the view, and its last height. An element with the focus counts as near. */
export function useNear(): [(element: HTMLElement | null) => (() => void) | undefined, boolean, number | null] {
  const [isNear, setNear] = useState(false)
  const height = useRef<number | null>(null)
  const box = useCallback((element: HTMLElement | null) => {
    if (!element) return
    const tell = (seen: IntersectionObserverEntry[]) => {
      for (const each of seen) told.get(each.target)?.(each)
    }
    // The box that scrolls cuts off what is outside it, and then the window does.
    observer ??= new IntersectionObserver(tell, { rootMargin: AHEAD, scrollMargin: AHEAD })
    const watch = observer
    told.set(element, ({ isIntersecting, boundingClientRect }) => {
      if (!isIntersecting && element.contains(document.activeElement)) return
      if (!isIntersecting) height.current = boundingClientRect.height
      // As a transition: drawing ahead must not block scrolling.
      startTransition(() => setNear(isIntersecting))
    })
    watch.observe(element)
    return () => watch.unobserve(element)
  }, [])
  return [box, isNear, height.current]
}

import { type RefObject, useEffect } from 'react'
import { focusComposer } from '#renderer/parts/chat/focus-composer.ts'

/** An overlay takes the focus and returns it to the composer. */
export function useOverlayFocus(box: RefObject<HTMLElement | null>, isOverlay: boolean): void {
  useEffect(() => {
    if (!isOverlay) return
    box.current?.querySelector<HTMLElement>('button')?.focus()
    return () => {
      if (document.activeElement === document.body) focusComposer()
    }
  }, [box, isOverlay])
}

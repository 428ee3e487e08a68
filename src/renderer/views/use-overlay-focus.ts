import { type RefObject, useEffect } from 'react'
import { focusComposer } from '#renderer/parts/chat/focus-composer.ts'

/** What lies over the page takes the focus, and gives it back to where the next message is written. */
export function useOverlayFocus(box: RefObject<HTMLElement | null>, isOverlay: boolean): void {
  useEffect(() => {
    if (!isOverlay) return
    box.current?.querySelector<HTMLElement>('button')?.focus()
    return () => {
      if (document.activeElement === document.body) focusComposer()
    }
  }, [box, isOverlay])
}

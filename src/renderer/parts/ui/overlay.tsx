import { type ReactNode, useLayoutEffect, useRef } from 'react'
import { focusComposer } from '#renderer/parts/chat/focus-composer.ts'

interface OverlayProps {
  label: string
  onClose: () => void
  children: ReactNode
}

/**
 * Lies over the page until it is closed; the browser puts the focus on its first field, and gives it back. A field that
 * takes the focus by itself does so before that, and would get it back. No key reaches what is below.
 */
export function Overlay({ label, onClose, children }: OverlayProps) {
  const dialog = useRef<HTMLDialogElement>(null)
  // Closed before it is taken out of the page: after that there is nothing left that gives the focus back.
  useLayoutEffect(() => {
    const element = dialog.current
    element?.showModal()
    return () => {
      element?.close()
      // What had the focus before may be gone by now.
      if (element?.contains(document.activeElement) || document.activeElement === document.body) focusComposer()
    }
  }, [])
  return (
    <dialog
      ref={dialog}
      className="overlay"
      aria-label={label}
      onCancel={(event) => {
        event.preventDefault()
        onClose()
      }}
      onKeyDown={(event) => event.stopPropagation()}
      onClick={(event) => event.target === dialog.current && onClose()}
    >
      {children}
    </dialog>
  )
}

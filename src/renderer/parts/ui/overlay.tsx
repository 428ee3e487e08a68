import { type ReactNode, useLayoutEffect, useRef, useState } from 'react'
import { focusComposer } from '#renderer/parts/chat/focus-composer.ts'

interface OverlayProps {
  label: string
  onClose: () => void
  children: ReactNode
}

/** Lies over the page until it is closed, and gives the focus back. No key reaches what is below. */
export function Overlay({ label, onClose, children }: OverlayProps) {
  const dialog = useRef<HTMLDialogElement>(null)
  // A field in it may take the focus before the dialog opens, so the browser would give it back to that.
  const [before] = useState(() => document.activeElement)
  // Closed before it is taken out of the page: after that there is nothing left that gives the focus back.
  useLayoutEffect(() => {
    const element = dialog.current
    element?.showModal()
    return () => {
      element?.close()
      if (before instanceof HTMLElement && before !== document.body && before.isConnected) before.focus()
      else focusComposer()
    }
  }, [before])
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

import { type ReactNode, useLayoutEffect, useRef } from 'react'

interface OverlayProps {
  label: string
  onClose: () => void
  children: ReactNode
}

/** Lies over the page until it is closed; the browser keeps the focus in it and gives it back. No key reaches what is below. */
export function Overlay({ label, onClose, children }: OverlayProps) {
  const dialog = useRef<HTMLDialogElement>(null)
  // Closed before it is taken out of the page: after that there is nothing left that gives the focus back.
  useLayoutEffect(() => {
    const element = dialog.current
    element?.showModal()
    return () => element?.close()
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

import { type ComponentProps, type ReactNode, useEffect, useLayoutEffect, useRef } from 'react'
import { focusComposer } from '#renderer/parts/chat/focus-composer.ts'
import { say } from '#shared/messages/say'
import { IconButton } from './controls.tsx'

interface OverlayProps {
  label: string
  /** Above the rest, beside a button that closes it. */
  heading?: ReactNode
  onClose: () => void
  children: ReactNode
}

/** Covers the page until it is closed. The browser focuses its first field, and no key reaches what is below. */
export function Overlay({ label, heading, onClose, children }: OverlayProps) {
  const dialog = useRef<HTMLDialogElement>(null)
  const before = useRef<Element | null>(null)
  useLayoutEffect(() => {
    before.current = document.activeElement
    dialog.current?.showModal()
  }, [])
  // After the dialog has left the page: otherwise Chromium ignores typing in the refocused field.
  useEffect(() => () => giveFocusBack(before.current), [])
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
      {heading && (
        <header className="row apart still ruled pad">
          {heading}
          <IconButton icon="close" label={say('Close')} onClick={onClose} />
        </header>
      )}
      {children}
    </dialog>
  )
}

function giveFocusBack(before: Element | null): void {
  if (document.activeElement !== document.body) return
  if (before instanceof HTMLElement && before !== document.body && before.isConnected) before.focus()
  else focusComposer()
}

/** A column beside the page. Over the page, it takes the focus and returns it to the composer. */
export function SidePane({ isOverlay, ...others }: ComponentProps<'section'> & { isOverlay: boolean }) {
  const box = useRef<HTMLElement>(null)
  useEffect(() => {
    if (!isOverlay) return
    box.current?.querySelector<HTMLElement>('button')?.focus()
    return () => {
      if (document.activeElement === document.body) focusComposer()
    }
  }, [isOverlay])
  return <section ref={box} data-overlay={isOverlay ? '' : undefined} {...others} />
}

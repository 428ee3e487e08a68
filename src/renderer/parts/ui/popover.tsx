import { type ReactNode, useEffect, useRef } from 'react'

interface PopoverProps {
  /** The button that opens it names this by `popoverTarget`. */
  id: string
  label: string
  isOpen: boolean
  /** The CSS name of what it stands above. */
  anchor: string
  onToggle: (isOpen: boolean) => void
  children: ReactNode
}

/** Above its button, until something else is clicked or Esc pressed; what is in it takes the focus, and gives it back. */
export function Popover({ id, label, isOpen, anchor, onToggle, children }: PopoverProps) {
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const element = box.current
    if (!element) return
    const isShown = element.matches(':popover-open')
    if (isOpen && !isShown) element.showPopover()
    if (!isOpen && isShown) element.hidePopover()
    if (isOpen) element.querySelector<HTMLElement>('[data-first]')?.focus()
  }, [isOpen])
  return (
    <div
      ref={box}
      id={id}
      popover="auto"
      role="dialog"
      aria-label={label}
      className="popover"
      style={{ positionAnchor: anchor } as object}
      onToggle={(event) => onToggle(event.newState === 'open')}
      onKeyDown={(event) => event.stopPropagation()}
    >
      {isOpen && children}
    </div>
  )
}

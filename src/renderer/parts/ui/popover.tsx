import { type ReactNode, useEffect, useRef } from 'react'

interface PopoverProps {
  /** The button that opens it refers to this by `popoverTarget`. */
  id: string
  label: string
  isOpen: boolean
  /** The CSS anchor it opens above. */
  anchor: string
  onToggle: (isOpen: boolean) => void
  children: ReactNode
}

/** Opens above its button and closes on Esc or a click elsewhere. Takes the focus and returns it. */
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

import { type ReactNode, useEffect, useId, useRef } from 'react'

export interface Opening {
  isOpen: boolean
  onToggle: (isOpen: boolean) => void
}

interface PickerProps extends Opening {
  /** Its class, which also names its CSS anchor. */
  chip: 'model-chip' | 'tools-chip'
  holds: 'listbox' | 'dialog'
  /** The current choice. */
  words: string
  /** The same for screen readers, with its context. */
  says: string
  label: string
  isLimited?: boolean
  children: ReactNode
}

/** A chip that shows the current choice and opens the others. */
export function Picker({ chip, holds, words, says, label, isOpen, isLimited, onToggle, children }: PickerProps) {
  const id = useId()
  return (
    <>
      <button
        type="button"
        className={`chip ${chip}`}
        popoverTarget={id}
        aria-haspopup={holds}
        aria-expanded={isOpen}
        data-some-off={isLimited || undefined}
        aria-label={says}
      >
        {words}
      </button>
      <Popover id={id} label={label} isOpen={isOpen} anchor={`--${chip}`} onToggle={onToggle}>
        {children}
      </Popover>
    </>
  )
}

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
function Popover({ id, label, isOpen, anchor, onToggle, children }: PopoverProps) {
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

import { type ReactNode, useEffect, useId, useRef } from 'react'

export interface Opening {
  isOpen: boolean
  onToggle: (isOpen: boolean) => void
}

interface PickerProps extends Opening {
  chip: 'model-chip' | 'tools-chip'
  holds: 'listbox' | 'dialog'
  words: string
  /** The same for screen readers, with its context. */
  says: string
  label: string
  isLimited?: boolean
  children: ReactNode
}

/**
 * A chip that shows the current choice and opens the others above it. They close on Esc or a click elsewhere, take the
 * focus and return it.
 */
export function Picker({ chip, holds, words, says, label, isOpen, isLimited, onToggle, children }: PickerProps) {
  const id = useId()
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const element = box.current
    if (!element) return
    const isShown = element.matches(':popover-open')
    // The chip, which the browser places it above.
    if (isOpen && !isShown) element.showPopover({ source: element.previousElementSibling as HTMLElement })
    if (!isOpen && isShown) element.hidePopover()
    if (isOpen) element.querySelector<HTMLElement>('[data-first]')?.focus()
  }, [isOpen])
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
      <div
        ref={box}
        id={id}
        popover="auto"
        role="dialog"
        aria-label={label}
        className="popover"
        onToggle={(event) => onToggle(event.newState === 'open')}
        onKeyDown={(event) => event.stopPropagation()}
      >
        {isOpen && children}
      </div>
    </>
  )
}

import { type ReactNode, useId } from 'react'
import { Popover } from './popover.tsx'

export interface Opening {
  isOpen: boolean
  onToggle: (isOpen: boolean) => void
}

interface PickerProps extends Opening {
  /** Its class, and the name of the anchor that the class gives it. */
  chip: 'model-chip' | 'tools-chip'
  holds: 'listbox' | 'dialog'
  /** What is chosen now. */
  words: string
  /** The same for who does not see what it belongs to. */
  says: string
  label: string
  isLimited?: boolean
  children: ReactNode
}

/** A chip that says what is chosen, and opens what else there is to choose. */
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

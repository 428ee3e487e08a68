import { type ReactNode, useId } from 'react'
import { Popover } from './popover.tsx'

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

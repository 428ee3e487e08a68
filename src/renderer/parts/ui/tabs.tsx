import { type ReactNode, useId } from 'react'
import { say, type Text } from '#shared/messages/say'

interface TabsProps<T extends Text> {
  label: string
  tabs: readonly T[]
  selected: T
  onSelect: (tab: T) => void
  children: ReactNode
}

/** One tab stop; arrow keys move between the tabs. */
export function Tabs<T extends Text>({ label, tabs, selected, onSelect, children }: TabsProps<T>) {
  const id = useId()
  const move = (event: React.KeyboardEvent, by: number) => {
    event.preventDefault()
    const next = tabs[(tabs.indexOf(selected) + by + tabs.length) % tabs.length] as T
    onSelect(next)
    document.getElementById(`${id}-${next}`)?.focus()
  }
  return (
    <>
      <div className="tabs gap-4 wrap still ruled row" role="tablist" aria-label={label}>
        {tabs.map((tab) => (
          <button
            className="quiet"
            key={tab}
            type="button"
            role="tab"
            id={`${id}-${tab}`}
            aria-selected={tab === selected}
            aria-controls={`${id}-panel`}
            tabIndex={tab === selected ? 0 : -1}
            onClick={() => onSelect(tab)}
            onKeyDown={(event) => {
              if (event.key === 'ArrowRight') move(event, 1)
              if (event.key === 'ArrowLeft') move(event, -1)
            }}
          >
            {say(tab)}
          </button>
        ))}
      </div>
      <div className="panel stack gap-4 grow" role="tabpanel" id={`${id}-panel`} aria-labelledby={`${id}-${selected}`}>
        {children}
      </div>
    </>
  )
}

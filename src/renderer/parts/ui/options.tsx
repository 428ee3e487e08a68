import { type ComponentProps, type ReactNode, useId, useState } from 'react'

/** Which option of a list is current. The element with the focus takes the keys and names it. */
export function useOptions(count: number, first = 0) {
  const id = useId()
  const [at, setAt] = useState(first)
  const current = Math.min(at, Math.max(0, count - 1))
  return {
    ...{ id, current, setAt },
    /** For `aria-activedescendant`. */
    active: count > 0 ? `${id}-${current}` : undefined,
    /** False if this key does not move. */
    move(key: string): boolean {
      const next = moveIn(key, current, count)
      if (next === null) return false
      setAt(next)
      document.getElementById(`${id}-${next}`)?.scrollIntoView({ block: 'nearest' })
      return true
    },
  }
}

/** Where a key moves in a list of this length; null if it does not. */
export function moveIn(key: string, at: number, count: number): number | null {
  const places = { ArrowDown: (at + 1) % count, ArrowUp: (at + count - 1) % count, Home: 0, End: count - 1 }
  return count > 0 && Object.hasOwn(places, key) ? places[key as keyof typeof places] : null
}

interface OptionsProps<T> extends Omit<ComponentProps<'div'>, 'children'> {
  list: Pick<ReturnType<typeof useOptions>, 'id' | 'current' | 'setAt'>
  label: string
  options: readonly T[]
  /** The class of an option, and what else it carries. */
  option: (option: T) => ComponentProps<'div'>
  onChoose: (option: T) => void
  children: (option: T) => ReactNode
}

export function Options<T extends { key: string }>(props: OptionsProps<T>) {
  const { list, label, options, option, onChoose, children, ...rest } = props
  return (
    <div role="listbox" id={list.id} aria-label={label} {...rest}>
      {options.map((each, index) => (
        // biome-ignore lint/a11y/useKeyWithClickEvents lint/a11y/useFocusableInteractive: another element takes the keys
        <div
          key={each.key}
          id={`${list.id}-${index}`}
          role="option"
          aria-selected={index === list.current}
          onPointerMove={() => list.setAt(index)}
          // The focus stays where the keys are taken.
          onPointerDown={(event) => event.preventDefault()}
          onClick={() => onChoose(each)}
          {...option(each)}
        >
          {children(each)}
        </div>
      ))}
    </div>
  )
}

import { type ComponentProps, useEffect, useState } from 'react'

type SearchFieldProps = Omit<ComponentProps<'input'>, 'onChange' | 'value'> & {
  label: string
  typed: string
  onType: (typed: string) => void
}

/** A search field for text in any direction. */
export function SearchField({ label, typed, onType, ...others }: SearchFieldProps) {
  return (
    <input
      className="field"
      type="search"
      aria-label={label}
      placeholder={label}
      value={typed}
      maxLength={1000}
      spellCheck={false}
      dir="auto"
      onChange={({ target }) => onType(target.value)}
      {...others}
    />
  )
}

const TYPING_MS = 150

/** A text field's value: shown at once, reported shortly after the last key. */
export function useTyping(told: string, onTyped: (typed: string) => void): [string, (typed: string) => void] {
  const [typed, setTyped] = useState(told)
  useEffect(() => {
    if (typed === told) return
    const timer = setTimeout(() => onTyped(typed), TYPING_MS)
    return () => clearTimeout(timer)
  }, [typed, told, onTyped])
  return [typed, setTyped]
}

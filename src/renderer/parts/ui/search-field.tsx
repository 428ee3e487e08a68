import type { ComponentProps } from 'react'

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

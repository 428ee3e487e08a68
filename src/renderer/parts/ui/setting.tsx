import { type ReactNode, useId } from 'react'

interface SettingProps {
  name: string
  says: string
  children: (id: string) => ReactNode
}

/** A name with words about it, and its field beside them. */
export function Setting({ name, says, children }: SettingProps) {
  const id = useId()
  return (
    <div className="setting">
      <div>
        <label className="bold" htmlFor={id}>
          {name}
        </label>
        <p className="quiet">{says}</p>
      </div>
      {children(id)}
    </div>
  )
}

import { useEffect, useState } from 'react'
import { say } from '#shared/messages/say'
import { Button } from './button.tsx'

interface NumberFormProps {
  id: string
  className: string
  /** What holds now; empty where nothing was set. */
  known: string
  least: number
  most?: number
  /** Shown where nothing is set. Without it there has to be a number. */
  placeholder?: string
  onSave: (typed: string) => void
}

/** A whole number that holds once it is saved. */
export function NumberForm({ id, className, known, least, most, placeholder, onSave }: NumberFormProps) {
  const [typed, setTyped] = useState(known)
  useEffect(() => setTyped(known), [known])
  return (
    <form
      className={className}
      onSubmit={(event) => {
        event.preventDefault()
        onSave(typed)
      }}
    >
      <input
        id={id}
        className="field mono small"
        type="number"
        min={least}
        max={most}
        step={1}
        required={placeholder === undefined}
        value={typed}
        placeholder={placeholder}
        onChange={({ target }) => setTyped(target.value)}
      />
      <Button type="submit" disabled={typed === known}>
        {say('Save')}
      </Button>
    </form>
  )
}

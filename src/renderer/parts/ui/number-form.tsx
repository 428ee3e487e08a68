import { useEffect, useState } from 'react'
import { say } from '#shared/messages/say'
import { Button } from './button.tsx'

interface NumberFormProps {
  id: string
  className: string
  /** The current value; empty if none was set. */
  known: string
  least: number
  most?: number
  /** Shown if nothing is set. Without it a number is required. */
  placeholder?: string
  onSave: (typed: string) => void
}

/** A whole number that applies once it is saved. */
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

import { type ReactNode, useEffect, useId, useState } from 'react'
import { Button, Form } from './controls.tsx'

interface SavedFieldProps {
  id: string
  /** The current value; empty if none was set. */
  known: string
  /** Only a whole number from here on. */
  least?: number
  most?: number
  /** Shown if nothing is set. Without it a number is required. */
  placeholder?: string
  onSave: (typed: string) => void
}

/** A text or a whole number that applies once it is saved. */
export function SavedField({ id, known, least, most, placeholder, onSave }: SavedFieldProps) {
  const [typed, setTyped] = useState(known)
  useEffect(() => setTyped(known), [known])
  const bounds = { type: 'number', min: least, max: most, step: 1, required: placeholder === undefined }
  return (
    <Form className="row gap-2" onSend={() => onSave(typed.trim())}>
      <input
        id={id}
        className="field mono small"
        spellCheck={false}
        maxLength={1000}
        {...(least !== undefined && bounds)}
        value={typed}
        placeholder={placeholder}
        onChange={({ target }) => setTyped(target.value)}
      />
      <Button text="Save" type="submit" disabled={typed.trim() === known} />
    </Form>
  )
}

interface SettingProps {
  name: string
  says: string
  children: (id: string) => ReactNode
}

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

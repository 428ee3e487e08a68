import { type ComponentProps, type ReactNode, useEffect, useId, useState } from 'react'
import { say, type Text } from '#shared/messages/say'
import { Icon, type IconName } from './icon.tsx'

interface ButtonProps extends ComponentProps<'button'> {
  look?: 'plain' | 'strong' | 'quiet' | 'destroy'
  /** Its label; one with values or elements is its children. */
  text?: Text
  /** Its shortcut, shown beside its label. */
  keys?: string | undefined
}

export function Button({ look = 'plain', text, keys, children, className = '', ...rest }: ButtonProps) {
  return (
    <button type="button" className={`button ${className}`} data-look={look} {...rest}>
      {text && say(text)}
      {children}
      {keys !== undefined && (
        <span className="keys" aria-hidden="true">
          {keys}
        </span>
      )}
    </button>
  )
}

/** A button among text. */
export function TextButton({ text, className = '', ...rest }: ComponentProps<'button'> & { text: Text }) {
  return (
    <button type="button" className={`text-button ${className}`} {...rest}>
      {say(text)}
    </button>
  )
}

export function IconButton({ label, icon, className = '', ...rest }: ComponentProps<'button'> & IconButtonProps) {
  return (
    <button type="button" className={`icon-button ${className}`} aria-label={label} title={label} {...rest}>
      <Icon name={icon} />
    </button>
  )
}

interface IconButtonProps {
  label: string
  icon: IconName
}

/** Its fields are sent with its button or Enter; the page stays. */
export function Form({ onSend, ...rest }: ComponentProps<'form'> & { onSend: () => void }) {
  const send = (event: React.FormEvent) => {
    event.preventDefault()
    onSend()
  }
  return <form onSubmit={send} {...rest} />
}

interface SelectProps<Value extends string> extends ComponentProps<'select'> {
  value: Value
  /** Each value and its words. */
  choices: readonly (readonly [Value, string])[]
  onChoose?: (value: Value) => void
}

export function Select<Value extends string>({ choices, onChoose, ...rest }: SelectProps<Value>) {
  return (
    <select className="field" onChange={({ target }) => onChoose?.(target.value as Value)} {...rest}>
      {choices.map(([value, words]) => (
        <option key={value} value={value}>
          {words}
        </option>
      ))}
    </select>
  )
}

interface SwitchProps extends ComponentProps<'input'> {
  isOn: boolean
  onSwitch: (isOn: boolean) => void
}

/** Shows only what main reports, so it moves once the change is saved. */
export function Switch({ isOn, onSwitch, ...rest }: SwitchProps) {
  return (
    <input
      type="checkbox"
      role="switch"
      className="switch"
      aria-checked={isOn}
      checked={isOn}
      onChange={() => onSwitch(!isOn)}
      {...rest}
    />
  )
}

export function SkillSwitch({ label, says, ...rest }: SwitchProps & { label: string; says: string }) {
  const id = useId()
  return (
    <div className="switch-row stack">
      <Switch id={id} aria-describedby={`${id}-says`} {...rest} />
      <div>
        <label className="bold" htmlFor={id}>
          {label}
        </label>
        <p className="quiet" id={`${id}-says`}>
          {says}
        </p>
      </div>
    </div>
  )
}

type SearchFieldProps = Omit<ComponentProps<'input'>, 'onChange' | 'value'> & {
  label: string
  typed: string
  onType: (typed: string) => void
}

/** A search field for text in any direction. */
export function SearchField({ label, typed, onType, ...rest }: SearchFieldProps) {
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
      {...rest}
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

export function Setting({ name, says, children }: { name: string; says: string; children: (id: string) => ReactNode }) {
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

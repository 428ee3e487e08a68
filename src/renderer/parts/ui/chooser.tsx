import { useId, useState } from 'react'
import type { Choice } from '#renderer/parts/chat/commands.ts'
import { Overlay } from './overlay.tsx'

/** The matched text within its surroundings. */
function Found({ before, match, after }: NonNullable<Choice['found']>) {
  return (
    <>
      {plainWords(before)}
      <strong>{match}</strong>
      {plainWords(after)}
    </>
  )
}

interface ChooserProps {
  label: string
  placeholder: string
  typed: string
  choices: readonly Choice[]
  /** Shown if nothing matches. */
  nothing: string
  onType: (typed: string) => void
  onChoose: (key: string) => void
  onClose: () => void
}

/** A text box with a list below it; the arrow keys move in the list. */
export function Chooser({ label, placeholder, typed, choices, nothing, onType, onChoose, onClose }: ChooserProps) {
  const id = useId()
  const [at, setAt] = useState(0)
  const current = Math.min(at, Math.max(0, choices.length - 1))
  const move = (by: number) => {
    const next = (current + by + choices.length) % Math.max(1, choices.length)
    setAt(next)
    document.getElementById(`${id}-${next}`)?.scrollIntoView({ block: 'nearest' })
  }
  return (
    <Overlay label={label} onClose={onClose}>
      <input
        className="chooser-field still"
        role="combobox"
        aria-label={label}
        aria-expanded={choices.length > 0}
        aria-controls={`${id}-list`}
        aria-activedescendant={choices.length > 0 ? `${id}-${current}` : undefined}
        placeholder={placeholder}
        value={typed}
        maxLength={1000}
        spellCheck={false}
        onChange={(event) => {
          setAt(0)
          onType(event.target.value)
        }}
        onKeyDown={(event) => {
          if (event.nativeEvent.isComposing) return
          const chosen = choices[current]
          if (event.key === 'ArrowDown') move(1)
          else if (event.key === 'ArrowUp') move(-1)
          else if (event.key === 'Enter' && chosen) onChoose(chosen.key)
          else return
          event.preventDefault()
        }}
      />
      <div className="chooser-list" role="listbox" id={`${id}-list`} aria-label={label}>
        {choices.map(({ key, name, hint, group, isCode, found }, index) => (
          // biome-ignore lint/a11y/useKeyWithClickEvents lint/a11y/useFocusableInteractive: the box takes the keys
          <div
            key={key}
            id={`${id}-${index}`}
            role="option"
            aria-selected={index === current}
            className="choice row gap-4"
            data-found={found ? '' : undefined}
            onPointerMove={() => setAt(index)}
            onClick={() => onChoose(key)}
          >
            <span className="grow truncate" dir="auto">
              {isCode ? <code className="small">{name}</code> : found ? <Found {...found} /> : name}
            </span>
            <small className="truncate still soft small">{hint || group}</small>
          </div>
        ))}
      </div>
      {choices.length === 0 && <p className="chooser-nothing quiet pad">{nothing}</p>}
    </Overlay>
  )
}
const LINK = /!?\[([^\][]*)\]\([^()\s]*\)/g
const AROUND = /\*\*\*|\*\*|~~|`+/g
const BEFORE_LINE = /^\s*(?:#{1,6}|>|[-*+]) /gm

/** A piece of Markdown without its markup. It may start or end inside an element. */
export const plainWords = (piece: string): string =>
  piece.replace(LINK, '$1').replace(BEFORE_LINE, '').replace(AROUND, '')

import { useState } from 'react'
import { say } from '#shared/messages/say'
import { toVisible } from '#shared/visible'
import { type SlashChoice, slashKeyOf } from './slash.ts'

interface SlashListProps {
  id: string
  choices: readonly SlashChoice[]
  current: number
  onChoose: (choice: SlashChoice) => void
}

/** Above the box, which keeps the focus and the keys. */
export function SlashList({ id, choices, current, onChoose }: SlashListProps) {
  if (choices.length === 0) return null
  return (
    <div className="slash-list chooser-list" role="listbox" id={id} aria-label={say('Commands and skills')}>
      {choices.map((choice, at) => (
        // biome-ignore lint/a11y/useKeyWithClickEvents lint/a11y/useFocusableInteractive: the box takes the keys
        <div
          key={`${choice.kind} ${choice.word}`}
          id={`${id}-${at}`}
          role="option"
          aria-selected={at === current}
          className="choice row gap-4 apart"
          onPointerDown={(event) => event.preventDefault()}
          onClick={() => onChoose(choice)}
        >
          <span className="mono still small">/{choice.word}</span>
          <small className="truncate still soft small">{toVisible(choice.name).text}</small>
        </div>
      ))}
    </div>
  )
}

interface Slash {
  choices: readonly SlashChoice[]
  current: number
  /** True if the list used the key. */
  take(press: Parameters<typeof slashKeyOf>[0]): boolean
}

/** The current choice. After Esc the list stays closed until the text changes. */
export function useSlash(draft: string, all: readonly SlashChoice[], onChoose: (choice: SlashChoice) => void): Slash {
  const [place, setPlace] = useState({ draft: '', at: 0, isClosed: false })
  const { at, isClosed } = place.draft === draft ? place : { at: 0, isClosed: false }
  const choices = isClosed ? [] : all
  const current = Math.min(at, Math.max(0, choices.length - 1))
  return {
    choices,
    current,
    take(press) {
      const key = choices.length > 0 ? slashKeyOf(press) : null
      const chosen = choices[current]
      if (!key || !chosen) return false
      if (key === 'choose') onChoose(chosen)
      else if (key === 'close') setPlace({ draft, at: 0, isClosed: true })
      else
        setPlace({ draft, at: (current + (key === 'up' ? choices.length - 1 : 1)) % choices.length, isClosed: false })
      return true
    },
  }
}

import { useState } from 'react'
import { Options, useOptions } from './options.tsx'
import { Overlay } from './overlay.tsx'

export interface Choice {
  key: string
  name: string
  /** On its right. */
  hint: string
  /** Its name is a command. */
  isCode?: boolean
  /** Its name around the words it was found by. */
  found?: { before: string; match: string; after: string }
}

interface ChooserProps<T> {
  label: string
  placeholder: string
  choices: readonly T[]
  /** Shown if nothing matches. */
  nothing: string
  /** What is in the box at first. */
  typed?: string
  /** Searches for what was typed; without it, the choices that match are shown. */
  onType?: (typed: string) => void
  onChoose: (choice: T) => void
  onClose: () => void
}

/** A text box with a list below it; the arrow keys move in the list. */
export function Chooser<T extends Choice>(props: ChooserProps<T>) {
  const { label, placeholder, nothing, onType, onChoose, onClose } = props
  const [typed, setTyped] = useState(props.typed ?? '')
  const choices = onType ? props.choices : matchChoices(props.choices, typed)
  const list = useOptions(choices.length)
  return (
    <Overlay label={label} onClose={onClose}>
      <input
        className="chooser-field still"
        role="combobox"
        aria-label={label}
        aria-expanded={choices.length > 0}
        aria-controls={list.id}
        aria-activedescendant={list.active}
        placeholder={placeholder}
        value={typed}
        maxLength={1000}
        spellCheck={false}
        onChange={(event) => {
          list.setAt(0)
          setTyped(event.target.value)
          onType?.(event.target.value)
        }}
        onKeyDown={(event) => {
          if (event.nativeEvent.isComposing) return
          const chosen = choices[list.current]
          if (event.key === 'Enter' && chosen) onChoose(chosen)
          else if (!event.key.startsWith('Arrow') || !list.move(event.key)) return
          event.preventDefault()
        }}
      />
      <Options
        className="chooser-list"
        {...{ list, label, onChoose }}
        options={choices}
        option={({ found }) => ({ className: 'choice row gap-4', ...(found && { 'data-found': '' }) })}
      >
        {({ name, hint, isCode, found }) => (
          <>
            <span className="grow truncate" dir="auto">
              {isCode ? <code className="small">{name}</code> : found ? <Found {...found} /> : name}
            </span>
            <small className="truncate still soft small">{hint}</small>
          </>
        )}
      </Options>
      {choices.length === 0 && <p className="quiet pad">{nothing}</p>}
    </Overlay>
  )
}

function Found({ before, match, after }: NonNullable<Choice['found']>) {
  return (
    <>
      {plainWords(before)}
      <strong>{match}</strong>
      {plainWords(after)}
    </>
  )
}

const LINK = /!?\[([^\][]*)\]\([^()\s]*\)/g
const AROUND = /\*\*\*|\*\*|~~|`+/g
const BEFORE_LINE = /^\s*(?:#{1,6}|>|[-*+]) /gm

/** A piece of Markdown without its markup. It may start or end inside an element. */
export const plainWords = (piece: string): string =>
  piece.replace(LINK, '$1').replace(BEFORE_LINE, '').replace(AROUND, '')

const MOST = 50

/** Choices with words that start with the typed text; matches at the start of a name come first. */
export function matchChoices<T extends Pick<Choice, 'name'>>(choices: readonly T[], typed: string): T[] {
  const wanted = typed.toLowerCase().split(/\s+/).filter(Boolean)
  if (wanted.length === 0) return choices.slice(0, MOST)
  const scored = choices.flatMap((choice) => {
    const words = choice.name.toLowerCase().split(/[\s·:/_-]+/)
    const places = wanted.map((part) => words.findIndex((word) => word.startsWith(part)))
    return places.includes(-1) ? [] : [{ choice, score: places.reduce((sum, place) => sum + place, 0) }]
  })
  return scored
    .toSorted((a, b) => a.score - b.score)
    .slice(0, MOST)
    .map(({ choice }) => choice)
}

import { type ComponentProps, type ReactNode, useEffect, useId, useRef, useState } from 'react'
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

/** Which option of a list is current. The element with the focus takes the keys and names it. */
export function useOptions(count: number, first = 0) {
  const id = useId()
  const [at, setAt] = useState(first)
  const current = Math.min(at, Math.max(0, count - 1))
  return {
    ...{ id, current, setAt },
    /** For `aria-activedescendant`. */
    active: count > 0 ? `${id}-${current}` : undefined,
    /** False if this key does not move. */
    move(key: string): boolean {
      const next = moveIn(key, current, count)
      if (next === null) return false
      setAt(next)
      document.getElementById(`${id}-${next}`)?.scrollIntoView({ block: 'nearest' })
      return true
    },
  }
}

/** Where a key moves in a list of this length; null if it does not. */
export function moveIn(key: string, at: number, count: number): number | null {
  const places = { ArrowDown: (at + 1) % count, ArrowUp: (at + count - 1) % count, Home: 0, End: count - 1 }
  return count > 0 && Object.hasOwn(places, key) ? places[key as keyof typeof places] : null
}

interface OptionsProps<T> extends Omit<ComponentProps<'div'>, 'children'> {
  list: Pick<ReturnType<typeof useOptions>, 'id' | 'current' | 'setAt'>
  label: string
  options: readonly T[]
  /** The class of an option, and what else it carries. */
  option: (option: T) => ComponentProps<'div'>
  onChoose: (option: T) => void
  children: (option: T) => ReactNode
}

export function Options<T extends { key: string }>(props: OptionsProps<T>) {
  const { list, label, options, option, onChoose, children, ...rest } = props
  return (
    <div role="listbox" id={list.id} aria-label={label} {...rest}>
      {options.map((each, index) => (
        // biome-ignore lint/a11y/useKeyWithClickEvents lint/a11y/useFocusableInteractive: another element takes the keys
        <div
          key={each.key}
          id={`${list.id}-${index}`}
          role="option"
          aria-selected={index === list.current}
          onPointerMove={() => list.setAt(index)}
          // The focus stays where the keys are taken.
          onPointerDown={(event) => event.preventDefault()}
          onClick={() => onChoose(each)}
          {...option(each)}
        >
          {children(each)}
        </div>
      ))}
    </div>
  )
}

export interface Opening {
  isOpen: boolean
  onToggle: (isOpen: boolean) => void
}

interface PickerProps extends Opening {
  chip: 'model-chip' | 'tools-chip'
  holds: 'listbox' | 'dialog'
  words: string
  /** The same for screen readers, with its context. */
  says: string
  label: string
  isLimited?: boolean
  children: ReactNode
}

/**
 * A chip that shows the current choice and opens the others above it. They close on Esc or a click elsewhere, take the
 * focus and return it.
 */
export function Picker({ chip, holds, words, says, label, isOpen, isLimited, onToggle, children }: PickerProps) {
  const id = useId()
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const element = box.current
    if (!element) return
    const isShown = element.matches(':popover-open')
    // The chip, which the browser places it above.
    if (isOpen && !isShown) element.showPopover({ source: element.previousElementSibling as HTMLElement })
    if (!isOpen && isShown) element.hidePopover()
    if (isOpen) element.querySelector<HTMLElement>('[data-first]')?.focus()
  }, [isOpen])
  return (
    <>
      <button
        type="button"
        className={`chip ${chip}`}
        popoverTarget={id}
        aria-haspopup={holds}
        aria-expanded={isOpen}
        data-some-off={isLimited || undefined}
        aria-label={says}
      >
        {words}
      </button>
      <div
        ref={box}
        id={id}
        popover="auto"
        role="dialog"
        aria-label={label}
        className="popover"
        onToggle={(event) => onToggle(event.newState === 'open')}
        onKeyDown={(event) => event.stopPropagation()}
      >
        {isOpen && children}
      </div>
    </>
  )
}

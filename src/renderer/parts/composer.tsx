import { type ReactNode, useId } from 'react'
import { Button } from './button.tsx'
import { composerCommandOf } from './keys.ts'
import type { SlashChoice } from './slash.ts'
import { SlashList, useSlash } from './slash-list.tsx'

export interface ComposerProps {
  draft: string
  isRunning: boolean
  /** A command waits for a decision, which then owns the Esc key. */
  isWaiting: boolean
  isSending: boolean
  /** What was said before is being written anew. */
  isRewriting?: boolean
  chips: ReactNode
  meter: ReactNode
  /** What stands above the box: trouble with sending, and messages that wait their turn. */
  above: ReactNode
  onDraft: (text: string) => void
  onSend: (text: string) => void
  onStop: () => void
  /** What the draft means where it is `/` and a word. */
  slash?: readonly SlashChoice[]
  onSlash?: (choice: SlashChoice) => void
  onEditLast?: () => void
  onStopRewriting?: () => void
}

const NONE: readonly SlashChoice[] = []
const nothing = () => {}

export function Composer({
  draft,
  isRunning,
  isWaiting,
  isSending,
  isRewriting = false,
  chips,
  meter,
  above,
  onDraft,
  onSend,
  onStop,
  slash = NONE,
  onSlash = nothing,
  onEditLast,
  onStopRewriting,
}: ComposerProps) {
  const isEmpty = draft.trim() === ''
  const listId = useId()
  const { choices, current, take } = useSlash(draft, slash, onSlash)
  return (
    <form
      className="composer"
      onSubmit={(event) => {
        event.preventDefault()
        if (!isEmpty) onSend(draft)
      }}
    >
      {above}
      {isRewriting && (
        <p className="rewriting">
          <span>You are editing what you said. What followed stays as another version.</span>
          <Button look="quiet" keys="Esc" onClick={onStopRewriting}>
            Leave it
          </Button>
        </p>
      )}
      <SlashList id={listId} choices={choices} current={current} onChoose={onSlash} />
      <div className="composer-box">
        <textarea
          aria-label="Message"
          aria-autocomplete="list"
          aria-controls={choices.length > 0 ? listId : undefined}
          aria-activedescendant={choices.length > 0 ? `${listId}-${current}` : undefined}
          placeholder={isRunning ? 'Write the next message while this one is answered' : 'Ask for something'}
          value={draft}
          rows={1}
          dir="auto"
          // biome-ignore lint/a11y/noAutofocus: the window opens to be written in
          autoFocus
          onChange={(event) => onDraft(event.target.value)}
          onKeyDown={(event) => {
            const press = event.nativeEvent
            if (take(press)) {
              event.preventDefault()
              return
            }
            if (isRewriting && press.key === 'Escape' && !press.isComposing) {
              event.preventDefault()
              onStopRewriting?.()
              return
            }
            const command = composerCommandOf(press, isRunning, draft === '')
            if (!command || (command === 'stop' && isWaiting)) return
            event.preventDefault()
            if (command === 'stop') onStop()
            else if (command === 'edit-last') onEditLast?.()
            else if (!isEmpty && !isSending) onSend(draft)
          }}
        />
        <div className="composer-foot">
          <div className="composer-chips">{chips}</div>
          {meter}
          {isRunning && !isEmpty && (
            <Button type="submit" disabled={isSending}>
              Queue
            </Button>
          )}
          {isRunning ? (
            <Button look="strong" keys={isWaiting ? undefined : 'Esc'} onClick={onStop}>
              Stop
            </Button>
          ) : (
            <Button look="strong" type="submit" disabled={isEmpty || isSending}>
              Send
            </Button>
          )}
        </div>
      </div>
    </form>
  )
}

import type { ReactNode } from 'react'
import { Button } from './button.tsx'
import { composerCommandOf } from './keys.ts'

export interface ComposerProps {
  draft: string
  isRunning: boolean
  /** A command waits for a decision, which then owns the Esc key. */
  isWaiting: boolean
  isSending: boolean
  chips: ReactNode
  meter: ReactNode
  /** What stands above the box: trouble with sending, and messages that wait their turn. */
  above: ReactNode
  onDraft: (text: string) => void
  onSend: (text: string) => void
  onStop: () => void
}

export function Composer({
  draft,
  isRunning,
  isWaiting,
  isSending,
  chips,
  meter,
  above,
  onDraft,
  onSend,
  onStop,
}: ComposerProps) {
  const isEmpty = draft.trim() === ''
  return (
    <form
      className="composer"
      onSubmit={(event) => {
        event.preventDefault()
        if (!isEmpty) onSend(draft)
      }}
    >
      {above}
      <div className="composer-box">
        <textarea
          aria-label="Message"
          placeholder={isRunning ? 'Write the next message while this one is answered' : 'Ask for something'}
          value={draft}
          rows={1}
          dir="auto"
          // biome-ignore lint/a11y/noAutofocus: the window opens to be written in
          autoFocus
          onChange={(event) => onDraft(event.target.value)}
          onKeyDown={(event) => {
            const press = event.nativeEvent
            const command = composerCommandOf(press, isRunning)
            if (!command || (command === 'stop' && isWaiting)) return
            event.preventDefault()
            if (command === 'stop') onStop()
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

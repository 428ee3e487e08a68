import { type ReactNode, useId } from 'react'
import { Button } from '#renderer/parts/ui/button.tsx'
import { formatCount } from '#renderer/parts/ui/figures.ts'
import { composerCommandOf } from '#renderer/parts/ui/keys.ts'
import { isPictureType } from '#shared/chat/picture'
import { say } from '#shared/messages/say'
import { LONGEST_MESSAGE } from '#shared/requests/chat-requests'
import type { SlashChoice } from './slash.ts'
import { SlashList, useSlash } from './slash-list.tsx'

export interface ComposerProps {
  draft: string
  isRunning: boolean
  /** A call waits for a decision and uses the Esc key. */
  isWaiting: boolean
  isSending: boolean
  /** An earlier message is being edited. */
  isRewriting?: boolean
  chips: ReactNode
  meter: ReactNode
  /** Above the box: problems with sending, and queued messages. */
  above: ReactNode
  /** The open folders, at the top of the box. */
  folders?: ReactNode
  /** Attached pictures and long texts. */
  attached?: ReactNode
  hasAttached?: boolean
  /** The length of everything that would be sent, if more than the draft. */
  length?: number
  onDraft: (text: string) => void
  /** Pictures were pasted. */
  onFiles?: (files: readonly File[]) => void
  /** The pasted text is too long for the box; false if it is not. */
  onLongText?: (text: string) => boolean
  onSend: (text: string) => void
  onStop: () => void
  /** The choices if the draft is `/` and a word. */
  slash?: readonly SlashChoice[]
  onSlash?: (choice: SlashChoice) => void
  onEditLast?: () => void
  onStopRewriting?: () => void
}

const NONE: readonly SlashChoice[] = []
const nothing = () => {}
const never = () => false

/** A copied table arrives as text and as a picture; the text is meant. */
function pastedPictures({ files, types }: DataTransfer): File[] {
  return types.includes('text/plain') ? [] : [...files].filter(({ type }) => isPictureType(type))
}

export function Composer({
  draft,
  isRunning,
  isWaiting,
  isSending,
  isRewriting = false,
  chips,
  meter,
  above,
  folders,
  attached,
  hasAttached = false,
  length = draft.length,
  onDraft,
  onFiles = nothing,
  onLongText = never,
  onSend,
  onStop,
  slash = NONE,
  onSlash = nothing,
  onEditLast,
  onStopRewriting,
}: ComposerProps) {
  const isTooLong = length > LONGEST_MESSAGE
  const isEmpty = (draft.trim() === '' && !hasAttached) || isTooLong
  const listId = useId()
  const { choices, current, take } = useSlash(draft, slash, onSlash)
  return (
    <form
      className="composer still"
      onSubmit={(event) => {
        event.preventDefault()
        if (!isEmpty) onSend(draft)
      }}
    >
      {above}
      {isRewriting && (
        <p className="pad-left-3 row gap-3 apart soft tiny">
          <span>{say('Editing your message. The previous version is kept.')}</span>
          <Button look="quiet" keys="Esc" onClick={onStopRewriting}>
            {say('Cancel')}
          </Button>
        </p>
      )}
      <SlashList id={listId} choices={choices} current={current} onChoose={onSlash} />
      <div className="composer-box">
        {folders}
        {attached}
        <textarea
          aria-label={say('Message')}
          aria-autocomplete="list"
          aria-controls={choices.length > 0 ? listId : undefined}
          aria-activedescendant={choices.length > 0 ? `${listId}-${current}` : undefined}
          placeholder={say(isRunning ? 'Queue a follow-up' : 'Ask anything')}
          value={draft}
          rows={1}
          dir="auto"
          // biome-ignore lint/a11y/noAutofocus: the window opens to be written in
          autoFocus
          onChange={(event) => onDraft(event.target.value)}
          onPaste={(event) => {
            const files = pastedPictures(event.clipboardData)
            if (files.length > 0) onFiles(files)
            else if (!onLongText(event.clipboardData.getData('text/plain'))) return
            event.preventDefault()
          }}
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
            const command = composerCommandOf(press, isRunning, draft === '' && !hasAttached)
            if (!command || (command === 'stop' && isWaiting)) return
            event.preventDefault()
            if (command === 'stop') onStop()
            else if (command === 'edit-last') onEditLast?.()
            else if (!isEmpty && !isSending) onSend(draft)
          }}
        />
        {isTooLong && (
          <p className="composer-note bad small" role="alert">
            {say(
              'This message has {count} characters; the limit is {most}. Shorten it, or attach only the part that matters.',
              { count: formatCount(length), most: formatCount(LONGEST_MESSAGE) },
            )}
          </p>
        )}
        <div className="composer-foot row gap-2 apart">
          <div className="composer-chips fill row wrap">{chips}</div>
          {meter}
          {isRunning && !isEmpty && (
            <Button type="submit" disabled={isSending}>
              {say('Queue')}
            </Button>
          )}
          {isRunning ? (
            <Button look="strong" keys={isWaiting ? undefined : 'Esc'} onClick={onStop}>
              {say('Stop')}
            </Button>
          ) : (
            <Button look="strong" type="submit" disabled={isEmpty || isSending}>
              {say('Send')}
            </Button>
          )}
        </div>
      </div>
    </form>
  )
}

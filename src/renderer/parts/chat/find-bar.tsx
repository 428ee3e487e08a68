import type { RefObject } from 'react'
import { IconButton } from '#renderer/parts/ui/button.tsx'
import { SearchField } from '#renderer/parts/ui/search-field.tsx'
import { useTyping } from '#renderer/parts/ui/use-typing.ts'
import { say } from '#shared/messages/say'

interface Props {
  input: RefObject<HTMLInputElement | null>
  typed: string
  /** From 1; 0 if nothing was found. */
  at: number
  count: number
  /** There are more than were counted. */
  isMore: boolean
  isSearched: boolean
  onType: (typed: string) => void
  onStep: (by: 1 | -1) => void
  onClose: () => void
}

/** Searches the visible chat and steps through the matches. */
export function FindBar({ input, typed, at, count, isMore, isSearched, onType, onStep, onClose }: Props) {
  const [text, setText] = useTyping(typed, onType)
  const isNothing = isSearched && count === 0
  return (
    <search className="bar find-bar row gap-1 still ruled">
      <SearchField
        ref={input}
        type="text"
        label={say('Find in this chat')}
        typed={text}
        onType={setText}
        aria-invalid={isNothing}
        autoFocus
        onKeyDown={(event) => {
          if (event.nativeEvent.isComposing) return
          if (event.key === 'Enter' && text !== typed) onType(text)
          else if (event.key === 'Enter') onStep(event.shiftKey ? -1 : 1)
          else if (event.key === 'Escape') onClose()
          else return
          event.preventDefault()
          event.stopPropagation()
        }}
      />
      <span className="find-count soft small digits" role="status">
        {isNothing && say('No results')}
        {count > 0 && say(isMore ? '{at} of {count}+' : '{at} of {count}', { at, count })}
      </span>
      <IconButton icon="up" label={say('Previous match')} disabled={count === 0} onClick={() => onStep(1)} />
      <IconButton icon="down" label={say('Next match')} disabled={count === 0} onClick={() => onStep(-1)} />
      <IconButton icon="close" className="end" label={say('Close')} onClick={onClose} />
    </search>
  )
}

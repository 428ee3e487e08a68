import { useEffect, useRef, useState } from 'react'
import { IconButton } from '#renderer/parts/ui/button.tsx'
import { SearchField } from '#renderer/parts/ui/search-field.tsx'
import { useTyping } from '#renderer/parts/ui/use-typing.ts'
import { useApp } from '#renderer/store/app.ts'
import { countPlaces, type Find as FindState } from '#renderer/store/find.ts'
import { say } from '#shared/messages/say'

const { findText, stepFind, closeFind } = useApp.getState()

export function Find() {
  const find = useApp((app) => (app.chat === null ? null : app.find))
  return find && <FindBar find={find} />
}

/** Searches the visible chat and steps through the matches. */
export function FindBar({ find }: { find: FindState }) {
  const { typed, asked } = find
  const input = useRef<HTMLInputElement>(null)
  const [before] = useState(() => globalThis.document?.activeElement)
  const [text, setText] = useTyping(typed, findText)
  useEffect(() => {
    if (asked > 0) input.current?.select()
    input.current?.focus()
  }, [asked])
  const count = countPlaces(find)
  const isNothing = find.isSearched && count === 0
  const close = () => {
    closeFind()
    const isThere = before instanceof HTMLElement && before.isConnected && before !== document.body
    const back = isThere ? before : document.querySelector<HTMLElement>('.scroller')
    back?.focus({ preventScroll: true })
  }
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
          if (event.key === 'Enter' && text !== typed) void findText(text)
          else if (event.key === 'Enter') void stepFind(event.shiftKey ? -1 : 1)
          else if (event.key === 'Escape') close()
          else return
          event.preventDefault()
          event.stopPropagation()
        }}
      />
      <span className="find-count soft small digits" role="status">
        {isNothing && say('No results')}
        {count > 0 && say(find.next === undefined ? '{at} of {count}' : '{at} of {count}+', { at: find.at + 1, count })}
      </span>
      <IconButton icon="up" label={say('Previous match')} disabled={count === 0} onClick={() => void stepFind(1)} />
      <IconButton icon="down" label={say('Next match')} disabled={count === 0} onClick={() => void stepFind(-1)} />
      <IconButton icon="close" className="end" label={say('Close')} onClick={close} />
    </search>
  )
}

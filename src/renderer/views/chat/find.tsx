import { type RefObject, useEffect, useRef, useState } from 'react'
import { rangesOf } from '#renderer/parts/chat/found-ranges.ts'
import { IconButton, SearchField, useTyping } from '#renderer/parts/ui/controls.tsx'
import { useApp } from '#renderer/store/app.ts'
import { countPlaces, type Find as FindState, placeOf } from '#renderer/store/find.ts'
import { say } from '#shared/messages/say'

const { findText, stepFind, closeFind } = useApp.getState()

export function Find() {
  const find = useApp((app) => (app.chat === null ? null : app.find))
  return find && <FindBar find={find} />
}

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

const ALL = 'found'
const CURRENT = 'found-now'
/** Redrawn parts are marked a little later, so that streaming stays cheap. */
const REDRAW_MS = 150
/** By then everything between has its real height. */
const SETTLED_MS = 1000

export function useFindMarks(scroller: RefObject<HTMLElement | null>, leaveEnd: () => void): void {
  const find = useApp((app) => app.find)
  useEffect(() => {
    const box = scroller.current
    if (!box || !find || find.typed.trim() === '') return
    const place = placeOf(find)
    let goal = place && performance.now() + SETTLED_MS
    let timer: ReturnType<typeof setTimeout> | undefined

    const mark = () => {
      timer = undefined
      const all: Range[] = []
      let current: Range | undefined
      for (const message of box.querySelectorAll('.message')) {
        const ranges = rangesOf(message, find.typed)
        if (place && message.closest<HTMLElement>('.entry')?.dataset.seq === String(place.seq)) {
          current = ranges[Math.max(0, ranges.length - 1 - place.fromEnd)]
        }
        all.push(...ranges.filter((range) => range !== current))
      }
      CSS.highlights.set(ALL, new Highlight(...all))
      CSS.highlights.set(CURRENT, new Highlight(...(current ? [current] : [])))
      if (goal === null || !current) return
      leaveEnd()
      bringIntoView(box, current)
      if (performance.now() > goal) goal = null
      else timer ??= setTimeout(mark, REDRAW_MS)
    }
    const observer = new MutationObserver(() => {
      timer ??= setTimeout(mark, REDRAW_MS)
    })
    observer.observe(box, { childList: true, subtree: true, characterData: true })
    // The person is scrolling elsewhere.
    const letGo = () => {
      goal = null
    }
    box.addEventListener('wheel', letGo, { passive: true })
    box.addEventListener('pointerdown', letGo)
    timer = setTimeout(mark, 0)
    return () => {
      observer.disconnect()
      box.removeEventListener('wheel', letGo)
      box.removeEventListener('pointerdown', letGo)
      clearTimeout(timer)
      CSS.highlights.delete(ALL)
      CSS.highlights.delete(CURRENT)
    }
  }, [scroller, leaveEnd, find])
}

/** Not if it is readable already. */
function bringIntoView(box: HTMLElement, range: Range): void {
  const seen = box.getBoundingClientRect()
  const found = range.getBoundingClientRect()
  const margin = seen.height / 6
  if (found.top >= seen.top + margin && found.bottom <= seen.bottom - margin) return
  box.scrollTop += found.top - seen.top - seen.height / 3
}

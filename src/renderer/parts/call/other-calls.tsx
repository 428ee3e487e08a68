import { type MouseEvent, useLayoutEffect, useRef } from 'react'
import { IconButton } from '#renderer/parts/ui/button.tsx'
import { natureOf } from '#shared/call/nature'
import { say } from '#shared/messages/say'
import type { ChatCall } from '#shared/requests/chat-requests'
import { headingFor, targetOf } from './call-words.ts'
import { HeadingText, natureWords } from './nature-chip.tsx'

interface PagerProps {
  at: number
  of: number
  onGo: (at: number) => void
}

/** Which button a key pressed last. React replaces the card, so the new card puts the focus on the same button. */
let went: -1 | 0 | 1 = 0

export function Pager({ at, of, onGo }: PagerProps) {
  const box = useRef<HTMLSpanElement>(null)
  useLayoutEffect(() => {
    const back = at === of - 1 || (went < 0 && at > 0)
    if (went !== 0) box.current?.querySelectorAll('button')[back ? 0 : 1]?.focus()
    went = 0
  }, [at, of])
  const go = (by: -1 | 1) => (event: MouseEvent) => {
    // A press by key has no clicks.
    if (event.detail === 0) went = by
    onGo(at + by)
  }
  return (
    <span className="pager row soft small digits" ref={box}>
      <IconButton icon="left" label={say('Previous')} disabled={at === 0} onClick={go(-1)} />
      {say('{done} of {whole}', { done: at + 1, whole: of })}
      <IconButton icon="right" label={say('Next')} disabled={at === of - 1} onClick={go(1)} />
    </span>
  )
}

const MOST_LISTED = 5

/** The other waiting calls, one per line. */
export function OtherCalls({
  waiting,
  at,
  onGo,
}: {
  waiting: readonly ChatCall[]
  at: number
  onGo: (at: number) => void
}) {
  const others = waiting.map((call, place) => ({ call, place })).filter(({ place }) => place !== at)
  const more = others.length - MOST_LISTED
  return (
    <div className="preview other-calls">
      <ol className="stack">
        {others.slice(0, MOST_LISTED).map(({ call, place }) => (
          <li key={call.call} className="row gap-2">
            <span className="soft digits small">{place + 1}</span>
            <button type="button" className="truncate" onClick={() => onGo(place)}>
              {call.plan && headingFor(call.plan) ? (
                <HeadingText pieces={headingFor(call.plan) ?? []} />
              ) : (
                <code>{targetOf(call)}</code>
              )}
            </button>
            <span className="end soft small still">{call.plan && natureWords(natureOf(call.plan))}</span>
          </li>
        ))}
      </ol>
      {more > 0 && <p className="soft small">{say('{count} more', { count: more })}</p>}
    </div>
  )
}

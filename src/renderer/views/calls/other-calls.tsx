import { type MouseEvent, useLayoutEffect, useRef } from 'react'
import { headingFor, targetOf } from '#renderer/parts/call/call-words.ts'
import { HeadingText, natureWords } from '#renderer/parts/call/nature-chip.tsx'
import { Button, IconButton } from '#renderer/parts/ui/controls.tsx'
import { useApp } from '#renderer/store/app.ts'
import { natureOf } from '#shared/call/nature'
import { say, type Text } from '#shared/messages/say'
import type { ChatCall } from '#shared/requests/chat-requests'

interface AmongOthers {
  /** The one on the card. */
  call: ChatCall
  waiting: readonly ChatCall[]
}

/** Which button a key pressed last. React replaces the card, so the new card puts the focus on the same button. */
let went: -1 | 0 | 1 = 0

export function Pager({ call, waiting }: AmongOthers) {
  const box = useRef<HTMLSpanElement>(null)
  const at = waiting.indexOf(call)
  const isLast = at === waiting.length - 1
  useLayoutEffect(() => {
    const back = isLast || (went < 0 && at > 0)
    if (went !== 0) box.current?.querySelectorAll('button')[back ? 0 : 1]?.focus()
    went = 0
  }, [at, isLast])
  const go = (by: -1 | 1) => (event: MouseEvent) => {
    // A press by key has no clicks.
    if (event.detail === 0) went = by
    useApp.getState().showWaiting(waiting[at + by]?.call ?? null)
  }
  return (
    <span className="pager row soft small digits" ref={box}>
      <IconButton icon="left" label={say('Previous')} disabled={at === 0} onClick={go(-1)} />
      {say('{done} of {whole}', { done: at + 1, whole: waiting.length })}
      <IconButton icon="right" label={say('Next')} disabled={isLast} onClick={go(1)} />
    </span>
  )
}

const MOST_LISTED = 5

export function OtherCalls({ call: shown, waiting }: AmongOthers) {
  const others = waiting.map((call, place) => ({ call, place })).filter(({ call }) => call !== shown)
  const more = others.length - MOST_LISTED
  return (
    <div className="preview other-calls">
      <ol className="stack">
        {others.slice(0, MOST_LISTED).map(({ call, place }) => (
          <li key={call.call} className="row gap-2">
            <span className="soft digits small">{place + 1}</span>
            <button type="button" onClick={() => useApp.getState().showWaiting(call.call)}>
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

const NUMBERS: Text[] = ['two', 'three', 'four', 'five', 'six']

interface AllowReadsProps {
  waiting: readonly ChatCall[]
  isReady: boolean
  check: () => boolean
}

/** Allows all waiting calls at once, if each only reads and is listed on the card. */
export function AllowReads({ waiting, isReady, check }: AllowReadsProps) {
  const asked = waiting.flatMap(({ call, approvals }) => {
    const approval = approvals.at(-1)
    return approval?.state === 'waiting' && natureOf(approval.plan) === 'reads' ? { call, digest: approval.digest } : []
  })
  const word = NUMBERS[waiting.length - 2]
  if (!word || asked.length < waiting.length) return null
  const allow = () => {
    for (const { call, digest } of asked) void useApp.getState().answerApproval(call, digest, { decision: 'once' })
  }
  return (
    <Button disabled={!isReady} onClick={() => check() && allow()}>
      {say('Allow all {count} reads', { count: say(word) })}
    </Button>
  )
}

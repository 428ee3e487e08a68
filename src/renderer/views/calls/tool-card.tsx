import { type ComponentProps, useEffect, useId, useRef, useState } from 'react'
import {
  asksNow,
  coercionWords,
  detailsOf,
  headingFor,
  isOver,
  isSentBack,
  opensByItself,
  recoveryOf,
  targetOf,
  verbOfCall,
} from '#renderer/parts/call/call-words.ts'
import { CommandText, useFolding } from '#renderer/parts/call/command-text.tsx'
import { type Output, OutputView, ResultView } from '#renderer/parts/call/output-view.tsx'
import { focusComposer } from '#renderer/parts/chat/focus-composer.ts'
import { Message } from '#renderer/parts/chat/message.tsx'
import { Button, IconButton } from '#renderer/parts/ui/controls.tsx'
import { formatMs } from '#renderer/parts/ui/figures.ts'
import { Icon, StatusIcon } from '#renderer/parts/ui/icon.tsx'
import { useApp } from '#renderer/store/app.ts'
import { CallMedia } from '#renderer/views/chat/media.tsx'
import type { Caller } from '#shared/call/action'
import { say, sayMessage } from '#shared/messages/say'
import type { ChatCall } from '#shared/requests/chat-requests'
import { textOfHeading } from '#shared/skill/tool-words'
import { toVisible } from '#shared/visible'
import { WaitingApproval } from './approval.tsx'
import { CallActions, DecidedUnasked } from './call-actions.tsx'
import { QuestionForm, QuestionNote } from './call-form.tsx'
import { useOutput, useWholeOutput } from './use-output.ts'
import { askedCall, waitingCalls } from './waiting.ts'

/** A call of the chat. Of several waiting calls, one is on the card and lists the others. */
export function CallEntry({ id }: { id: string }) {
  const waiting = useApp((app) => waitingCalls(app.chat))
  const asked = useApp((app) => askedCall(waiting, app.shownWaiting)?.call)
  const call = useApp((app) => app.chat?.calls.get(id))
  if (!call || (call.status === 'waiting' && asked !== id)) return null
  return <ToolCard call={call} waiting={waiting} />
}

/** A call outside any chat. */
export function TrialCall({ call }: { call: ChatCall }) {
  const approval = call.approvals.at(-1)
  const box = useRef<HTMLDivElement>(null)
  const waiting = approval?.state === 'waiting' ? approval.digest : null
  // A question must be visible to be answered.
  useEffect(() => {
    if (waiting !== null) box.current?.scrollIntoView({ block: 'end' })
  }, [waiting])
  return (
    <div className="stack" ref={box}>
      <ToolCard call={call} />
    </div>
  )
}

interface OpenCallsProps extends ComponentProps<'div'> {
  /** Only those that it made. */
  of?: Caller['kind']
  /** The call that is shown elsewhere. */
  but?: string | undefined
}

/** Calls of no chat that are not over, where they are asked about. */
export function OpenCallsOfNoChat({ of, but, ...box }: OpenCallsProps) {
  const calls = useApp(({ trialCalls }) => trialCalls.calls)
  const open = [...calls.values()].filter(
    ({ call, caller, status }) => call !== but && !isOver(status) && (!of || caller.kind === of),
  )
  if (open.length === 0) return null
  return (
    <div {...box}>
      {open.map((call) => (
        <TrialCall key={call.call} call={call} />
      ))}
    </div>
  )
}

interface ToolCardProps {
  call: ChatCall
  /** All calls waiting in its chat; absent outside any chat, where it is inspected elsewhere. */
  waiting?: readonly ChatCall[]
}

/** One line while closed. Opens by itself while it asks or runs, and when something went wrong. */
export function ToolCard({ call, waiting }: ToolCardProps) {
  const { tool, caller, status, inside } = call
  const [chosen, setChosen] = useState<boolean | null>(null)
  const isInspected = useApp((app) => app.inspected === call.call && app.isInspectorOpen)
  const isWaiting = status === 'waiting'
  const isAsking = asksNow(call)
  const output = useOutput(call)
  const isOpen = isWaiting || isAsking || (chosen ?? (opensByItself(status) && hasBody(call, output)))
  useWholeOutput(call, output, isOpen)
  const bodyId = useId()
  const toggle = useRef<HTMLButtonElement>(null)
  useFocusAfterAnswer(isWaiting, toggle)
  const recovery = recoveryOf(call)
  const shownStatus = isSentBack(call) ? 'sent-back' : status
  const { inspect, stopCall } = useApp.getState()

  return (
    <article
      className="tool-card"
      aria-label={say('Tool call {tool}', { tool })}
      data-status={shownStatus}
      data-open={isOpen}
    >
      <div className="tool-card-line row">
        <button
          type="button"
          ref={toggle}
          className="tool-card-toggle row gap-2 grow soft"
          aria-expanded={isOpen}
          aria-controls={bodyId}
          disabled={isWaiting || isAsking}
          onClick={() => setChosen(!isOpen)}
        >
          <StatusIcon status={shownStatus === 'sent-back' ? 'proposed' : status} />
          <RowWords call={call} />
          {recovery && <span className="tag still">{recovery.tag}</span>}
          {caller.kind === 'person' && <span className="tag still">{say('by you')}</span>}
          {caller.kind === 'program' && (
            <span className="tag still">{say('by {name}', { name: toVisible(caller.name).text })}</span>
          )}
          {status === 'running' && output.state === 'here' && output.progress && (
            <span className="truncate quiet small">{toVisible(output.progress).text}</span>
          )}
          {status === 'running' && call.run && <RunningClock since={call.run.startedAt} />}
          <span className="pad-left-2 still figure end">{detailsOf(call).join(' · ')}</span>
          {!isWaiting && (
            <span className="chevron row still quiet">
              <Icon name="right" size={14} />
            </span>
          )}
        </button>
        {status === 'running' && caller.kind !== 'trigger' && (
          <Button
            text="Cancel"
            look="quiet"
            aria-label={say('Cancel {tool}', { tool })}
            onClick={() => {
              void stopCall(call.call)
              // The button goes away.
              toggle.current?.focus()
            }}
          />
        )}
        {waiting && (
          <IconButton
            icon="inspect"
            label={say('Inspect {tool}', { tool })}
            aria-pressed={isInspected}
            onClick={() => inspect(call.call)}
          />
        )}
      </div>
      <div id={bodyId} className="tool-card-body" hidden={!isOpen}>
        {isAsking && call.question && (
          <QuestionForm key={call.question.question} call={call.call} question={call.question} />
        )}
        {isOpen && waiting && inside && (
          <div className="tool-card-inside stack gap-2">
            {inside.map((each) =>
              each.kind === 'call' ? (
                <CallEntry key={each.seq} id={each.call} />
              ) : (
                <Message key={each.seq} from={each.role} text={each.content} />
              ),
            )}
          </div>
        )}
        {isOpen &&
          (isWaiting ? (
            <WaitingApproval {...{ call, waiting }} />
          ) : (
            <Body {...{ call, output }} isInChat={waiting !== undefined} />
          ))}
      </div>
    </article>
  )
}

/** What it does or did in the tool's words, then the command. Without such words, the state and the command. */
function RowWords({ call }: { call: ChatCall }) {
  const isDone = call.status === 'done'
  const heading = call.plan ? headingFor(call.plan, isDone) : null
  const isPast = isDone && heading !== null && heading !== call.plan?.heading?.now
  return (
    <>
      <span className={isPast ? 'sr-only' : 'still'}>
        {verbOfCall(call)}
        {heading && !isPast && ':'}
      </span>
      {heading && <span className="row-heading truncate">{textOfHeading(heading)}</span>}
      <code className="truncate" dir="ltr" data-quiet={heading && ''}>
        {targetOf(call)}
      </code>
    </>
  )
}

function RunningClock({ since }: { since: string }) {
  const [now, setNow] = useState(Date.now)
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 1000)
    return () => clearInterval(timer)
  }, [])
  const seconds = Math.floor((now - Date.parse(since)) / 1000)
  return seconds < 1 ? null : <span className="still figure">{formatMs(seconds * 1000)}</span>
}

/** Shorter commands fit into the line above. */
const FITS_THE_LINE = 60

function hasBody(call: ChatCall, output: Output): boolean {
  const hasOutput = output.state === 'here' && output.stdout + output.stderr !== ''
  return call.status !== 'running' || hasOutput || call.inside !== undefined
}

function Body({ call, output, isInChat }: { call: ChatCall; output: Output; isInChat: boolean }) {
  const folding = useFolding()
  const recovery = recoveryOf(call)
  const finished = call.run?.finished
  return (
    <>
      {isInChat && <DecidedUnasked call={call} />}
      {recovery && <p className="quiet small">{recovery.note}</p>}
      {call.plan && call.plan.coercions.length > 0 && (
        <p className="quiet small">{call.plan.coercions.map(coercionWords).join(' · ')}</p>
      )}
      {call.plan && targetOf(call).length > FITS_THE_LINE && <CommandText plan={call.plan} size="small" {...folding} />}
      {call.refusal && <p className="quiet small">{sayMessage(call.refusal.message)}</p>}
      {finished?.failure && <p className="bad small">{sayMessage(finished.failure.message)}</p>}
      {call.question && !asksNow(call) && <QuestionNote question={call.question} />}
      {call.status === 'timed-out' && call.plan && (
        <p className="bad small">
          {say('Stopped after {seconds} s, the time limit of this tool.', {
            seconds: Math.round(call.plan.timeoutMs / 1000),
          })}
        </p>
      )}
      {call.status === 'interrupted' && (
        <p className="quiet small">{say('Skillet was closed while this was running. It was not restarted.')}</p>
      )}
      {[...(finished?.refused ?? []), finished?.misfit ?? [], finished?.remark ?? []].flat().map((note) => (
        <p className="quiet small" role="note" key={sayMessage(note)}>
          {sayMessage(note)}
        </p>
      ))}
      {finished?.result !== undefined && <ResultView result={finished.result} label={call.tool} />}
      <CallMedia call={call} />
      {call.run && !isResultAlone(call, output) && <OutputView output={output} label={call.tool} />}
      <CallActions key={call.call} call={call} />
    </>
  )
}

/** After an answer its buttons are gone. Keyboard users stay at the card; after a click the composer gets the focus. */
function useFocusAfterAnswer(isWaiting: boolean, toggle: React.RefObject<HTMLButtonElement | null>): void {
  const wasInside = useRef<'by-key' | 'by-mouse' | null>(null)
  useEffect(() => {
    const card = toggle.current?.closest('article')
    if (!isWaiting || !card) return
    const follow = () => {
      const focused = card.contains(document.activeElement) && document.activeElement
      wasInside.current = focused ? (focused.matches(':focus-visible') ? 'by-key' : 'by-mouse') : null
    }
    document.addEventListener('focusin', follow)
    return () => {
      document.removeEventListener('focusin', follow)
      const wasFocused = wasInside.current
      wasInside.current = null
      if (wasFocused === null || document.activeElement !== document.body) return
      if (wasFocused === 'by-key') toggle.current?.focus()
      else focusComposer()
    }
  }, [isWaiting, toggle])
}

const isResultAlone = ({ run }: ChatCall, output: Output) =>
  run?.finished?.result !== undefined && output.state === 'here' && output.stdout === '' && output.stderr === ''

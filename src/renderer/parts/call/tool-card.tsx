import { ChevronRight } from 'lucide-react'
import { memo, type ReactNode, useEffect, useId, useRef, useState } from 'react'
import { focusComposer } from '#renderer/parts/chat/focus-composer.ts'
import { Button, IconButton } from '#renderer/parts/ui/button.tsx'
import { formatMs } from '#renderer/parts/ui/figures.ts'
import { StatusIcon } from '#renderer/parts/ui/status-icon.tsx'
import { say, sayMessage } from '#shared/messages/say'
import type { ChatCall } from '#shared/requests/chat-requests'
import { textOfHeading } from '#shared/skill/tool-words'
import { toVisible } from '#shared/visible'
import {
  asksNow,
  coercionWords,
  detailsOf,
  headingFor,
  isSentBack,
  opensByItself,
  recoveryOf,
  targetOf,
  verbOfCall,
} from './call-words.ts'
import { CommandText } from './command-text.tsx'
import { type Output, OutputView, wantsOutput } from './output-view.tsx'
import { QuestionNote } from './question-form.tsx'
import { ResultView } from './result-view.tsx'

export interface ToolCardProps {
  call: ChatCall
  output: Output
  /** The approval, if the call waits for one. */
  approval: ReactNode
  /** The question of its server, while it waits. */
  question?: ReactNode
  /** The pictures it returned. */
  pictures?: ReactNode
  /** Who let it run, where no person was asked. */
  decision?: ReactNode
  isInspected: boolean
  /** The calls and texts inside it. */
  inside?: ReactNode
  /** What can be done once it has finished. */
  actions?: ReactNode
  /** Absent where something else stops it. */
  onCancel?: ((call: string) => void) | undefined
  /** Absent if there is no inspector. */
  onInspect?: ((call: string) => void) | undefined
  /** The card is open and its output is not loaded yet. */
  onWantOutput: (run: string) => void
}

/** One line while closed. Opens by itself while it asks or runs, and when something went wrong. */
export const ToolCard = memo(function ToolCard({
  call,
  output,
  approval,
  decision,
  question,
  pictures,
  actions,
  inside,
  isInspected,
  onCancel,
  onInspect,
  onWantOutput,
}: ToolCardProps) {
  const [chosen, setChosen] = useState<boolean | null>(null)
  const isWaiting = call.status === 'waiting'
  const isAsking = asksNow(call)
  const isOpen = isWaiting || isAsking || (chosen ?? (opensByItself(call.status) && hasBody(call, output)))
  const bodyId = useId()
  const toggle = useRef<HTMLButtonElement>(null)
  useFocusAfterAnswer(isWaiting, toggle)
  const finishedRun = call.run?.finished ? call.run.run : null
  const isWanted = wantsOutput(output)
  const recovery = recoveryOf(call)
  useEffect(() => {
    if (isOpen && finishedRun !== null && isWanted) onWantOutput(finishedRun)
  }, [isOpen, finishedRun, isWanted, onWantOutput])

  return (
    <article
      className="tool-card"
      aria-label={say('Tool call {tool}', { tool: call.tool })}
      data-status={isSentBack(call) ? 'sent-back' : call.status}
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
          <StatusIcon status={isSentBack(call) ? 'proposed' : call.status} />
          <RowWords call={call} />
          {recovery && <span className="tag still">{recovery.tag}</span>}
          {call.caller.kind === 'person' && <span className="tag still">{say('by you')}</span>}
          {call.caller.kind === 'program' && (
            <span className="tag still">{say('by {name}', { name: toVisible(call.caller.name).text })}</span>
          )}
          {call.status === 'running' && output.state === 'here' && output.progress && (
            <span className="truncate quiet small">{toVisible(output.progress).text}</span>
          )}
          {call.status === 'running' && call.run && <RunningClock since={call.run.startedAt} />}
          <span className="tool-card-details still figure end">{detailsOf(call).join(' · ')}</span>
          {!isWaiting && <ChevronRight className="chevron still quiet" size="0.875rem" aria-hidden="true" />}
        </button>
        {onCancel && call.status === 'running' && (
          <Button
            look="quiet"
            aria-label={say('Cancel {tool}', { tool: call.tool })}
            onClick={() => {
              onCancel(call.call)
              // The button goes away.
              toggle.current?.focus()
            }}
          >
            {say('Cancel')}
          </Button>
        )}
        {onInspect && (
          <IconButton
            icon="inspect"
            label={say('Inspect {tool}', { tool: call.tool })}
            aria-pressed={isInspected}
            onClick={() => onInspect(call.call)}
          />
        )}
      </div>
      <div id={bodyId} className="tool-card-body" hidden={!isOpen}>
        {isOpen && isAsking && question}
        {isOpen && inside && <div className="tool-card-inside stack gap-2">{inside}</div>}
        {isOpen && (isWaiting ? approval : <Body {...{ call, output, decision, pictures, actions }} />)}
      </div>
    </article>
  )
})

/** What it does or did in the tool's words, then the command. Without such words, the state and the command. */
function RowWords({ call }: { call: ChatCall }) {
  const isDone = call.status === 'done'
  const heading = call.plan ? headingFor(call.plan, isDone) : null
  const isPast = isDone && heading !== null && heading !== call.plan?.heading?.now
  return (
    <>
      <span className={isPast ? 'sr-only' : 'still'}>{verbOfCall(call)}</span>
      {heading && <span className="row-heading truncate">{textOfHeading(heading)}</span>}
      <code className="truncate" dir="ltr" data-quiet={heading && ''}>
        {targetOf(call)}
      </code>
    </>
  )
}

/** How long it has been running, once that matters. */
function RunningClock({ since }: { since: string }) {
  const [now, setNow] = useState(Date.now)
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 1000)
    return () => clearInterval(timer)
  }, [])
  const seconds = Math.floor((now - Date.parse(since)) / 1000)
  return seconds < 1 ? null : <span className="running-clock still figure">{formatMs(seconds * 1000)}</span>
}

/** Shorter commands fit into the line above. */
const FITS_THE_LINE = 60

function hasBody(call: ChatCall, output: Output): boolean {
  const hasOutput = output.state === 'here' && output.stdout + output.stderr !== ''
  return call.status !== 'running' || hasOutput || call.inside !== undefined
}

type BodyProps = Pick<ToolCardProps, 'call' | 'output' | 'decision' | 'pictures' | 'actions'>

function Body({ call, output, decision, pictures, actions }: BodyProps) {
  const [isUnfolded, setUnfolded] = useState(false)
  const recovery = recoveryOf(call)
  const finished = call.run?.finished
  return (
    <>
      {decision}
      {recovery && <p className="output-note quiet small">{recovery.note}</p>}
      {call.plan && call.plan.coercions.length > 0 && (
        <p className="output-note quiet small">{call.plan.coercions.map(coercionWords).join(' · ')}</p>
      )}
      {call.plan && targetOf(call).length > FITS_THE_LINE && (
        <CommandText plan={call.plan} size="small" isUnfolded={isUnfolded} onUnfold={() => setUnfolded(true)} />
      )}
      {call.refusal && <p className="output-note quiet small">{sayMessage(call.refusal.message)}</p>}
      {finished?.failure && (
        <p className="output-note quiet small" data-look="bad">
          {sayMessage(finished.failure.message)}
        </p>
      )}
      {call.question && !asksNow(call) && <QuestionNote question={call.question} />}
      {call.status === 'timed-out' && call.plan && (
        <p className="output-note quiet small" data-look="bad">
          {say('Stopped after {seconds} s, the time limit of this tool.', {
            seconds: Math.round(call.plan.timeoutMs / 1000),
          })}
        </p>
      )}
      {call.status === 'interrupted' && (
        <p className="output-note quiet small">
          {say('Skillet was closed while this was running. It was not restarted.')}
        </p>
      )}
      {[...(finished?.refused ?? []), finished?.misfit ?? [], finished?.remark ?? []].flat().map((note) => (
        <p className="output-note quiet small" role="note" key={sayMessage(note)}>
          {sayMessage(note)}
        </p>
      ))}
      {call.run?.finished?.result !== undefined && <ResultView result={call.run.finished.result} label={call.tool} />}
      {pictures}
      {call.run && !isResultAlone(call, output) && <OutputView output={output} label={call.tool} />}
      {actions}
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

/** It printed nothing besides its result. */
const isResultAlone = ({ run }: ChatCall, output: Output) =>
  run?.finished?.result !== undefined && output.state === 'here' && output.stdout === '' && output.stderr === ''

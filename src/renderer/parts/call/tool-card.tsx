import { ChevronRight } from 'lucide-react'
import { memo, type ReactNode, useEffect, useId, useRef, useState } from 'react'
import { IconButton } from '#renderer/parts/ui/button.tsx'
import { StatusIcon } from '#renderer/parts/ui/status-icon.tsx'
import { say, sayMessage } from '#shared/messages/say'
import type { ChatCall } from '#shared/requests/chat-requests'
import { detailsOf, opensByItself, recoveryOf, targetOf, verbOf } from './call-words.ts'
import { CommandText } from './command-text.tsx'
import { type Output, OutputView, wantsOutput } from './output-view.tsx'

export interface ToolCardProps {
  call: ChatCall
  output: Output
  /** The approval of a call that waits. */
  approval: ReactNode
  /** Who let it run, where no person was asked. */
  decision?: ReactNode
  isInspected: boolean
  /** What can be done with it once it is over. */
  actions?: ReactNode
  /** Left out where there is no inspector. */
  onInspect?: ((call: string) => void) | undefined
  /** The card is open on a finished run whose output is not here yet. */
  onWantOutput: (run: string) => void
}

/** One line when closed. Opens by itself while it asks or runs, and when something went wrong. */
export const ToolCard = memo(function ToolCard({
  call,
  output,
  approval,
  decision,
  actions,
  isInspected,
  onInspect,
  onWantOutput,
}: ToolCardProps) {
  const [chosen, setChosen] = useState<boolean | null>(null)
  const isWaiting = call.status === 'waiting'
  const isOpen = isWaiting || (chosen ?? (opensByItself(call.status) && hasBody(call, output)))
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
      data-status={call.status}
      data-open={isOpen}
    >
      <div className="tool-card-line row">
        <button
          type="button"
          ref={toggle}
          className="tool-card-toggle row gap-2 grow soft"
          aria-expanded={isOpen}
          aria-controls={bodyId}
          disabled={isWaiting}
          onClick={() => setChosen(!isOpen)}
        >
          <StatusIcon status={call.status} />
          <span className="still">{verbOf(call.status)}</span>
          <code className="truncate" dir="ltr">
            {targetOf(call)}
          </code>
          {recovery && <span className="tag still">{recovery.tag}</span>}
          {call.caller.kind === 'person' && <span className="tag still">{say('by you')}</span>}
          <span className="tool-card-details still figure end">{detailsOf(call).join(' · ')}</span>
          {!isWaiting && <ChevronRight className="chevron still quiet" size="0.875rem" aria-hidden="true" />}
        </button>
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
        {isOpen && (isWaiting ? approval : <Body call={call} output={output} decision={decision} actions={actions} />)}
      </div>
    </article>
  )
})

/** Shorter commands stand whole in the line above. */
const FITS_THE_LINE = 60

function hasBody(call: ChatCall, output: Output): boolean {
  return call.status !== 'running' || output.state === 'here'
}

type BodyProps = Pick<ToolCardProps, 'call' | 'output' | 'decision' | 'actions'>

function Body({ call, output, decision, actions }: BodyProps) {
  const [isUnfolded, setUnfolded] = useState(false)
  const recovery = recoveryOf(call)
  const finished = call.run?.finished
  return (
    <>
      {decision}
      {recovery && <p className="output-note quiet small">{recovery.note}</p>}
      {call.plan && call.plan.coercions.length > 0 && (
        <p className="output-note quiet small">
          {call.plan.coercions
            .map(({ param, from, to }) =>
              say('{param}: {from} interpreted as {to}', { param, from: JSON.stringify(from), to: JSON.stringify(to) }),
            )
            .join(' · ')}
        </p>
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
      {call.run && <OutputView output={output} label={call.tool} />}
      {actions}
    </>
  )
}

/** The buttons of an answered approval are gone; who used them stays where they were. */
function useFocusAfterAnswer(isWaiting: boolean, toggle: React.RefObject<HTMLButtonElement | null>): void {
  const wasInside = useRef(false)
  useEffect(() => {
    const card = toggle.current?.closest('article')
    if (!isWaiting || !card) return
    const follow = () => {
      wasInside.current = card.contains(document.activeElement)
    }
    document.addEventListener('focusin', follow)
    return () => {
      document.removeEventListener('focusin', follow)
      if (wasInside.current && document.activeElement === document.body) toggle.current?.focus()
      wasInside.current = false
    }
  }, [isWaiting, toggle])
}

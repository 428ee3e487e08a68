import { useId, useRef, useState } from 'react'
import { Button } from '#renderer/parts/ui/button.tsx'
import { keyLabel } from '#renderer/parts/ui/keys.ts'
import { Said } from '#renderer/parts/ui/said.tsx'
import { describe } from '#shared/call/describe-action'
import type { JsonObject } from '#shared/json'
import { say, sayMessage, type Text } from '#shared/messages/say'
import type { ChatApproval } from '#shared/requests/chat-requests'
import { ApprovalDiffers, DenyNote, EditArguments, RememberChoices } from './approval-choices.tsx'
import { ApprovalFacts } from './approval-facts.tsx'
import { useApprovalKeys, useTakesKeys } from './approval-keys.ts'
import { ArgvRows, countOrigins } from './argv-rows.tsx'
import { byteLength, FOLD_BYTES, foldSegments, segmentsOf } from './command-segments.ts'
import { CommandText } from './command-text.tsx'
import { judgedRisk } from './plan-words.ts'
import { RiskBadge } from './risk-badge.tsx'
import { useArming } from './use-arming.ts'

export interface ApprovalProps {
  tool: string
  approval: ChatApproval
  isMac: boolean
  /** Its answer is on the way. */
  isAnswering: boolean
  /** Where others wait beside it: which of how many it is, from 1 on. */
  place?: { at: number; of: number } | undefined
  /** The model had read untrusted output when it asked. */
  followsUntrusted?: boolean | undefined
  /** What it was called with, where that may be edited. */
  args?: JsonObject | undefined
  /** The person's own call. */
  isOwn?: boolean | undefined
  onAnswer: (decision: 'once' | 'deny' | 'remember', more?: { note?: string; choice?: string }) => void
  /** JSON of other arguments, to be run in its place. */
  onEdit?: ((args: string) => void) | undefined
}

const NOT_WHOLE = 'Show everything before you can run it.' satisfies Text
const NOT_SEEN = 'Scroll up to see all of it.' satisfies Text
const HELD: Record<'deny-typing' | 'run-typing', Text> = {
  'deny-typing': 'Press Esc again to deny.',
  'run-typing': 'Send or clear your message first.',
}

type Panel = 'note' | 'edit' | 'remember' | null

/** Built from the plan that main would run, and nothing a model wrote about it. */
export function Approval(props: ApprovalProps) {
  const { tool, approval, isMac, isAnswering, place, followsUntrusted, args, isOwn, onAnswer, onEdit } = props
  const { plan, proposals = [], differs = [] } = approval
  const risk = judgedRisk(plan, approval.verdict)
  const card = useRef<HTMLFieldSetElement>(null)
  const header = useRef<HTMLElement>(null)
  const footer = useRef<HTMLElement>(null)
  const [isUnfolded, setUnfolded] = useState(false)
  const [hasRows, setRows] = useState(plan.notes.length > 0)
  const [panel, setPanel] = useState<Panel>(null)
  const rowsId = useId()
  const isWhole = isUnfolded || !isFolded(approval)
  const { armed, isSeen, isBeginningSeen, check } = useArming(header, footer, approval.digest)
  const takesKeys = useTakesKeys(card, isSeen)
  const origins = countOrigins(plan, isOwn)
  const isReady = armed && isWhole && !isAnswering
  const answer: ApprovalProps['onAnswer'] = (decision, more) => {
    if (isAnswering || (decision !== 'deny' && !(isWhole && check()))) return
    onAnswer(decision, more)
  }
  const toggleRows = () => {
    setRows(!(hasRows && isWhole))
    setUnfolded(true)
  }
  const toggle = (which: Panel) => setPanel(panel === which ? null : which)
  const held = useApprovalKeys(card, {
    ...{ isMac, takesKeys, isOpen: panel !== null },
    onKey(command) {
      if (panel === null) answer(command === 'run' ? 'once' : 'deny')
      else if (command === 'deny') setPanel(null)
    },
  })
  const hint = held ? HELD[held] : !isWhole ? NOT_WHOLE : isBeginningSeen ? null : NOT_SEEN

  return (
    <fieldset
      className="approval"
      ref={card}
      data-approval={approval.digest}
      aria-label={say('Approve {tool}', { tool })}
    >
      <header className="stack pad" ref={header}>
        <RiskBadge risk={risk} />
        <strong>
          <Said text="{tool} wants to run a command" values={{ tool: <code>{tool}</code> }} />
          {place && ' '}
          {place && <span className="figure">{say('{done} of {whole}', { done: place.at, whole: place.of })}</span>}
        </strong>
        <p className="soft small">
          {risk.reasons.map(sayMessage).join(' · ')}
          {followsUntrusted && (
            <span
              className="tag"
              data-look="warning"
              title={say('Untrusted text may have led the model to ask for this.')}
            >
              {say('follows untrusted output')}
            </span>
          )}
        </p>
      </header>
      <ApprovalDiffers differs={differs} />
      <CommandText plan={plan} isUnfolded={isUnfolded} onUnfold={() => setUnfolded(true)} />
      <div className="approval-origins wrap apart quiet small row">
        <span>
          {origins.map(({ origin, text }, at) => (
            <span key={origin} data-origin={origin}>
              {at > 0 && ', '}
              {text}
            </span>
          ))}
        </span>
        <button
          type="button"
          className="text-button"
          aria-expanded={hasRows && isWhole}
          aria-controls={rowsId}
          onClick={toggleRows}
        >
          {say(hasRows && isWhole ? 'Hide arguments' : 'Show arguments')}
        </button>
      </div>
      <div id={rowsId} hidden={!hasRows}>
        {hasRows && isWhole && <ArgvRows plan={plan} isOwn={isOwn} />}
      </div>
      <ApprovalFacts plan={plan} isOwn={isOwn} isUnfolded={isUnfolded} onUnfold={() => setUnfolded(true)} />
      {panel === 'note' && <DenyNote isAnswering={isAnswering} onDeny={(note) => answer('deny', { note })} />}
      {panel === 'remember' && (
        <RememberChoices
          proposals={proposals}
          isReady={isReady}
          isAnswering={isAnswering}
          onRemember={(choice) => answer('remember', { choice })}
        />
      )}
      {panel === 'edit' && args && onEdit && <EditArguments args={args} isSending={isAnswering} onEdit={onEdit} />}
      <footer className="row gap-3 wrap" ref={footer}>
        <Button look="quiet" keys={takesKeys ? 'Esc' : undefined} disabled={isAnswering} onClick={() => answer('deny')}>
          {say('Deny')}
        </Button>
        <button type="button" className="text-button" aria-expanded={panel === 'note'} onClick={() => toggle('note')}>
          {say('Deny with a note')}
        </button>
        <span className="approval-hint grow care small" role="status">
          {hint && say(hint)}
        </span>
        {args && onEdit && (
          <Button aria-expanded={panel === 'edit'} disabled={isAnswering} onClick={() => toggle('edit')}>
            {say('Edit arguments')}
          </Button>
        )}
        {proposals.length > 0 && (
          <Button aria-expanded={panel === 'remember'} disabled={isAnswering} onClick={() => toggle('remember')}>
            {say('Always allow…')}
          </Button>
        )}
        <Button
          look="strong"
          keys={takesKeys ? keyLabel('Mod+Enter', isMac) : undefined}
          disabled={!isReady}
          onKeyDown={(event) => event.key === 'Enter' && event.preventDefault()}
          onClick={() => answer('once')}
        >
          {say('Run once')}
        </Button>
      </footer>
    </fieldset>
  )
}

function isFolded({ plan }: ChatApproval): boolean {
  if (foldSegments(segmentsOf(plan), false).foldedBytes > 0) return true
  return describe(plan.action).some(({ text }) => byteLength(text) > FOLD_BYTES)
}

import { type ReactNode, useId, useLayoutEffect, useRef, useState } from 'react'
import { Button } from '#renderer/parts/ui/button.tsx'
import { Icon } from '#renderer/parts/ui/icon.tsx'
import { keyLabel } from '#renderer/parts/ui/keys.ts'
import { Said } from '#renderer/parts/ui/said.tsx'
import { natureOf } from '#shared/call/nature'
import { say, type Text } from '#shared/messages/say'
import type { ChatApproval } from '#shared/requests/chat-requests'
import { textOfHeading } from '#shared/skill/tool-words'
import { CardFrame, DenyButton, ProgramTag, useCard } from './approval-card.tsx'
import { ApprovalDiffers, DenyNote, RememberChoices } from './approval-choices.tsx'
import { ApprovalFacts, ExactFacts } from './approval-facts.tsx'
import { useApprovalKeys } from './approval-keys.ts'
import { finalWords, Target } from './approval-target.tsx'
import { ArgvRows, countOrigins } from './argv-rows.tsx'
import { headingFor } from './call-words.ts'
import { ChangePreview, figureOf } from './change-preview.tsx'
import { CommandText } from './command-text.tsx'
import { HeadingText, NatureChip } from './nature-chip.tsx'
import { isFolded, needsDetails } from './needs-details.ts'
import { judgedRisk } from './plan-words.ts'

export interface ApprovalProps {
  tool: string
  approval: ChatApproval
  isMac: boolean
  /** Its answer is being sent. */
  isAnswering: boolean
  /** If several calls wait: navigation between them, and what they are. */
  pager?: ReactNode
  others?: ReactNode
  /** Allows all waiting calls at once. */
  batch?: { words: string; allow(): void } | undefined
  /** The model had read untrusted output before it made the call. */
  followsUntrusted?: boolean | undefined
  /** The other program that makes the call. */
  program?: string | undefined
  /** The person's own call. */
  isOwn?: boolean | undefined
  onAnswer: (decision: 'once' | 'deny' | 'remember', more?: { note?: string; choice?: string }) => void
  /** The form for its arguments, if they can be changed here. */
  edit?: (() => ReactNode) | undefined
}

const NOT_WHOLE = 'Show everything before you can run it.' satisfies Text
const NOT_SEEN = 'Scroll up to see all of it.' satisfies Text
const HELD: Record<'deny-typing' | 'run-typing', Text> = {
  'deny-typing': 'Press Esc again to deny.',
  'run-typing': 'Send or clear your message first.',
}

type Panel = 'note' | 'edit' | 'remember' | null

/** Built from the plan that main would run; of the model it holds marked values alone. */
export function Approval(props: ApprovalProps) {
  const { tool, approval, isMac, isAnswering, pager, others, batch, followsUntrusted, isOwn, program, onAnswer, edit } =
    props
  const { plan, proposals = [], differs = [] } = approval
  const risk = judgedRisk(plan, approval.verdict)
  const nature = natureOf(plan)
  const isFinal = nature === 'gone'
  const { card, header, footer, takesKeys, armed, isBeginningSeen, check } = useCard(approval.digest)
  const line = useRef<HTMLDivElement>(null)
  const [isUnfolded, setUnfolded] = useState(false)
  const [isOpen, setOpen] = useState(() => needsDetails(approval))
  const [hasRows, setRows] = useState(plan.notes.length > 0)
  const [panel, setPanel] = useState<Panel>(null)
  const rowsId = useId()
  const detailsId = useId()
  const isWhole = isUnfolded || !isFolded(approval)
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
      if (panel !== null) return command === 'deny' ? setPanel(null) : undefined
      if (command === 'deny' || !isFinal) answer(command === 'run' ? 'once' : 'deny')
    },
  })
  // Three lines of a command can be read at a glance; of a longer one, the end must have been seen.
  useLayoutEffect(() => {
    const box = line.current
    if (box && box.scrollHeight > 3.5 * Number.parseFloat(getComputedStyle(box).lineHeight)) setOpen(true)
  }, [])
  useLayoutEffect(() => card.current?.scrollIntoView?.({ block: 'nearest' }), [card])
  // Scrolls to the buttons, which answer what the person asked for.
  useLayoutEffect(() => {
    if (panel !== null) footer.current?.scrollIntoView?.({ block: 'nearest' })
  }, [panel, footer])
  const hint = held ? HELD[held] : !isWhole ? NOT_WHOLE : isBeginningSeen ? null : NOT_SEEN
  const heading = headingFor(plan)
  const figure = figureOf(plan)
  const command = (size: 'large' | 'line') => (
    <CommandText plan={plan} size={size} isUnfolded={isUnfolded} onUnfold={() => setUnfolded(true)} />
  )

  return (
    <CardFrame
      {...{ tool, pager, card, header, digest: approval.digest }}
      heading={
        <>
          {heading ? (
            <HeadingText pieces={heading} />
          ) : (
            <Said text="{tool} wants to run a command" values={{ tool: <code>{tool}</code> }} />
          )}
          {figure && <small className="soft digits">{figure}</small>}
        </>
      }
      chip={<NatureChip plan={plan} risk={risk.class} />}
      target={
        <>
          <Target approval={approval} />
          {program !== undefined && <ProgramTag name={program} />}
          {followsUntrusted && (
            <span
              className="tag"
              data-look="warning"
              title={say('Untrusted text may have led the model to ask for this.')}
            >
              {say('follows untrusted output')}
            </span>
          )}
        </>
      }
      more={
        plan.action.kind === 'mcp' &&
        plan.heading && <p className="question-words small">{textOfHeading(plan.heading.now)}</p>
      }
    >
      <ApprovalDiffers differs={differs} />
      {!isOpen && (
        <div className="approval-line" ref={line}>
          {command('line')}
        </div>
      )}
      <ChangePreview plan={plan} />
      <section id={detailsId} className="approval-details" hidden={!isOpen} aria-label={say('Details')}>
        {isOpen && command('large')}
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
          <ExactFacts plan={plan} />
        </div>
        <ApprovalFacts plan={plan} isOwn={isOwn} isUnfolded={isUnfolded} onUnfold={() => setUnfolded(true)} />
      </section>
      {others}
      {panel === 'note' && <DenyNote isAnswering={isAnswering} onDeny={(note) => answer('deny', { note })} />}
      {panel === 'remember' && (
        <RememberChoices
          proposals={proposals}
          isReady={isReady}
          isAnswering={isAnswering}
          onRemember={(choice) => answer('remember', { choice })}
        />
      )}
      {panel === 'edit' && edit?.()}
      <footer className="row wrap" ref={footer}>
        <span className="row wrap">
          <Button
            look="quiet"
            aria-expanded={isOpen}
            aria-controls={detailsId}
            className="approval-open"
            onClick={() => setOpen(!isOpen)}
          >
            <span className="chevron">
              <Icon name="right" size={14} />
            </span>
            {say('Details')}
          </Button>
          {edit && (
            <Button
              look="quiet"
              aria-label={say('Edit arguments')}
              aria-expanded={panel === 'edit'}
              disabled={isAnswering}
              onClick={() => toggle('edit')}
            >
              {say('Edit')}
            </Button>
          )}
          {proposals.length > 0 && !isFinal && (
            <Button
              look="quiet"
              aria-expanded={panel === 'remember'}
              disabled={isAnswering}
              onClick={() => toggle('remember')}
            >
              {say('Always allow…')}
            </Button>
          )}
          {!others && (
            <Button look="quiet" aria-expanded={panel === 'note'} disabled={isAnswering} onClick={() => toggle('note')}>
              {say('Deny with a note')}
            </Button>
          )}
        </span>
        <span className="approval-hint care small" role="status">
          {hint && say(hint)}
        </span>
        <span className="row gap-2 end">
          <DenyButton {...{ takesKeys, isAnswering }} onDeny={() => answer('deny')} />
          {batch && (
            <Button disabled={!isReady} onClick={() => check() && batch.allow()}>
              {batch.words}
            </Button>
          )}
          <Button
            look={isFinal ? 'destroy' : 'strong'}
            aria-label={isFinal ? `${say('Run once')}: ${finalWords(approval, tool)}` : undefined}
            keys={takesKeys && !isFinal ? keyLabel('Mod+Enter', isMac) : undefined}
            disabled={!isReady || panel === 'edit'}
            onKeyDown={(event) => event.key === 'Enter' && event.preventDefault()}
            onClick={() => answer('once')}
          >
            {isFinal ? finalWords(approval, tool) : say('Run once')}
          </Button>
        </span>
      </footer>
    </CardFrame>
  )
}

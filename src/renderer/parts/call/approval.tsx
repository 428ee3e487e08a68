import { type ReactNode, useId, useLayoutEffect, useRef, useState } from 'react'
import { Button } from '#renderer/parts/ui/button.tsx'
import { Icon } from '#renderer/parts/ui/icon.tsx'
import { keyLabel } from '#renderer/parts/ui/keys.ts'
import { Said } from '#renderer/parts/ui/said.tsx'
import { describe } from '#shared/call/describe-action'
import { natureOf } from '#shared/call/nature'
import { say, type Text } from '#shared/messages/say'
import type { ChatApproval } from '#shared/requests/chat-requests'
import { textOfHeading } from '#shared/skill/tool-words'
import { toVisible } from '#shared/visible'
import { ApprovalDiffers, DenyNote, RememberChoices } from './approval-choices.tsx'
import { ApprovalFacts, ExactFacts } from './approval-facts.tsx'
import { useApprovalKeys, useTakesKeys } from './approval-keys.ts'
import { ArgvRows, countOrigins } from './argv-rows.tsx'
import { ChangePreview, figureOf, isPreviewed } from './change-preview.tsx'
import { byteLength, FOLD_BYTES, foldSegments, segmentsOf } from './command-segments.ts'
import { CommandText } from './command-text.tsx'
import { HeadingText, NatureChip } from './nature-chip.tsx'
import { judgedRisk, whyAsked } from './plan-words.ts'
import { useArming } from './use-arming.ts'

export interface ApprovalProps {
  tool: string
  approval: ChatApproval
  isMac: boolean
  /** Its answer is on the way. */
  isAnswering: boolean
  /** Where others wait beside it: how to reach them, and what they are. */
  pager?: ReactNode
  others?: ReactNode
  /** Allows all that wait at once. */
  batch?: { words: string; allow(): void } | undefined
  /** The model had read untrusted output when it asked. */
  followsUntrusted?: boolean | undefined
  /** The other program whose call it is. */
  program?: string | undefined
  /** The person's own call. */
  isOwn?: boolean | undefined
  onAnswer: (decision: 'once' | 'deny' | 'remember', more?: { note?: string; choice?: string }) => void
  /** The form with its arguments, where those may be changed here. */
  edit?: (() => ReactNode) | undefined
}

const NOT_WHOLE = 'Show everything before you can run it.' satisfies Text
const NOT_SEEN = 'Scroll up to see all of it.' satisfies Text
const HELD: Record<'deny-typing' | 'run-typing', Text> = {
  'deny-typing': 'Press Esc again to deny.',
  'run-typing': 'Send or clear your message first.',
}

type Panel = 'note' | 'edit' | 'remember' | null

/** Whose call it is, where that is another program's. */
export const ProgramTag = ({ name }: { name: string }) => (
  <span className="tag" data-look="warning">
    {say('Asked for by {name}', { name: toVisible(name).text })}
  </span>
)

/** Built from the plan that main would run; of the model it holds marked values alone. */
export function Approval(props: ApprovalProps) {
  const { tool, approval, isMac, isAnswering, pager, others, batch, followsUntrusted, isOwn, program, onAnswer, edit } =
    props
  const { plan, proposals = [], differs = [] } = approval
  const risk = judgedRisk(plan, approval.verdict)
  const nature = natureOf(plan)
  const isFinal = nature === 'gone'
  const card = useRef<HTMLFieldSetElement>(null)
  const header = useRef<HTMLElement>(null)
  const footer = useRef<HTMLElement>(null)
  const line = useRef<HTMLDivElement>(null)
  const [isUnfolded, setUnfolded] = useState(false)
  const [isOpen, setOpen] = useState(() => opensByItself(approval))
  const [hasRows, setRows] = useState(plan.notes.length > 0)
  const [panel, setPanel] = useState<Panel>(null)
  const rowsId = useId()
  const detailsId = useId()
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
      if (panel !== null) return command === 'deny' ? setPanel(null) : undefined
      if (command === 'deny' || !isFinal) answer(command === 'run' ? 'once' : 'deny')
    },
  })
  // Three lines of a command are read at a glance; of more, the end has to be seen.
  useLayoutEffect(() => {
    const box = line.current
    if (box && box.scrollHeight > 3.5 * Number.parseFloat(getComputedStyle(box).lineHeight)) setOpen(true)
  }, [])
  useLayoutEffect(() => card.current?.scrollIntoView?.({ block: 'nearest' }), [])
  // What was asked for is answered by the buttons below it.
  useLayoutEffect(() => {
    if (panel !== null) footer.current?.scrollIntoView?.({ block: 'nearest' })
  }, [panel])
  const hint = held ? HELD[held] : !isWhole ? NOT_WHOLE : isBeginningSeen ? null : NOT_SEEN
  const heading = plan.heading?.now
  const figure = figureOf(plan)
  const command = (size: 'large' | 'line') => (
    <CommandText plan={plan} size={size} isUnfolded={isUnfolded} onUnfold={() => setUnfolded(true)} />
  )

  return (
    <fieldset
      className="approval"
      ref={card}
      data-approval={approval.digest}
      aria-label={say('Approve {tool}', { tool })}
    >
      <header className="approval-head" ref={header}>
        <i className="waits" />
        <h2>
          {heading ? (
            <HeadingText pieces={heading} />
          ) : (
            <Said text="{tool} wants to run a command" values={{ tool: <code>{tool}</code> }} />
          )}
          {figure && <small className="soft digits">{figure}</small>}
        </h2>
        <NatureChip plan={plan} risk={risk.class} />
        <p className="soft">
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
        </p>
        {pager}
      </header>
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
        <span className="row still">
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
          <Button
            look="quiet"
            className="deny"
            keys={takesKeys ? 'Esc' : undefined}
            disabled={isAnswering}
            onClick={() => answer('deny')}
          >
            {say('Deny')}
          </Button>
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
    </fieldset>
  )
}

/** Where it happens, what becomes of the file that was there, and why it asks. */
function Target({ approval: { plan, verdict } }: { approval: ChatApproval }) {
  const { action, replaces = [] } = plan
  const isKept = replaces.length > 0 && replaces.every(({ noCopy }) => !noCopy)
  const why = whyAsked(plan, verdict)
  const sentences = [
    isKept && say('A copy of the old file is kept for 30 days'),
    natureOf(plan) === 'gone' && say('No copy is kept'),
    why,
  ].filter((text) => typeof text === 'string')
  if (sentences.length === 0)
    sentences.push(say(plan.risk.class === 'B' ? 'This chat asks every time' : 'Changes always ask'))
  return (
    <>
      {action.kind === 'process' && (
        <>
          <Said text="In {folder}" values={{ folder: <code dir="ltr">{toVisible(action.cwd).text}</code> }} />
          {' · '}
        </>
      )}
      {sentences.join(' · ')}
    </>
  )
}

/** `Delete 14 files`: a button that cannot be taken back says what it does. */
function finalWords({ plan }: ChatApproval, tool: string): string {
  const deleted = plan.effects.filter((effect) => effect.does === 'delete' && effect.slot && !effect.tree)
  const isAll = plan.effects.every((effect) => effect.does !== 'delete' || deleted.includes(effect))
  const files = isAll ? deleted.length : 0
  if (files > 0) return files === 1 ? say('Delete 1 file') : say('Delete {count} files', { count: files })
  const heading = plan.heading && textOfHeading(plan.heading.now)
  return heading !== undefined && heading.length <= 40 ? heading : say('Run {tool}', { tool })
}

/** What nobody should decide without a look at the machine's side of it. */
function opensByItself(approval: ChatApproval): boolean {
  const { plan, differs = [] } = approval
  const nature = natureOf(plan)
  const isLoose = plan.action.kind === 'process' && (plan.sandbox ?? 'none') === 'none'
  const hasContent = describe(plan.action).some(({ isContent }) => isContent) && !isPreviewed(plan)
  const isNoted = plan.notes.length > 0 || plan.coercions.length > 0 || plan.resolvers.length > 0
  return (
    nature === 'gone' ||
    nature === 'code' ||
    isLoose ||
    hasContent ||
    isNoted ||
    differs.length > 0 ||
    isFolded(approval)
  )
}

function isFolded({ plan }: ChatApproval): boolean {
  if (foldSegments(segmentsOf(plan), false).foldedBytes > 0) return true
  const hasCopies = plan.replaces?.some(({ diff, noCopy }) => diff && !noCopy) === true
  return !hasCopies && describe(plan.action).some(({ text }) => byteLength(text) > FOLD_BYTES)
}

import { useId, useLayoutEffect, useRef, useState } from 'react'
import { ApprovalFacts, ExactFacts } from '#renderer/parts/call/approval-facts.tsx'
import { headingFor, judgedRisk, whyAsked } from '#renderer/parts/call/call-words.ts'
import { ChangePreview, figureOf, isPreviewed } from '#renderer/parts/call/change-preview.tsx'
import {
  ArgvRows,
  byteLength,
  CommandText,
  countOrigins,
  FOLD_BYTES,
  foldSegments,
  segmentsOf,
  useFolding,
} from '#renderer/parts/call/command-text.tsx'
import { HeadingText, NatureChip } from '#renderer/parts/call/nature-chip.tsx'
import { Button, TextButton } from '#renderer/parts/ui/controls.tsx'
import { Icon } from '#renderer/parts/ui/icon.tsx'
import { keyLabel } from '#renderer/parts/ui/keys.ts'
import { Said } from '#renderer/parts/ui/said.tsx'
import { useApp } from '#renderer/store/app.ts'
import type { Answering } from '#renderer/store/calls.ts'
import { describe } from '#shared/call/describe-action'
import { natureOf } from '#shared/call/nature'
import { say, type Text } from '#shared/messages/say'
import type { ChatApproval } from '#shared/requests/chat-requests'
import { textOfHeading } from '#shared/skill/tool-words'
import { toVisible } from '#shared/visible'
import { type Asked, CardFrame, useCard } from './approval-card.tsx'
import { ApprovalDiffers, DenyNote, RememberChoices } from './approval-choices.tsx'
import { EditCall, useTool } from './call-actions.tsx'
import { ClosedApproval } from './closed-approval.tsx'
import { AllowReads } from './other-calls.tsx'

export function WaitingApproval({ call, waiting }: Omit<Asked, 'approval'>) {
  const approval = call.approvals.at(-1)
  if (approval?.state !== 'waiting') return null
  // Only a declared path is certainly a path; other calls are asked about as usual.
  const closed = approval.plan.closed?.find(({ param }) => param !== undefined)
  const asked = { call, approval, waiting }
  return closed ? (
    <ClosedApproval key={approval.digest} {...asked} closed={closed} />
  ) : (
    <Approval key={approval.digest} {...asked} />
  )
}

const NOT_WHOLE = 'Show everything before you can run it.' satisfies Text
const NOT_SEEN = 'Scroll up to see all of it.' satisfies Text
const HELD: Record<'deny-typing' | 'run-typing', Text> = {
  'deny-typing': 'Press Esc again to deny.',
  'run-typing': 'Send or clear your message first.',
}

type Panel = 'note' | 'edit' | 'remember' | null

/** Built from the plan that main would run. From the model it contains nothing but marked values. */
function Approval(asked: Asked) {
  const { call, approval, waiting } = asked
  const { tool } = call
  const { plan, proposals = [], differs = [] } = approval
  const isOwn = call.caller.kind === 'person'
  const isFinal = natureOf(plan) === 'gone'
  const isEditable = useTool(tool) !== undefined && waiting !== undefined
  const hasOthers = waiting !== undefined && waiting.length > 1
  const line = useRef<HTMLDivElement>(null)
  const folding = useFolding()
  const [isOpen, setOpen] = useState(() => needsDetails(approval))
  const [hasRows, setRows] = useState(plan.notes.length > 0)
  const [panel, setPanel] = useState<Panel>(null)
  const rowsId = useId()
  const detailsId = useId()
  const send = (answering: Answering) => void useApp.getState().answerApproval(call.call, approval.digest, answering)
  const answer = (answering: Answering) => {
    if (isAnswering || (answering.decision !== 'deny' && !(isWhole && check()))) return
    send(answering)
  }
  const deny = () => answer({ decision: 'deny' })
  /** By key, so that the focus goes back to the button that opened it. */
  const closePanel = () => {
    footer.current?.querySelector<HTMLElement>('[aria-expanded="true"]:not([aria-controls])')?.focus()
    setPanel(null)
  }
  const state = useCard(asked, {
    isOpen: panel !== null,
    onKey(command) {
      if (panel !== null) return command === 'deny' ? closePanel() : undefined
      if (command === 'deny') deny()
      else if (!isFinal) answer({ decision: 'once' })
    },
  })
  const { card, footer, takesKeys, isMac, isAnswering, held, armed, isBeginningSeen, check } = state
  const isWhole = folding.isUnfolded || !isFolded(approval)
  const isReady = armed && isWhole && !isAnswering
  const toggleRows = () => {
    setRows(!(hasRows && isWhole))
    folding.onUnfold()
  }
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
  const opener = (which: Panel) => ({
    ...{ look: 'quiet' as const, 'aria-expanded': panel === which, disabled: isAnswering },
    onClick: () => setPanel(panel === which ? null : which),
  })

  return (
    <CardFrame
      {...{ ...asked, state }}
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
      chip={<NatureChip nature={natureOf(plan)} risk={judgedRisk(plan, approval.verdict).class} />}
      target={<Target approval={approval} />}
      more={
        plan.action.kind === 'mcp' &&
        plan.heading && <p className="question-words small">{textOfHeading(plan.heading.now)}</p>
      }
      panel={
        <>
          {panel === 'note' && (
            <DenyNote isAnswering={isAnswering} onDeny={(note) => answer({ decision: 'deny', note })} />
          )}
          {panel === 'remember' && (
            <RememberChoices
              {...{ proposals, isReady, isAnswering }}
              onRemember={(choice) => answer({ decision: 'remember', choice })}
            />
          )}
          {panel === 'edit' && (
            <EditCall
              call={call}
              note={say('Runs in place of the model’s version. The model gets its output and is told of the change.')}
              action={say('Run my version')}
              onRun={(edited, preview) => send({ decision: 'once', edited, preview })}
            />
          )}
        </>
      }
      before={
        <>
          <span className="row wrap">
            <Button look="quiet" aria-expanded={isOpen} aria-controls={detailsId} onClick={() => setOpen(!isOpen)}>
              <span className="chevron stack">
                <Icon name="right" size={14} />
              </span>
              {say('Details')}
            </Button>
            {isEditable && <Button text="Edit" aria-label={say('Edit arguments')} {...opener('edit')} />}
            {proposals.length > 0 && !isFinal && <Button text="Always allow…" {...opener('remember')} />}
            {!hasOthers && <Button text="Deny with a note" {...opener('note')} />}
          </span>
          <span className="approval-hint care small" role="status">
            {hint && say(hint)}
          </span>
        </>
      }
      buttons={
        <>
          {hasOthers && <AllowReads {...{ waiting, isReady, check }} />}
          <Button
            look={isFinal ? 'destroy' : 'strong'}
            aria-label={isFinal ? `${say('Run once')}: ${finalWords(approval, tool)}` : undefined}
            keys={takesKeys && !isFinal ? keyLabel('Mod+Enter', isMac) : undefined}
            disabled={!isReady || panel === 'edit'}
            onKeyDown={(event) => event.key === 'Enter' && event.preventDefault()}
            onClick={() => answer({ decision: 'once' })}
          >
            {isFinal ? finalWords(approval, tool) : say('Run once')}
          </Button>
        </>
      }
      onDeny={deny}
    >
      <ApprovalDiffers differs={differs} />
      {!isOpen && (
        <div className="approval-line" ref={line}>
          <CommandText plan={plan} size="line" {...folding} />
        </div>
      )}
      <ChangePreview plan={plan} />
      <section
        id={detailsId}
        className="approval-details ruled-above"
        hidden={!isOpen}
        aria-label={say('Details of {tool}', { tool })}
      >
        {isOpen && <CommandText plan={plan} {...folding} />}
        <div className="approval-origins wrap apart quiet small row">
          <span>
            {countOrigins(plan, isOwn).map(({ origin, text }, at) => (
              <span key={origin} data-origin={origin}>
                {at > 0 && ', '}
                {text}
              </span>
            ))}
          </span>
          <TextButton
            text={hasRows && isWhole ? 'Hide arguments' : 'Show arguments'}
            aria-expanded={hasRows && isWhole}
            aria-controls={rowsId}
            onClick={toggleRows}
          />
        </div>
        <div id={rowsId} hidden={!hasRows}>
          {hasRows && isWhole && <ArgvRows plan={plan} isOwn={isOwn} />}
          <ExactFacts plan={plan} />
        </div>
        <ApprovalFacts {...{ plan, isOwn }} {...folding} />
      </section>
    </CardFrame>
  )
}

/** Where it happens, what becomes of an existing file, and why it asks. */
function Target({ approval: { plan, verdict } }: { approval: ChatApproval }) {
  const { action, replaces = [] } = plan
  const isKept = replaces.length > 0 && replaces.every(({ noCopy }) => !noCopy)
  const sentences = [
    isKept && say('A copy of the old file is kept for 30 days'),
    natureOf(plan) === 'gone' && say('No copy is kept'),
    whyAsked(plan, verdict),
  ].filter((text) => typeof text === 'string')
  const usual = say(plan.risk.class === 'B' ? 'This chat asks every time' : 'Changes always need your approval')
  return (
    <>
      {action.kind === 'process' && (
        <>
          <Said text="In {folder}" values={{ folder: <code dir="ltr">{toVisible(action.cwd).text}</code> }} />
          {' · '}
        </>
      )}
      {sentences.join(' · ') || usual}
    </>
  )
}

/** `Delete 14 files`: a button that cannot be undone says what it does. */
function finalWords({ plan }: ChatApproval, tool: string): string {
  const deleted = plan.effects.filter((effect) => effect.does === 'delete' && effect.slot && !effect.tree)
  const isAll = plan.effects.every((effect) => effect.does !== 'delete' || deleted.includes(effect))
  const files = isAll ? deleted.length : 0
  if (files > 0) return files === 1 ? say('Delete 1 file') : say('Delete {count} files', { count: files })
  const heading = plan.heading && textOfHeading(plan.heading.now)
  return heading !== undefined && heading.length <= 40 ? heading : say('Run {tool}', { tool })
}

/** Calls that nobody should decide about without the details. */
function needsDetails(approval: ChatApproval): boolean {
  const { plan, differs = [] } = approval
  const nature = natureOf(plan)
  const isLoose = plan.action.kind === 'process' && (plan.sandbox ?? 'none') === 'none'
  const hasContent = describe(plan.action).some(({ isContent }) => isContent) && !isPreviewed(plan)
  const isNoted = plan.notes.length > 0 || plan.coercions.length > 0 || plan.resolvers.length > 0
  const isRisky = nature === 'gone' || nature === 'code' || isLoose
  return isRisky || hasContent || isNoted || differs.length > 0 || isFolded(approval)
}

function isFolded({ plan }: ChatApproval): boolean {
  if (foldSegments(segmentsOf(plan), false).foldedBytes > 0) return true
  const hasCopies = plan.replaces?.some(({ diff, noCopy }) => diff && !noCopy) === true
  return !hasCopies && describe(plan.action).some(({ text }) => byteLength(text) > FOLD_BYTES)
}

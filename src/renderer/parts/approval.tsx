import { useEffect, useId, useRef, useState } from 'react'
import type { ChatApproval } from '#shared/chat-calls'
import { ApprovalFacts } from './approval-facts.tsx'
import { ArgvRows, countOrigins } from './argv-rows.tsx'
import { Button } from './button.tsx'
import { byteLength, FOLD_BYTES, foldSegments, segmentsOf } from './command-segments.ts'
import { CommandText } from './command-text.tsx'
import { approvalCommandOf, keyLabel } from './keys.ts'
import { RiskBadge } from './risk-badge.tsx'
import { useArming } from './use-arming.ts'

export interface ApprovalProps {
  tool: string
  approval: ChatApproval
  isMac: boolean
  /** Its answer is on the way. */
  isAnswering: boolean
  /** Takes the keys also while the focus is elsewhere: the first of those that wait. */
  takesKeys: boolean
  onAnswer: (decision: 'once' | 'deny') => void
}

/** Built from the plan that main would run, and nothing a model wrote about it. */
export function Approval({ tool, approval, isMac, isAnswering, takesKeys, onAnswer }: ApprovalProps) {
  const { plan } = approval
  const card = useRef<HTMLFieldSetElement>(null)
  const footer = useRef<HTMLElement>(null)
  const [isUnfolded, setUnfolded] = useState(false)
  const [hasRows, setRows] = useState(plan.notes.length > 0)
  const rowsId = useId()
  const isWhole = isUnfolded || !isFolded(approval)
  const { armed, check } = useArming(footer, approval.digest)
  const origins = countOrigins(plan)
  const answer = (decision: 'once' | 'deny') => {
    if (isAnswering || (decision === 'once' && !(isWhole && check()))) return
    onAnswer(decision)
  }
  const toggleRows = () => {
    setRows(!(hasRows && isWhole))
    setUnfolded(true)
  }
  useApprovalKeys(card, isMac, takesKeys, answer)

  return (
    <fieldset className="approval" ref={card} data-approval={approval.digest} aria-label={`Approve ${tool}`}>
      <header>
        <RiskBadge risk={plan.risk} />
        <strong>
          <code>{tool}</code> asks to run a command
        </strong>
        <p>{reasonsOf(approval).join(' · ')}</p>
      </header>
      <CommandText plan={plan} isUnfolded={isUnfolded} onUnfold={() => setUnfolded(true)} />
      <div className="approval-origins">
        <span>
          {origins.total}:{' '}
          {origins.parts.map(({ origin, text }, at) => (
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
          {hasRows && isWhole ? 'Hide the elements' : 'One a row'}
        </button>
      </div>
      <div id={rowsId} hidden={!hasRows}>
        {hasRows && isWhole && <ArgvRows plan={plan} />}
      </div>
      <ApprovalFacts plan={plan} isUnfolded={isUnfolded} onUnfold={() => setUnfolded(true)} />
      <footer ref={footer}>
        <Button look="quiet" keys="Esc" disabled={isAnswering} onClick={() => answer('deny')}>
          Deny
        </Button>
        <span className="approval-hint">{isWhole ? '' : 'Show all of it before it can run.'}</span>
        <Button
          look="strong"
          keys={keyLabel('Mod+Enter', isMac)}
          disabled={!armed || !isWhole || isAnswering}
          onKeyDown={(event) => event.key === 'Enter' && event.preventDefault()}
          onClick={() => answer('once')}
        >
          Run once
        </Button>
      </footer>
    </fieldset>
  )
}

/** The verdict's own words, unless they only repeat what makes it a risk. */
function reasonsOf({ plan, verdict }: ChatApproval): string[] {
  const { reasons } = plan.risk
  return reasons.some((reason) => verdict.reason.includes(reason)) ? reasons : [verdict.reason, ...reasons]
}

function isFolded({ plan }: ChatApproval): boolean {
  if (foldSegments(segmentsOf(plan), false).foldedBytes > 0) return true
  return [plan.stdin ?? '', ...plan.tempFiles.map(({ content }) => content)].some(
    (text) => byteLength(text) > FOLD_BYTES,
  )
}

function useApprovalKeys(
  card: React.RefObject<HTMLElement | null>,
  isMac: boolean,
  takesKeys: boolean,
  answer: (decision: 'once' | 'deny') => void,
): void {
  const latest = useRef(answer)
  latest.current = answer
  useEffect(() => {
    const receive = (event: KeyboardEvent) => {
      // What lies below a dialog cannot be seen whole, so no key decides about it.
      if (event.defaultPrevented || document.querySelector('dialog[open]')) return
      const focused = document.activeElement
      const owner = focused?.closest('[data-approval]')
      if (owner ? owner !== card.current : !takesKeys) return
      const isTyping = focused instanceof HTMLElement && 'value' in focused && focused.value !== ''
      const command = approvalCommandOf(event, isMac, isTyping)
      if (!command) return
      event.preventDefault()
      latest.current(command === 'run' ? 'once' : 'deny')
    }
    window.addEventListener('keydown', receive)
    return () => window.removeEventListener('keydown', receive)
  }, [card, isMac, takesKeys])
}

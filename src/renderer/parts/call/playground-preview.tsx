import { useState } from 'react'
import { nameAction } from '#shared/call/describe-action'
import { reasonsOf } from '#shared/call/risk'
import { say, sayMessage } from '#shared/messages/say'
import type { CallPreview } from '#shared/requests/record-requests'
import { ApprovalFacts } from './approval-facts.tsx'
import { ArgvRows } from './argv-rows.tsx'
import { CommandText } from './command-text.tsx'
import { NatureChip } from './nature-chip.tsx'
import { judgedRisk, whyAsked } from './plan-words.ts'

/** What would run with the current values, or why nothing would. Starts nothing. */
export function PlaygroundPreview({ preview, isBrief = false }: { preview: CallPreview | null; isBrief?: boolean }) {
  const [isUnfolded, setUnfolded] = useState(false)
  if (!preview) return <p className="quiet">{say('Preparing the preview')}</p>
  if (!preview.ok) {
    return (
      <p title={preview.code} className="bad pad-top-2">
        {sayMessage(preview.message)}
      </p>
    )
  }
  const { plan, verdict } = preview
  return (
    <div className="playground-plan pad-top-3 stack gap-3">
      <CommandText plan={plan} isUnfolded={isUnfolded} onUnfold={() => setUnfolded(true)} />
      <p>
        <NatureChip plan={plan} risk={judgedRisk(plan, verdict).class} />{' '}
        {isBrief ? whyAsked(plan, verdict) : reasonsOf(verdict).map(sayMessage).join(' · ')}
      </p>
      {!isBrief && (
        <>
          <ApprovalFacts plan={plan} isOwn isUnfolded={isUnfolded} onUnfold={() => setUnfolded(true)} />
          {(isUnfolded || nameAction(plan.action).length < 4000) && <ArgvRows plan={plan} isOwn />}
        </>
      )}
    </div>
  )
}

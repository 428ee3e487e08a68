import { useState } from 'react'
import { say, sayRecorded } from '#shared/messages/say'
import type { CallPreview } from '#shared/requests/record-requests'
import { ApprovalFacts } from './approval-facts.tsx'
import { ArgvRows } from './argv-rows.tsx'
import { CommandText } from './command-text.tsx'
import { judgedRisk } from './plan-words.ts'
import { RiskBadge } from './risk-badge.tsx'

/** What would run with what is filled in, or why nothing would. Nothing is started for it. */
export function PlaygroundPreview({ preview }: { preview: CallPreview | null }) {
  const [isUnfolded, setUnfolded] = useState(false)
  if (!preview) return <p className="quiet">{say('Preparing the preview')}</p>
  if (!preview.ok) {
    return (
      <p title={preview.code} className="playground-problem">
        {sayRecorded(preview.message)}
      </p>
    )
  }
  const { plan, verdict } = preview
  return (
    <div className="playground-plan stack gap-3">
      <CommandText plan={plan} isUnfolded={isUnfolded} onUnfold={() => setUnfolded(true)} />
      <p>
        <RiskBadge risk={judgedRisk(plan, verdict)} /> {sayRecorded(verdict.reason)}
      </p>
      <ApprovalFacts plan={plan} isOwn isUnfolded={isUnfolded} onUnfold={() => setUnfolded(true)} />
      {(isUnfolded || plan.argv.join(' ').length < 4000) && <ArgvRows plan={plan} isOwn />}
    </div>
  )
}

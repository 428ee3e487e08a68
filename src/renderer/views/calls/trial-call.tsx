import { useEffect, useRef } from 'react'
import { ToolCard } from '#renderer/parts/call/tool-card.tsx'
import { useApp } from '#renderer/store/app.ts'
import { CallMedia } from '#renderer/views/chat/media.tsx'
import type { ChatCall } from '#shared/requests/chat-requests'
import { CallActions } from './call-actions.tsx'
import { useOutput } from './call-entry.tsx'
import { WaitingApproval, WaitingQuestion } from './waiting-approval.tsx'

const { readOutput } = useApp.getState()

/** The person's own call outside any chat. */
export function TrialCall({ call }: { call: ChatCall }) {
  const output = useOutput(call)
  const approval = call.approvals.at(-1)
  const box = useRef<HTMLDivElement>(null)
  const waiting = approval?.state === 'waiting' ? approval.digest : null
  // A question must be visible to be answered.
  useEffect(() => {
    if (waiting !== null) box.current?.scrollIntoView({ block: 'end' })
  }, [waiting])
  return (
    <div className="calls stack" ref={box}>
      <ToolCard
        call={call}
        output={output}
        isInspected={false}
        onWantOutput={readOutput}
        pictures={<CallMedia call={call} />}
        question={<WaitingQuestion call={call} />}
        actions={<CallActions call={call} />}
        approval={<WaitingApproval call={call} isEditable={false} />}
      />
    </div>
  )
}

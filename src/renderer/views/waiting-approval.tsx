import { Approval } from '#renderer/parts/call/approval.tsx'
import { useApp } from '#renderer/store/app.ts'
import type { ChatCall } from '#shared/requests/chat-requests'

interface WaitingApprovalProps {
  call: ChatCall
  /** Where others wait beside it: which of how many it is, from 1 on. */
  place?: { at: number; of: number } | undefined
  /** Its arguments may be changed here before it runs. */
  isEditable: boolean
}

/** The question a call waits with, or nothing. */
export function WaitingApproval({ call, place, isEditable }: WaitingApprovalProps) {
  const isMac = useApp((app) => app.about?.platform === 'darwin')
  const isAnswering = useApp((app) => app.answering.has(call.call))
  const approval = call.approvals.at(-1)
  if (approval?.state !== 'waiting') return null
  const { answerApproval, runInstead } = useApp.getState()
  return (
    <Approval
      key={approval.digest}
      tool={call.tool}
      approval={approval}
      isMac={isMac}
      isAnswering={isAnswering}
      place={place}
      followsUntrusted={call.followsUntrusted}
      args={isEditable ? call.args : undefined}
      isOwn={call.caller.kind === 'person'}
      onAnswer={(decision, more) => void answerApproval(call.call, approval.digest, { decision, ...more })}
      onEdit={isEditable ? (args) => void runInstead(call.call, approval.digest, args) : undefined}
    />
  )
}

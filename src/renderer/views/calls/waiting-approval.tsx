import { Approval } from '#renderer/parts/call/approval.tsx'
import { ClosedApproval } from '#renderer/parts/call/closed-approval.tsx'
import { OtherCalls, Pager } from '#renderer/parts/call/other-calls.tsx'
import { QuestionForm } from '#renderer/parts/call/question-form.tsx'
import { useApp } from '#renderer/store/app.ts'
import type { Answering } from '#renderer/store/rules.ts'
import { natureOf } from '#shared/call/nature'
import { say, type Text } from '#shared/messages/say'
import type { ChatCall } from '#shared/requests/chat-requests'
import { useEditForm } from './call-actions.tsx'

interface WaitingApprovalProps {
  call: ChatCall
  /** All calls waiting in the chat, including this one. */
  waiting?: readonly ChatCall[]
  /** Its arguments can be changed before it runs. */
  isEditable: boolean
}

/** The card of a waiting call, or nothing. */
export function WaitingApproval({ call, waiting = [call], isEditable }: WaitingApprovalProps) {
  const isMac = useApp((app) => app.about?.platform === 'darwin')
  const isAnswering = useApp((app) => app.answering.has(call.call))
  const form = useEditForm(call)
  const approval = call.approvals.at(-1)
  if (approval?.state !== 'waiting') return null
  const { answerApproval, showWaiting } = useApp.getState()
  const at = waiting.indexOf(call)
  const go = (to: number) => showWaiting(waiting[to]?.call ?? null)
  const isSeveral = waiting.length > 1
  const place = {
    pager: isSeveral && <Pager at={at} of={waiting.length} onGo={go} />,
    others: isSeveral && <OtherCalls waiting={waiting} at={at} onGo={go} />,
  }
  const program = call.caller.kind === 'program' ? call.caller.name : undefined
  const shared = { tool: call.tool, approval, isMac, isAnswering, program, ...place }
  const answer = (answering: Answering) => void answerApproval(call.call, approval.digest, answering)
  // Only a declared path is certainly a path; other calls are asked about as usual.
  const closed = approval.plan.closed?.find(({ param }) => param !== undefined)
  if (closed) {
    return (
      <ClosedApproval
        key={approval.digest}
        {...shared}
        closed={closed}
        onOpen={(access) => answer({ decision: 'open', access })}
        onDeny={() => answer({ decision: 'deny' })}
      />
    )
  }
  return (
    <Approval
      key={approval.digest}
      {...shared}
      batch={batchOf(waiting)}
      followsUntrusted={call.followsUntrusted}
      isOwn={call.caller.kind === 'person'}
      onAnswer={(decision, more) => answer({ decision, ...more })}
      edit={
        isEditable && form
          ? () =>
              form({
                note: say('Runs in place of the model’s version. The model gets its output and is told of the change.'),
                action: say('Run my version'),
                onRun: (edited, preview) => answer({ decision: 'once', edited, preview }),
              })
          : undefined
      }
    />
  )
}

/** The question of a running call's server, or nothing. */
export function WaitingQuestion({ call: { call, question } }: { call: ChatCall }) {
  const isSending = useApp((app) => app.answering.has(call))
  if (!question) return null
  const { answerQuestion } = useApp.getState()
  return (
    <QuestionForm
      key={question.question}
      question={question}
      isSending={isSending}
      onAnswer={(values) => void answerQuestion(call, question.question, values)}
    />
  )
}

/** As many as the card lists. */
const MOST_AT_ONCE = 6
const NUMBERS: Text[] = ['two', 'three', 'four', 'five', 'six']

/** All waiting calls, if each only reads and is listed on the card. */
function batchOf(waiting: readonly ChatCall[]): { words: string; allow(): void } | undefined {
  const asked = waiting.flatMap(({ call, approvals }) => {
    const approval = approvals.at(-1)
    return approval?.state === 'waiting' && natureOf(approval.plan) === 'reads'
      ? [{ call, digest: approval.digest }]
      : []
  })
  const word = NUMBERS[waiting.length - 2]
  if (!word || asked.length < waiting.length || waiting.length > MOST_AT_ONCE) return undefined
  return {
    words: say('Allow all {count} reads', { count: say(word) }),
    allow() {
      for (const { call, digest } of asked) void useApp.getState().answerApproval(call, digest, { decision: 'once' })
    },
  }
}

import { memo, useMemo } from 'react'
import type { Output } from '#renderer/parts/call/output-view.tsx'
import { decidedUnasked, RuleLine } from '#renderer/parts/call/rule-line.tsx'
import { ToolCard } from '#renderer/parts/call/tool-card.tsx'
import { Message } from '#renderer/parts/chat/message.tsx'
import { useApp } from '#renderer/store/app.ts'
import type { RunOutput } from '#renderer/store/state.ts'
import { CallMedia } from '#renderer/views/chat/media.tsx'
import type { LiveOutput } from '#shared/chat/live'
import type { ChatCall } from '#shared/requests/chat-requests'
import { CallActions } from './call-actions.tsx'
import { askedCall, waitingCalls } from './waiting.ts'
import { WaitingApproval, WaitingQuestion } from './waiting-approval.tsx'

const { inspect, stopCall, readOutput } = useApp.getState()

export const CallEntry = memo(function CallEntry({ id }: { id: string }) {
  const waiting = useApp((app) => waitingCalls(app.chat))
  const asked = useApp((app) => askedCall(waiting, app.shownWaiting)?.call)
  const call = useApp((app) => app.chat?.calls.get(id))
  const isInspected = useApp((app) => app.inspected === id && app.isInspectorOpen)
  const output = useOutput(call)
  // Of several waiting calls, one is on the card and lists the others.
  if (!call || (call.status === 'waiting' && asked !== id)) return null
  return (
    <ToolCard
      call={call}
      output={output}
      isInspected={isInspected}
      onCancel={stopCall}
      onInspect={inspect}
      onWantOutput={readOutput}
      pictures={<CallMedia call={call} />}
      question={<WaitingQuestion call={call} />}
      decision={<DecidedBy call={call} />}
      actions={<CallActions call={call} />}
      inside={call.inside?.map((each) => <Inside key={each.seq} entry={each} />)}
      approval={<WaitingApproval call={call} waiting={waiting} isEditable />}
    />
  )
})

function Inside({ entry }: { entry: NonNullable<ChatCall['inside']>[number] }) {
  if (entry.kind === 'call') return <CallEntry id={entry.call} />
  const { role, content } = entry
  return <Message from={role} text={content} />
}

/** The rule or policy that decided, and how to end it. */
function DecidedBy({ call }: { call: ChatCall }) {
  const decided = decidedUnasked(call)
  return (
    decided && <RuleLine {...decided} onRevoke={(rule) => void useApp.getState().change('rule.revoke', { rule })} />
  )
}

/** From the record once it was loaded, live until then. */
export function useOutput(call: ChatCall | undefined): Output {
  const run = call?.run
  const read = useApp((app) => (run ? app.outputs.get(run.run) : undefined))
  const live = useApp((app) => (run ? app.live.outputs.get(run.run) : undefined))
  const isLive = run?.status === 'running'
  return useMemo(() => chooseOutput(read, live, isLive), [read, live, isLive])
}

function chooseOutput(read: RunOutput | undefined, live: LiveOutput | undefined, isLive: boolean): Output {
  if (isLive) return live ? { state: 'here', ...live, isLive } : { state: 'none' }
  if (live && read?.state !== 'here') return { state: 'here', ...live, isPreview: true }
  return read ?? { state: 'none' }
}

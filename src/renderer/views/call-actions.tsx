import { CallActionsBar } from '#renderer/parts/call/call-actions.tsx'
import { useApp } from '#renderer/store/app.ts'
import type { ChatCall } from '#shared/requests/chat-requests'

/** Run again, run with other arguments, compare. */
export function CallActions({ call }: { call: ChatCall }) {
  const { rerun, chooseComparison } = useApp.getState()
  return (
    <CallActionsBar
      key={call.call}
      call={call}
      onRerun={(args) => void rerun(call.call, args)}
      onCompare={() => void chooseComparison(call.call, call.tool)}
    />
  )
}

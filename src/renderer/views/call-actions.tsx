import { CallActionsBar, canUndo } from '#renderer/parts/call/call-actions.tsx'
import { useApp } from '#renderer/store/app.ts'
import { say } from '#shared/messages/say'
import type { ChatCall } from '#shared/requests/chat-requests'
import { useEditForm } from './edit-form.tsx'

/** Run again, edit, compare, undo. */
export function CallActions({ call }: { call: ChatCall }) {
  const { rerun, chooseComparison, ask } = useApp.getState()
  const form = useEditForm(call)
  return (
    <CallActionsBar
      key={call.call}
      call={call}
      onRerun={() => void rerun(call.call)}
      onCompare={() => void chooseComparison(call.call, call.tool)}
      onUndo={canUndo(call) ? () => void ask('call.undo', { call: call.call }) : undefined}
      edit={
        form
          ? (close) =>
              form({
                note: say('Asks for approval first. The model does not get its output.'),
                action: say('Review my version'),
                onRun(args) {
                  close()
                  void rerun(call.call, args)
                },
              })
          : undefined
      }
    />
  )
}

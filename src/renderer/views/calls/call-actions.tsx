import { type ReactNode, useCallback } from 'react'
import { CallActionsBar, canUndo } from '#renderer/parts/call/call-actions.tsx'
import { EditCall } from '#renderer/parts/call/edit-call.tsx'
import { useApp } from '#renderer/store/app.ts'
import { say } from '#shared/messages/say'
import type { ChatCall } from '#shared/requests/chat-requests'

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

interface EditEnd {
  note: string
  action: string
  onRun: (args: string, digest: string) => void
}

/** The call's tool as a form with its arguments; null if the tool is gone. */
export function useEditForm(call: ChatCall): ((end: EditEnd) => ReactNode) | null {
  const isAnswering = useApp((app) => app.answering.has(call.call))
  const tool = useApp(({ skills }) =>
    skills?.flatMap(({ tools }) => tools).find(({ modelName }) => modelName === call.tool),
  )
  const { tool: name, facts } = call
  const [requested] = facts
  const preview = useCallback(
    (args: string) => useApp.getState().previewCall({ tool: name, facts: requested ? [requested] : [] }, args),
    [name, requested],
  )
  if (!tool) return null
  return (end) => <EditCall params={tool.params} args={call.args} isSending={isAnswering} preview={preview} {...end} />
}

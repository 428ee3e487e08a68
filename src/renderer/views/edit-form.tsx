import { type ReactNode, useCallback } from 'react'
import { EditCall } from '#renderer/parts/call/edit-call.tsx'
import { useApp } from '#renderer/store/app.ts'
import type { ChatCall } from '#shared/requests/chat-requests'

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

import { useEffect, useMemo } from 'react'
import type { Output } from '#renderer/parts/call/output-view.tsx'
import { useApp } from '#renderer/store/app.ts'
import type { ChatCall } from '#shared/requests/chat-requests'

/** From the record once it was loaded, live until then. */
export function useOutput({ run }: ChatCall): Output {
  const read = useApp((app) => (run ? app.outputs.get(run.run) : undefined))
  const live = useApp((app) => (run ? app.live.outputs.get(run.run) : undefined))
  const isLive = run?.status === 'running'
  return useMemo(() => {
    if (isLive) return live ? { state: 'here', ...live, isLive } : { state: 'none' }
    if (live && read?.state !== 'here') return { state: 'here', ...live, isPreview: true }
    return read ?? { state: 'none' }
  }, [read, live, isLive])
}

export function useWholeOutput({ run }: ChatCall, output: Output, isShown: boolean): void {
  const isMissing = output.state === 'none' || (output.state === 'here' && output.isPreview === true)
  const wanted = isShown && isMissing && run?.finished ? run.run : null
  useEffect(() => {
    if (wanted !== null) void useApp.getState().readOutput(wanted)
  }, [wanted])
}

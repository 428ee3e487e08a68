import { type ReactNode, useState } from 'react'
import { Button } from '#renderer/parts/ui/button.tsx'
import { say } from '#shared/messages/say'
import type { ChatCall } from '#shared/requests/chat-requests'
import { isOver } from './call-words.ts'

interface CallActionsProps {
  call: ChatCall
  onRerun: () => void
  onCompare: () => void
  /** Set if copies of the changed files exist and were not used yet. */
  onUndo?: (() => void) | undefined
  /** The form for its arguments; it calls `close` once they were sent. */
  edit?: ((close: () => void) => ReactNode) | undefined
}

/** What can be done with a finished call. It is asked about as before, and the model is not told. */
export function CallActionsBar({ call, onRerun, onCompare, onUndo, edit }: CallActionsProps) {
  const [isEditing, setEditing] = useState(false)
  if (!isOver(call.status)) return null
  return (
    <section className="call-actions stack gap-3" aria-label={say('Actions for {tool}', { tool: call.tool })}>
      <div className="panel-actions gap-2 wrap row">
        {onUndo && <Button onClick={onUndo}>{say('Undo')}</Button>}
        <Button onClick={() => onRerun()}>{say('Run again')}</Button>
        {edit && (
          <Button aria-expanded={isEditing} onClick={() => setEditing(!isEditing)}>
            {say('Edit arguments and run')}
          </Button>
        )}
        {call.run && <Button onClick={onCompare}>{say('Compare with…')}</Button>}
      </div>
      {isEditing && edit?.(() => setEditing(false))}
    </section>
  )
}

/** Copies of files exist and were not used yet. */
export function canUndo({ facts, run }: ChatCall): boolean {
  const kept = facts.some((fact) => fact.type === 'run.started' && (fact.kept?.length ?? 0) > 0)
  return kept && run?.finished !== undefined && !facts.some(({ type }) => type === 'files.restored')
}

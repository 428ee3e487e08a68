import { type ReactNode, useState } from 'react'
import { Button } from '#renderer/parts/ui/button.tsx'
import { say } from '#shared/messages/say'
import type { ChatCall } from '#shared/requests/chat-requests'
import { isOver } from './call-words.ts'

interface CallActionsProps {
  call: ChatCall
  onRerun: () => void
  onCompare: () => void
  /** Where the call changed files of which copies were kept, and nothing was brought back yet. */
  onUndo?: (() => void) | undefined
  /** The form with its arguments; `close` when they were sent. */
  edit?: ((close: () => void) => ReactNode) | undefined
}

/** What can be done with a call that is over: it is asked about like the first time, and no model is told. */
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

/** Files were kept before it ran, and the person has not brought them back. */
export function canUndo({ facts, run }: ChatCall): boolean {
  const kept = facts.some((fact) => fact.type === 'run.started' && (fact.kept?.length ?? 0) > 0)
  return kept && run?.finished !== undefined && !facts.some(({ type }) => type === 'files.restored')
}

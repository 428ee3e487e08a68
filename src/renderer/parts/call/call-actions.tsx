import { useState } from 'react'
import { Button } from '#renderer/parts/ui/button.tsx'
import { say } from '#shared/messages/say'
import type { ChatCall } from '#shared/requests/chat-requests'
import { EditArguments } from './approval-choices.tsx'
import { isOver } from './call-words.ts'

interface CallActionsProps {
  call: ChatCall
  onRerun: (args?: string) => void
  onCompare: () => void
}

/** What can be done with a call that is over: it is asked about like the first time, and no model is told. */
export function CallActionsBar({ call, onRerun, onCompare }: CallActionsProps) {
  const [isEditing, setEditing] = useState(false)
  if (!isOver(call.status)) return null
  return (
    <section className="call-actions stack gap-3" aria-label={say('Actions for {tool}', { tool: call.tool })}>
      <div className="panel-actions gap-2 wrap row">
        <Button onClick={() => onRerun()}>{say('Run again')}</Button>
        <Button aria-expanded={isEditing} onClick={() => setEditing(!isEditing)}>
          {say('Edit arguments and run')}
        </Button>
        {call.run && <Button onClick={onCompare}>{say('Compare with…')}</Button>}
      </div>
      {isEditing && (
        <EditArguments
          args={call.args}
          isSending={false}
          note={say('Asks for approval first. The model does not get its output.')}
          action={say('Review my version')}
          onEdit={(args) => {
            setEditing(false)
            onRerun(args)
          }}
        />
      )}
    </section>
  )
}

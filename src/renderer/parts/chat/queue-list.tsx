import { Button, IconButton } from '#renderer/parts/ui/button.tsx'
import { countOf } from '#renderer/parts/ui/figures.ts'
import type { QueuedMessage } from '#shared/chat/chat-state'
import { say } from '#shared/messages/say'

interface QueueListProps {
  queued: readonly QueuedMessage[]
  onSend: (message: string) => void
  onRemove: (message: string) => void
}

/** Messages typed during a turn, in the order they will be sent. */
export function QueueList({ queued, onSend, onRemove }: QueueListProps) {
  if (queued.length === 0) return null
  return (
    <ol className="queue stack gap-1" aria-label={say('Queued messages')}>
      {queued.map(({ message, text, images = [], isHeld }) => (
        <li className="row gap-2" key={message}>
          <span className="grow truncate soft" dir="auto">
            {text || images.map(({ name }) => name).join(', ')}
          </span>
          {images.length > 0 && <small className="quiet tiny">{countOf(images.length, 'picture', 'pictures')}</small>}
          <small className="quiet tiny">{say(isHeld ? 'paused' : 'next')}</small>
          {isHeld && (
            <Button look="quiet" onClick={() => onSend(message)}>
              {say('Send now')}
            </Button>
          )}
          <IconButton
            icon="close"
            label={say('Remove “{text}”', { text: (text || (images[0]?.name ?? '')).slice(0, 40) })}
            onClick={() => onRemove(message)}
          />
        </li>
      ))}
    </ol>
  )
}

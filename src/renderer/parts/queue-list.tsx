import type { QueuedMessage } from '#shared/queue'
import { Button, IconButton } from './button.tsx'

interface QueueListProps {
  queued: readonly QueuedMessage[]
  onSend: (message: string) => void
  onRemove: (message: string) => void
}

/** What was typed during a turn, in the order it will be sent. */
export function QueueList({ queued, onSend, onRemove }: QueueListProps) {
  if (queued.length === 0) return null
  return (
    <ol className="queue" aria-label="Waiting to be sent">
      {queued.map(({ message, text, isHeld }) => (
        <li key={message}>
          <span className="queue-text" dir="auto">
            {text}
          </span>
          <small>{isHeld ? 'held back' : 'next'}</small>
          {isHeld && (
            <Button look="quiet" onClick={() => onSend(message)}>
              Send it now
            </Button>
          )}
          <IconButton icon="close" label={`Remove “${text.slice(0, 40)}”`} onClick={() => onRemove(message)} />
        </li>
      ))}
    </ol>
  )
}

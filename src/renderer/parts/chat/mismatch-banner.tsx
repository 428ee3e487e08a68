import { Button } from '#renderer/parts/ui/button.tsx'
import { formatCount } from '#renderer/parts/ui/figures.ts'
import type { ContextMismatch } from '#shared/chat/chat'
import { say } from '#shared/messages/say'

/** The server silently read less than it was sent. */
export function MismatchBanner({ mismatch, onNewChat }: { mismatch: ContextMismatch; onNewChat: () => void }) {
  const { estimate, promptEvalCount } = mismatch
  return (
    <div className="banner row gap-4 apart wash" role="status">
      <p>
        <strong className="care">{say('The model did not read the whole chat.')}</strong>{' '}
        {say(
          'Ollama read only {read} of about {sent} tokens and dropped the beginning, including instructions and tools. A shorter chat is read in full.',
          { read: formatCount(promptEvalCount), sent: formatCount(estimate) },
        )}
      </p>
      <Button onClick={onNewChat}>{say('New chat')}</Button>
    </div>
  )
}

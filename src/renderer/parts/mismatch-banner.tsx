import type { ContextMismatch } from '#shared/chat'
import { Button } from './button.tsx'
import { formatCount } from './figures.ts'

interface MismatchBannerProps {
  mismatch: ContextMismatch
  onNewChat: () => void
}

/** The server read less than it was sent, and did not say so. */
export function MismatchBanner({ mismatch, onNewChat }: MismatchBannerProps) {
  const { estimate, promptEvalCount } = mismatch
  return (
    <div className="banner" role="status">
      <p>
        <strong>The model has not read all of it.</strong> Ollama took in {formatCount(promptEvalCount)} of about{' '}
        {formatCount(estimate)} tokens and left out the beginning: what it was told first, and its tools. A shorter chat
        is read whole.
      </p>
      <Button onClick={onNewChat}>New chat</Button>
    </div>
  )
}

import { Button } from '#renderer/parts/ui/button.tsx'
import { type Message, textOf } from '#shared/messages/message'
import { say, sayMessage } from '#shared/messages/say'
import type { AppState, ReplyErrorCode } from '#shared/requests/requests'

/** What the person must be told once the window is open. */
export function Notices({ notices, onDismiss }: { notices: AppState['notices']; onDismiss: () => void }) {
  if (notices.length === 0) return null
  return (
    <div className="notices row gap-4 apart still ruled" role="status">
      <ul className="stack gap-1 pad-top-1">
        {notices.map(({ severity, message, remedy }) => (
          <li key={textOf(message)} data-severity={severity}>
            <strong>{sayMessage(message)}</strong> {sayMessage(remedy)}
          </li>
        ))}
      </ul>
      <Button look="quiet" onClick={onDismiss}>
        {say('Got it')}
      </Button>
    </div>
  )
}

export interface ProblemNote {
  id: number
  code: ReplyErrorCode
  message: Message | string
}

/** Problems, until they were read. */
export function Problems({
  problems,
  onDismiss,
}: {
  problems: readonly ProblemNote[]
  onDismiss: (id: number) => void
}) {
  return (
    <div className="problems stack gap-2" role="alert">
      {problems.map((problem) => (
        <ProblemLine key={problem.id} problem={problem} onDismiss={onDismiss} />
      ))}
    </div>
  )
}

export function ProblemLine({ problem, onDismiss }: { problem: ProblemNote; onDismiss: (id: number) => void }) {
  return (
    <div className="problem row gap-2 apart">
      <p className="pad-top-1" title={problem.code}>
        {sayMessage(problem.message)}
      </p>
      <Button look="quiet" onClick={() => onDismiss(problem.id)}>
        {say('Dismiss')}
      </Button>
    </div>
  )
}

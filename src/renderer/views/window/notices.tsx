import { Button } from '#renderer/parts/ui/controls.tsx'
import { useApp } from '#renderer/store/app.ts'
import { TOLD_AT_COMPOSER } from '#renderer/store/chats.ts'
import type { Problem } from '#renderer/store/state.ts'
import { textOf } from '#shared/messages/message'
import { sayMessage } from '#shared/messages/say'

export function Notices() {
  const notices = useApp((app) => (app.dismissedNotices ? undefined : app.about?.notices))
  if (!notices?.length) return null
  return (
    <div className="notices row gap-4 apart still ruled" role="status">
      <ul className="stack gap-1 pad-top-1">
        {notices.map(({ message, remedy }) => (
          <li key={textOf(message)}>
            <strong>{sayMessage(message)}</strong> {sayMessage(remedy)}
          </li>
        ))}
      </ul>
      <Button text="Got it" look="quiet" onClick={useApp.getState().dismissNotices} />
    </div>
  )
}

/** Problems with no better place, until they were read; problems with sending are shown at the composer. */
export function Problems() {
  const problems = useApp((app) => app.problems)
  const hasComposer = useApp((app) => app.view === 'chat')
  return (
    <div className="problems stack gap-2" role="alert">
      {problems.map(
        (problem) =>
          !(hasComposer && TOLD_AT_COMPOSER.has(problem.about)) && <ProblemLine key={problem.id} problem={problem} />,
      )}
    </div>
  )
}

export function ProblemLine({ problem: { id, code, message } }: { problem: Problem }) {
  return (
    <div className="problem row gap-2 apart">
      <p className="pad-top-1" title={code}>
        {sayMessage(message)}
      </p>
      <Button text="Dismiss" look="quiet" onClick={() => useApp.getState().dismissProblem(id)} />
    </div>
  )
}

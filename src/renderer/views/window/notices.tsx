import { Button } from '#renderer/parts/ui/controls.tsx'
import { useApp } from '#renderer/store/app.ts'
import { TOLD_AT_COMPOSER } from '#renderer/store/chats.ts'
import type { Problem } from '#renderer/store/state.ts'
import { textOf } from '#shared/messages/message'
import { say, sayMessage } from '#shared/messages/say'

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

/** Problems with no better place, until they were read; those with a message are shown at its composer if it is there. */
export function Problems() {
  const problems = useApp((app) => app.problems)
  const view = useApp((app) => app.view)
  const open = useApp((app) => app.open)
  const isHere = ({ about, chat }: Problem) => view === 'chat' && TOLD_AT_COMPOSER.has(about) && chat === open
  return (
    <div className="problems stack gap-2" role="alert">
      {problems.map((problem) => !isHere(problem) && <ProblemLine key={problem.id} problem={problem} />)}
    </div>
  )
}

/** Says in which chat it was if another one is open. */
export function ProblemLine({ problem: { id, about, chat, code, message } }: { problem: Problem }) {
  const title = useApp(({ open, summaries }) => {
    const other = chat === null ? { title: '' } : summaries.find((each) => each.chat === chat)
    return TOLD_AT_COMPOSER.has(about) && chat !== open && other ? other.title : null
  })
  const words = sayMessage(message)
  return (
    <div className="problem row gap-2 apart">
      <p className="pad-top-1" title={code}>
        {title === null ? words : say('In “{chat}”: {problem}', { chat: title || say('New chat'), problem: words })}
      </p>
      <Button text="Dismiss" look="quiet" onClick={() => useApp.getState().dismissProblem(id)} />
    </div>
  )
}

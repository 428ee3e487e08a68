import { useEffect } from 'react'
import { TurnRecordView } from '#renderer/parts/chat/turn-record.tsx'
import { useApp } from '#renderer/store/app.ts'
import type { App } from '#renderer/store/state.ts'
import { say, sayMessage } from '#shared/messages/say'

/** The chosen turn, or the latest. */
export function turnOf({ chat, inspectedTurn }: Pick<App, 'chat' | 'inspectedTurn'>): string | null {
  if (inspectedTurn !== null) return inspectedTurn
  const end = chat?.entries.findLast(({ kind }) => kind === 'end')
  return chat?.turn?.turn ?? (end?.kind === 'end' ? end.turn : null)
}

const readRequest = (seq: number) => void useApp.getState().readRequest(seq)

/** A whole turn; during the turn it is reloaded with each event. */
export function TurnInspector() {
  const turn = useApp(turnOf)
  const chat = useApp((app) => app.open)
  const record = useApp((app) => app.turnRecord)
  const requests = useApp((app) => app.requests)
  const moved = useApp((app) => (app.chat?.turn?.turn === turn ? app.chat?.seq : null))
  // biome-ignore lint/correctness/useExhaustiveDependencies: what happened is what makes it be read again
  useEffect(() => {
    if (chat !== null && turn !== null) void useApp.getState().readTurn(chat, turn)
  }, [chat, turn, moved])
  if (turn === null) return <p className="quiet">{say('No messages in this chat yet.')}</p>
  if (record?.turn !== turn || record.state === 'reading') return <p className="quiet">{say('Loading details…')}</p>
  if (record.state === 'lost') return <p className="quiet">{sayMessage(record.message)}</p>
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, also by keyboard
    <section className="tab-panel stack gap-4 grow" tabIndex={0} aria-label={say('Answer')}>
      <TurnRecordView facts={record.facts} isCut={record.isCut} requests={requests} onWantRequest={readRequest} />
    </section>
  )
}

import { memo, useMemo, useState } from 'react'
import { SearchField } from '#renderer/parts/ui/controls.tsx'
import { useApp } from '#renderer/store/app.ts'
import { groupByDate } from '#renderer/store/summaries.ts'
import { say } from '#shared/messages/say'
import type { ChatSummary } from '#shared/requests/requests'
import { useNear } from './use-near.ts'

const SEARCH_FROM = 8
/** Rows that are drawn, or replaced by a placeholder, together. */
const PIECE = 40
/** As in the stylesheet. */
const ROW_REM = 1.875

/** All chats by date; only those near the view are drawn. */
export function ChatList() {
  const summaries = useApp((app) => app.summaries)
  const isRead = useApp((app) => app.about !== null)
  const [search, setSearch] = useState('')
  const groups = useMemo(() => {
    const wanted = search.trim().toLowerCase()
    return groupByDate(
      summaries.filter(({ title }) => title.toLowerCase().includes(wanted)),
      new Date(),
    )
  }, [summaries, search])
  return (
    <>
      {summaries.length >= SEARCH_FROM && (
        <SearchField
          label={say('Search chats by title')}
          placeholder={say('Search chats')}
          typed={search}
          onType={setSearch}
        />
      )}
      <div className="chats grow">
        {groups.map(({ name, chats }, n) => (
          <section key={name} aria-label={name}>
            <h2 className="group-name quiet tiny">{name}</h2>
            {cut(chats).map((piece, m) => (
              <ChatPiece
                // biome-ignore lint/suspicious/noArrayIndexKey: a piece is a place in the list, whatever is there
                key={m}
                chats={piece}
                isFirst={n === 0 && m === 0}
              />
            ))}
          </section>
        ))}
        {isRead && summaries.length === 0 && <p className="quiet small">{say('Your chats appear here.')}</p>}
        {summaries.length > 0 && groups.length === 0 && <p className="quiet small">{say('No matching chats')}</p>}
      </div>
    </>
  )
}

function cut(chats: readonly ChatSummary[]): (readonly ChatSummary[])[] {
  const count = Math.ceil(chats.length / PIECE)
  return Array.from({ length: count }, (_, n) => chats.slice(n * PIECE, (n + 1) * PIECE))
}

interface ChatPieceProps {
  chats: readonly ChatSummary[]
  /** Always drawn, so that the list never looks empty. */
  isFirst: boolean
}

const ChatPiece = memo(function ChatPiece({ chats, isFirst }: ChatPieceProps) {
  const [box, isNear] = useNear()
  if (!isNear && !isFirst) return <div ref={box} style={{ height: `${chats.length * ROW_REM}rem` }} />
  return (
    <ul ref={box}>
      {chats.map((summary) => (
        <ChatRow key={summary.chat} summary={summary} />
      ))}
    </ul>
  )
}, isSamePiece)

/** The list is cut again with each fact, but most groups stay the same. */
function isSamePiece({ chats, ...before }: ChatPieceProps, { chats: now, ...after }: ChatPieceProps): boolean {
  return before.isFirst === after.isFirst && chats.length === now.length && chats.every((chat, n) => chat === now[n])
}

const ChatRow = memo(function ChatRow({ summary }: { summary: ChatSummary }) {
  const isOpen = useApp(({ view, open }) => view === 'chat' && open === summary.chat)
  const state = summary.isWaiting ? 'waiting' : summary.isRunning && 'running'
  return (
    <li>
      <button
        type="button"
        className="row-button row gap-2 soft"
        aria-current={isOpen ? 'true' : undefined}
        onClick={() => void useApp.getState().openChat(summary.chat)}
      >
        <span className="grow truncate" dir="auto">
          {summary.title || say('New chat')}
        </span>
        {state && (
          <span
            className="dot still"
            data-look={state}
            role="img"
            aria-label={say(state === 'waiting' ? 'needs approval' : 'running')}
            title={say(state === 'waiting' ? 'Needs approval' : 'Running')}
          />
        )}
      </button>
    </li>
  )
})

import { useRef } from 'react'
import { Button } from '#renderer/parts/ui/button.tsx'
import { formatCount } from '#renderer/parts/ui/figures.ts'
import { Said } from '#renderer/parts/ui/said.tsx'
import { useApp } from '#renderer/store/app.ts'
import { waitingCalls } from '#renderer/views/calls/waiting.ts'
import { say } from '#shared/messages/say'
import { ChatBar } from './chat-bar.tsx'
import { Compose } from './compose.tsx'
import { NewChat } from './new-chat.tsx'
import { Thread } from './thread.tsx'
import { useStickToBottom } from './use-stick-to-bottom.ts'

export function Conversation() {
  const open = useApp((app) => app.open)
  const hasChat = useApp((app) => app.chat !== null)
  const isEmpty = useApp((app) => app.chat !== null && app.chat.entries.length === 0 && !app.chat.turn)
  return (
    <section className="conversation down" aria-label={say('Conversation')}>
      <ChatBar />
      {open === null || isEmpty ? <NewChat /> : hasChat ? <Scroller key={open} /> : <div className="scroller grow" />}
      <Announcement />
      <Mismatch />
      <Written />
      <Compose key={`compose ${open ?? ''}`} />
    </section>
  )
}

function Scroller() {
  const box = useRef<HTMLDivElement>(null)
  const content = useRef<HTMLDivElement>(null)
  const { isAtEnd, goToEnd, leaveEnd } = useStickToBottom(box, content)
  const isWaiting = useApp((app) => waitingCalls(app.chat).length > 0)
  return (
    <>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: the thread scrolls, also by keyboard */}
      <section className="scroller grow" ref={box} tabIndex={0} aria-label={say('Messages')}>
        <div className="column stack gap-4" ref={content}>
          <Thread scroller={box} leaveEnd={leaveEnd} />
        </div>
      </section>
      {!isAtEnd && (
        <div className="dock">
          <Button className="dock-button" data-waiting={isWaiting ? '' : undefined} onClick={goToEnd}>
            {say(isWaiting ? 'A command needs your approval' : 'Jump to latest')}
          </Button>
        </div>
      )}
    </>
  )
}

/** The server silently read less than it was sent. */
export function Mismatch() {
  const mismatch = useApp((app) => app.chat?.mismatch)
  if (!mismatch) return null
  const counts = { read: formatCount(mismatch.promptEvalCount), sent: formatCount(mismatch.estimate) }
  return (
    <div className="banner row gap-4 apart wash" role="status">
      <p>
        <strong className="care">{say('The model did not read the whole chat.')}</strong>{' '}
        {say(
          'Ollama read only {read} of about {sent} tokens and dropped the beginning, including instructions and tools. A shorter chat is read in full.',
          counts,
        )}
      </p>
      <Button onClick={useApp.getState().newChat}>{say('New chat')}</Button>
    </div>
  )
}

function Written() {
  const file = useApp((app) => app.writtenTo)
  return (
    <div role="status">
      {file && (
        <p className="written soft small">
          <Said text="Saved to {file}" values={{ file: <code dir="ltr">{file}</code> }} />
        </p>
      )}
    </div>
  )
}

/** Announces when something needs the person and when an answer is complete. */
function Announcement() {
  const words = useApp(({ chat }) => {
    const [waiting] = waitingCalls(chat)
    if (waiting) return say('{tool} wants to run a command.', { tool: waiting.tool })
    const last = chat?.entries.at(-1)
    if (chat && !chat.turn && last?.kind === 'end') {
      return say(last.reason === 'answered' ? 'Answered.' : 'The model stopped.')
    }
    return ''
  })
  return (
    <div className="sr-only" role="status">
      {words}
    </div>
  )
}

import { type RefObject, useCallback, useEffect, useRef, useState } from 'react'
import { focusComposer } from '#renderer/parts/chat/focus-composer.ts'
import { Button, Form, IconButton } from '#renderer/parts/ui/controls.tsx'
import { formatCount } from '#renderer/parts/ui/figures.ts'
import type { IconName } from '#renderer/parts/ui/icon.tsx'
import { Scroll } from '#renderer/parts/ui/layout.tsx'
import { Said } from '#renderer/parts/ui/said.tsx'
import { useApp } from '#renderer/store/app.ts'
import { summaryIn } from '#renderer/store/chats.ts'
import { type CommandId, runCommand } from '#renderer/store/commands.ts'
import { waitingCalls } from '#renderer/views/calls/waiting.ts'
import { say, type Text } from '#shared/messages/say'
import { Compose } from './compose.tsx'
import { Find } from './find.tsx'
import { NewChat } from './new-chat.tsx'
import { Thread } from './thread.tsx'

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
      <Scroll className="scroller grow" ref={box} label={say('Messages')}>
        <div className="column stack gap-4" ref={content}>
          <Thread scroller={box} leaveEnd={leaveEnd} />
        </div>
      </Scroll>
      {!isAtEnd && (
        <div className="dock">
          <Button
            text={isWaiting ? 'A command needs your approval' : 'Jump to latest'}
            className="dock-button"
            data-waiting={isWaiting ? '' : undefined}
            onClick={goToEnd}
          />
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
      <Button text="New chat" onClick={useApp.getState().newChat} />
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

const NEAR = 48

/** Follows the end of growing content until the person scrolls away. */
function useStickToBottom(
  box: RefObject<HTMLElement | null>,
  content: RefObject<HTMLElement | null>,
): { isAtEnd: boolean; goToEnd: () => void; leaveEnd: () => void } {
  const sticks = useRef(true)
  const [isAtEnd, setAtEnd] = useState(true)
  const letGo = useRef(() => {})
  /** Call this before scrolling elsewhere, so that growth does not scroll back to the end. */
  const leaveEnd = useCallback(() => letGo.current(), [])

  const goToEnd = useCallback(() => {
    sticks.current = true
    setAtEnd(true)
    if (box.current) box.current.scrollTop = box.current.scrollHeight
  }, [box])

  useEffect(() => {
    const scroller = box.current
    const inner = content.current
    if (!scroller || !inner) return
    let height = scroller.scrollHeight
    const measure = () => {
      const isNear = scroller.scrollHeight - scroller.scrollTop - scroller.clientHeight < NEAR
      sticks.current = isNear
      setAtEnd(isNear)
      height = scroller.scrollHeight
    }
    // Growth also moves the end away; only scrolling at an unchanged height is the person's.
    const look = () => {
      if (!sticks.current || scroller.scrollHeight === height) measure()
      height = scroller.scrollHeight
    }
    const follow = () => {
      if (sticks.current) scroller.scrollTop = scroller.scrollHeight
    }
    // Content unfolded by a click stays in place; the end is followed again if it is still visible afterwards.
    const pause = () => {
      if (!sticks.current) return
      sticks.current = false
      requestAnimationFrame(() => requestAnimationFrame(measure))
    }
    letGo.current = pause
    const observer = new ResizeObserver(follow)
    observer.observe(inner)
    observer.observe(scroller)
    scroller.addEventListener('scroll', look, { passive: true })
    inner.addEventListener('click', pause, { capture: true })
    follow()
    return () => {
      observer.disconnect()
      scroller.removeEventListener('scroll', look)
      inner.removeEventListener('click', pause, { capture: true })
    }
  }, [box, content])

  return { isAtEnd, goToEnd, leaveEnd }
}

function ChatBar() {
  const chat = useApp((app) => app.chat?.chat ?? null)
  const title = useApp((app) => app.chat?.title ?? '')
  const isSidebarOpen = useApp((app) => app.isSidebarOpen)
  const isInspectorOpen = useApp((app) => app.isInspectorOpen)
  const isRenaming = useApp((app) => app.isRenaming)
  const { isPinned, isArchived } = useApp(summaryIn) ?? {}
  const { setSidebar, setInspector, setRenaming, renameChat } = useApp.getState()
  const buttons: [IconName, Text, CommandId][] = [
    ['rename', 'Rename this chat', 'rename-chat'],
    isPinned ? ['unpin', 'Unpin', 'pin-chat'] : ['pin', 'Pin this chat', 'pin-chat'],
    isArchived ? ['unarchive', 'Unarchive', 'archive-chat'] : ['archive', 'Archive this chat', 'archive-chat'],
    ['delete', 'Delete this chat', 'delete-chat'],
  ]
  return (
    <>
      <header className="bar row gap-2 still ruled">
        {!isSidebarOpen && (
          <IconButton icon="sidebar" label={say('Show the sidebar')} onClick={() => setSidebar(true)} />
        )}
        {chat !== null && isRenaming ? (
          <RenameField
            title={title}
            onDone={(next) => {
              setRenaming(false)
              focusComposer()
              if (next !== null) void renameChat(chat, next)
            }}
          />
        ) : (
          <h1 className="truncate before-end" dir="auto">
            {chat === null ? say('New chat') : title || say('New chat')}
          </h1>
        )}
        {chat !== null &&
          !isRenaming &&
          buttons.map(([icon, label, command]) => (
            <IconButton
              key={command}
              icon={icon}
              label={say(label)}
              onClick={() => runCommand(command, useApp.getState())}
            />
          ))}
        <IconButton
          icon="inspect"
          label={say(isInspectorOpen ? 'Hide the inspector' : 'Show the inspector')}
          aria-pressed={isInspectorOpen}
          onClick={() => setInspector(!isInspectorOpen)}
        />
      </header>
      <Find />
    </>
  )
}

function RenameField({ title, onDone }: { title: string; onDone: (title: string | null) => void }) {
  const [text, setText] = useState(title)
  return (
    <Form className="rename before-end gap-2 grow row" onSend={() => onDone(text)}>
      <input
        className="field"
        aria-label={say('Title')}
        value={text}
        maxLength={200}
        dir="auto"
        // biome-ignore lint/a11y/noAutofocus: it was opened to be written in
        autoFocus
        onFocus={({ target }) => target.select()}
        onChange={(event) => setText(event.target.value)}
        onKeyDown={(event) => {
          if (event.key !== 'Escape') return
          event.preventDefault()
          onDone(null)
        }}
      />
      <Button text="Save" type="submit" />
    </Form>
  )
}

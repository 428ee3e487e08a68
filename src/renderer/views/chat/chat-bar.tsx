import { useState } from 'react'
import { focusComposer } from '#renderer/parts/chat/focus-composer.ts'
import { Button, IconButton } from '#renderer/parts/ui/button.tsx'
import { useApp } from '#renderer/store/app.ts'
import { say } from '#shared/messages/say'
import { Find } from './find.tsx'

/** The chat's title and its menu. */
export function ChatBar() {
  const chat = useApp((app) => app.chat?.chat ?? null)
  const title = useApp((app) => app.chat?.title ?? '')
  const isSidebarOpen = useApp((app) => app.isSidebarOpen)
  const isInspectorOpen = useApp((app) => app.isInspectorOpen)
  const isRenaming = useApp((app) => app.isRenaming)
  const summary = useApp((app) => app.summaries.find((one) => one.chat === app.open))
  const { setSidebar, setInspector, setRenaming, deleteChat, renameChat, ask } = useApp.getState()
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
          <h1 className="truncate grow" dir="auto">
            {chat === null ? say('New chat') : title || say('New chat')}
          </h1>
        )}
        {chat !== null && !isRenaming && (
          <>
            <IconButton icon="rename" label={say('Rename this chat')} onClick={() => setRenaming(true)} />
            <IconButton
              icon={summary?.isPinned ? 'unpin' : 'pin'}
              label={say(summary?.isPinned ? 'Unpin' : 'Pin this chat')}
              onClick={() => void ask('chat.pin', { chat, pinned: !summary?.isPinned })}
            />
            <IconButton
              icon={summary?.isArchived ? 'unarchive' : 'archive'}
              label={say(summary?.isArchived ? 'Unarchive' : 'Archive this chat')}
              onClick={() => void ask('chat.archive', { chat, archived: !summary?.isArchived })}
            />
            <IconButton icon="delete" label={say('Delete this chat')} onClick={() => void deleteChat(chat)} />
          </>
        )}
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
    <form
      className="rename gap-2 grow row"
      onSubmit={(event) => {
        event.preventDefault()
        onDone(text)
      }}
    >
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
      <Button type="submit">{say('Save')}</Button>
    </form>
  )
}

import { useState } from 'react'
import { focusComposer } from '#renderer/parts/chat/focus-composer.ts'
import { Button, IconButton } from '#renderer/parts/ui/button.tsx'
import type { IconName } from '#renderer/parts/ui/icon.tsx'
import { useApp } from '#renderer/store/app.ts'
import { summaryIn } from '#renderer/store/chats.ts'
import { type CommandId, runCommand } from '#renderer/store/commands.ts'
import { say, type Text } from '#shared/messages/say'
import { Find } from './find.tsx'

/** The chat's title and its menu. */
export function ChatBar() {
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
    <form
      className="rename before-end gap-2 grow row"
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

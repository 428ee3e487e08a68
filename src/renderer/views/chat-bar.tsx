import { useState } from 'react'
import { Button, IconButton } from '#renderer/parts/button.tsx'
import { useApp } from '#renderer/store/app.ts'

/** The chat's title, and what can be done with the chat as a whole. */
export function ChatBar() {
  const chat = useApp((app) => app.chat?.chat ?? null)
  const title = useApp((app) => app.chat?.title ?? '')
  const isSidebarOpen = useApp((app) => app.isSidebarOpen)
  const isInspectorOpen = useApp((app) => app.isInspectorOpen)
  const [mode, setMode] = useState<'read' | 'rename' | 'delete'>('read')
  const { setSidebar, setInspector, deleteChat, renameChat } = useApp.getState()
  return (
    <header className="bar">
      {!isSidebarOpen && <IconButton icon="sidebar" label="Show the sidebar" onClick={() => setSidebar(true)} />}
      {chat !== null && mode === 'rename' ? (
        <RenameField
          title={title}
          onDone={(next) => {
            setMode('read')
            if (next !== null) void renameChat(chat, next)
          }}
        />
      ) : (
        <h1 dir="auto">{chat === null ? 'New chat' : title || 'New chat'}</h1>
      )}
      {chat !== null && mode === 'read' && (
        <>
          <IconButton icon="rename" label="Rename this chat" onClick={() => setMode('rename')} />
          <IconButton icon="delete" label="Delete this chat" onClick={() => setMode('delete')} />
        </>
      )}
      {chat !== null && mode === 'delete' && (
        <span className="bar-question" role="alert">
          Delete this chat?
          <Button onClick={() => setMode('read')}>Keep it</Button>
          <Button
            look="strong"
            onClick={() => {
              setMode('read')
              void deleteChat(chat)
            }}
          >
            Delete
          </Button>
        </span>
      )}
      <IconButton
        icon="inspect"
        label={isInspectorOpen ? 'Hide the inspector' : 'Show the inspector'}
        aria-pressed={isInspectorOpen}
        onClick={() => setInspector(!isInspectorOpen)}
      />
    </header>
  )
}

function RenameField({ title, onDone }: { title: string; onDone: (title: string | null) => void }) {
  const [text, setText] = useState(title)
  return (
    <form
      className="rename"
      onSubmit={(event) => {
        event.preventDefault()
        onDone(text)
      }}
    >
      <input
        className="field"
        aria-label="Title"
        value={text}
        maxLength={200}
        dir="auto"
        // biome-ignore lint/a11y/noAutofocus: it was opened to be written in
        autoFocus
        onChange={(event) => setText(event.target.value)}
        onKeyDown={(event) => {
          if (event.key !== 'Escape') return
          event.preventDefault()
          onDone(null)
        }}
      />
      <Button type="submit">Save</Button>
    </form>
  )
}

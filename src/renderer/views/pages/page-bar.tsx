import type { ReactNode } from 'react'
import { IconButton } from '#renderer/parts/ui/button.tsx'
import { useApp } from '#renderer/store/app.ts'
import { say } from '#shared/messages/say'

export function PageBar({ title, note, children }: { title: string; note?: ReactNode; children?: ReactNode }) {
  const isSidebarOpen = useApp((app) => app.isSidebarOpen)
  return (
    <header className="bar row gap-2 still ruled">
      {!isSidebarOpen && (
        <IconButton icon="sidebar" label={say('Show the sidebar')} onClick={() => useApp.getState().setSidebar(true)} />
      )}
      <h1 className="truncate still large">{title}</h1>
      {note && (
        <span className="grow figure" role="status">
          {note}
        </span>
      )}
      {children}
    </header>
  )
}

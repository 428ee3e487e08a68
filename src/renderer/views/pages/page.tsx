import { type ReactNode, useRef } from 'react'
import { IconButton } from '#renderer/parts/ui/controls.tsx'
import { useKeepFocus } from '#renderer/parts/ui/use-keep-focus.ts'
import { useApp } from '#renderer/store/app.ts'
import { say } from '#shared/messages/say'

interface PageProps {
  title: string
  note?: ReactNode
  actions?: ReactNode
  children: ReactNode
}

export function Page({ title, note, actions, children }: PageProps) {
  const isSidebarOpen = useApp((app) => app.isSidebarOpen)
  const page = useRef<HTMLElement>(null)
  useKeepFocus(page)
  const showSidebar = () => useApp.getState().setSidebar(true)
  return (
    <section className="page down" aria-label={title} ref={page}>
      <header className="bar row gap-2 still ruled">
        {!isSidebarOpen && <IconButton icon="sidebar" label={say('Show the sidebar')} onClick={showSidebar} />}
        <h1 className="truncate still large">{title}</h1>
        {note && (
          <span className="grow figure" role="status">
            {note}
          </span>
        )}
        {actions}
      </header>
      {children}
    </section>
  )
}

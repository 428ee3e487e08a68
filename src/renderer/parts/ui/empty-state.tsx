import type { ReactNode } from 'react'

/** An empty page and the one action that helps. */
export function EmptyState({ title, children, actions }: { title: string; children?: ReactNode; actions?: ReactNode }) {
  return (
    <div className="empty stack gap-2 soft">
      <h2 className="title">{title}</h2>
      {children}
      {actions && <div className="pad-top-2 gap-2 row">{actions}</div>}
    </div>
  )
}

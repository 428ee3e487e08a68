import type { ReactNode } from 'react'

/** A place with nothing in it yet, and the one thing that helps. */
export function EmptyState({ title, children, actions }: { title: string; children?: ReactNode; actions?: ReactNode }) {
  return (
    <div className="empty">
      <h2>{title}</h2>
      {children}
      {actions && <div className="empty-actions">{actions}</div>}
    </div>
  )
}

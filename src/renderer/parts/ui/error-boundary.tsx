import { Component, type ReactNode } from 'react'
import { say } from '#shared/messages/say'
import { Button } from './controls.tsx'

/** React requires a class here. Shows the error; the record in main loses nothing. */
export class ErrorBoundary extends Component<{ children: ReactNode }, { error: Error | null }> {
  override state: { error: Error | null } = { error: null }

  static getDerivedStateFromError(error: unknown): { error: Error } {
    return { error: error instanceof Error ? error : new Error(String(error)) }
  }

  override render(): ReactNode {
    const { error } = this.state
    if (!error) return this.props.children
    return (
      <main className="crash stack gap-4">
        <h1 className="title">{say('Something went wrong in this window')}</h1>
        <p>
          {say('Nothing is lost: chats, commands and their output are saved outside this window. Reload to continue.')}
        </p>
        <pre className="box plain">{error.message}</pre>
        <Button text="Reload" look="strong" onClick={() => window.location.reload()} />
      </main>
    )
  }
}

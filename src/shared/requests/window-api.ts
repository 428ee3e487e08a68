import type { Push } from '#shared/facts'
import type { CallName, Calls, Reply } from './requests.ts'

/** What the preload puts on `window.skillet`, and nothing more. */
export interface WindowApi {
  call<N extends CallName>(name: N, input: Calls[N]['input']): Promise<Reply<Calls[N]['output']>>
  /** Returns its own undo. */
  listen(receive: (push: Push) => void): () => void
}

export const CALL_CHANNEL = 'skillet:call'
export const EVENT_CHANNEL = 'skillet:event'

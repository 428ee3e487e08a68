import type { Push } from '#shared/facts'
import type { Reply } from './requests.ts'

/** The requests by name. Their types come from main's handlers; nothing is declared twice. */
type Requests = Record<string, (input: never) => Promise<Reply<unknown>>>

export type Input<T extends Requests, N extends keyof T> = Parameters<T[N]>[0]
export type Output<T extends Requests, N extends keyof T> = Extract<Awaited<ReturnType<T[N]>>, { ok: true }>['value']

/** What the preload puts on `window.skillet`, and nothing more. */
export interface WindowApi<T extends Requests = Requests> {
  call<N extends keyof T & string>(name: N, input: Input<T, N>): Promise<Reply<Output<T, N>>>
  /** Returns its own undo. */
  listen(receive: (push: Push) => void): () => void
}

export const CALL_CHANNEL = 'skillet:call'
export const EVENT_CHANNEL = 'skillet:event'

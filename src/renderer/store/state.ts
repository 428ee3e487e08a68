import type { Bridge, Input, Output, RequestName } from '#renderer/bridge.ts'
import type { Message } from '#shared/messages/message'
import type { Reply, ReplyErrorCode } from '#shared/requests/requests'
import type { App } from './app.ts'

export interface Problem {
  id: number
  /** The request that failed, or main itself. */
  about: RequestName | 'main'
  /** The chat that was open then; null is a new one. */
  chat: string | null
  code: ReplyErrorCode
  message: Message | string
}

/** A finished run's output: loading, loaded, or lost. */
export type RunOutput = Read<{ stdout: string; stderr: string }>

/** What the store needs from outside, so that tests can drive it without a window. */
export interface Ports extends Bridge {
  /** Runs `work` after `ms`; returns a function that cancels it. */
  later(work: () => void, ms: number): () => void
  /** Returns the address of a smaller picture; without it the large one is shown. */
  shrink?(url: string, size: { width: number; height: number }): Promise<string>
}

export interface Context {
  ports: Ports
  get(): App
  set(change: Partial<App> | ((state: App) => Partial<App>)): void
  tell(problem: Omit<Problem, 'id' | 'chat'>, chat?: string | null): void
  /** The value, or undefined once the problem was shown to the person. */
  ask<N extends RequestName>(name: N, input: Input<N>): Promise<Output<N> | undefined>
}

/** The map with this entry, or without it if the value is undefined. */
export function withEntry<V>(map: ReadonlyMap<string, V>, key: string, value: V | undefined): ReadonlyMap<string, V> {
  const next = new Map(map)
  if (value === undefined) next.delete(key)
  else next.set(key, value)
  return next
}

export type Read<T> = { state: 'reading' } | { state: 'lost'; message: Message | string } | ({ state: 'here' } & T)

export const readOf = <T>(reply: Reply<T>) =>
  reply.ok ? { state: 'here' as const, ...reply.value } : { state: 'lost' as const, message: reply.error.message }

import type { Bridge, Input, Output, RequestName } from '#renderer/bridge.ts'
import type { ChatState } from '#shared/chat/chat'
import type { Live } from '#shared/chat/live'
import type { Message } from '#shared/messages/message'

import type { Language } from '#shared/messages/say'
import type { PullState } from '#shared/model/model'
import type { FoundMessage } from '#shared/requests/chat-requests'
import type { AppState, ChatSummary, OllamaState, Reply, ReplyErrorCode } from '#shared/requests/requests'
import type { View } from '#shared/requests/window-requests'
import type { Settings } from '#shared/settings/settings'
import type { Skill } from '#shared/skill/skill'
import type { Activity } from './activity.ts'
import type { Actions, Slices } from './app.ts'

export interface Problem {
  id: number
  /** The request that failed, or main itself. */
  about: RequestName | 'main'
  code: ReplyErrorCode
  message: Message | string
}

/** A finished run's output: loading, loaded, or lost. */
export type RunOutput = Read<{ stdout: string; stderr: string }>

export type Overlay = 'palette' | 'shortcuts' | 'search'

export interface Search {
  typed: string
  found: readonly FoundMessage[]
}

/** The search in the visible chat. */
export interface Find {
  typed: string
  /** Messages that match, newest first, with their number of matches. */
  hits: readonly { seq: number; count: number }[]
  /** The current match, counted over all messages. */
  at: number
  /** Where the next page of matches starts; undefined if there is none. */
  next: number | undefined
  isSearched: boolean
  /** How often it was requested while it was open. */
  asked: number
}

export type Verification = { state: 'idle' | 'checking' } | ({ state: 'checked' } & Output<'ledger.verify'>)

export interface State extends Slices {
  about: AppState | null
  settings: Settings
  /** A change redraws everything. */
  language: Language
  summaries: readonly ChatSummary[]
  /** Counts requests for a new chat; each one focuses the composer. */
  newChats: number
  /** The model has read the beginning of the visible chat's next message. */
  isReady: boolean
  /** The visible chat; null is a new one. */
  open: string | null
  /** Null while it loads, and for a new chat. */
  chat: ChatState | null
  /** What precedes the loaded part of the chat; null if nothing does. */
  earlier: { before: number; isReading: boolean } | null
  live: Live
  outputs: ReadonlyMap<string, RunOutput>
  /** Unsent texts by chat. Only these are unknown to main. */
  drafts: ReadonlyMap<string, string>
  isSending: boolean
  /** The file a chat was exported to, for a moment. */
  writtenTo: string | null
  /** Calls whose answer is being sent. */
  answering: ReadonlySet<string>
  view: View
  isSidebarOpen: boolean
  isInspectorOpen: boolean
  /** The call in the inspector. */
  inspected: string | null
  skills: readonly Skill[] | null
  ollama: OllamaState | null
  /** Running downloads, and how the others of this session ended. */
  pulls: ReadonlyMap<string, PullState>
  /** What was just copied. */
  copied: string | null
  activity: Activity
  verification: Verification
  /** The file of the last export. */
  exported: { file: string; rows: number } | null
  overlay: Overlay | null
  search: Search
  find: Find | null
  /** An entry to scroll to, by the seq of its fact. */
  target: number | null
  /** A chat that was just deleted, for undo. */
  deleted: { chat: string; title: string } | null
  isRenaming: boolean
  /** The turn for which another model is being chosen. */
  answeringAgain: string | null
  problems: readonly Problem[]
  dismissedNotices: boolean
}

export type App = State & Actions

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
  set(change: Partial<State> | ((state: App) => Partial<State>)): void
  tell(problem: Omit<Problem, 'id'>): void
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

/** What main sent, or why it sent nothing. */
export type Read<T> = { state: 'reading' } | { state: 'lost'; message: Message | string } | ({ state: 'here' } & T)

export const readOf = <T>(reply: Reply<T>) =>
  reply.ok ? { state: 'here' as const, ...reply.value } : { state: 'lost' as const, message: reply.error.message }

/** The key for the draft of a new chat. */
export const NEW_CHAT = ''

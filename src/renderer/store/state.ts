import type { Bridge } from '#renderer/bridge.ts'
import type { ActivityRow, AppState, CallName, Calls, ChatSummary, OllamaState, ReplyErrorCode } from '#shared/calls'
import type { ChatState } from '#shared/chat'
import type { SettingName } from '#shared/facts'
import type { Skill } from '#shared/skill'
import type { Live } from './live.ts'

export type View = 'chat' | 'skills' | 'activity' | 'models' | 'settings'

export interface Problem {
  id: number
  /** The call that failed, or main itself. */
  about: CallName | 'main'
  code: ReplyErrorCode
  message: string
}

/** What a finished run printed: on its way, here, or out of reach. */
export type RunOutput =
  | { state: 'reading' }
  | { state: 'here'; stdout: string; stderr: string }
  | { state: 'lost'; message: string }

export interface Activity {
  rows: readonly ActivityRow[]
  more: boolean
  search: string
  isReading: boolean
}

export type Verification = { state: 'idle' | 'checking' } | ({ state: 'checked' } & Calls['ledger.verify']['output'])

export interface State {
  about: AppState | null
  settings: Record<SettingName, string>
  summaries: readonly ChatSummary[]
  /** The chat in view; null is a new one that has no record yet. */
  open: string | null
  /** Null while its facts are being read, and for a new chat. */
  chat: ChatState | null
  live: Live
  outputs: ReadonlyMap<string, RunOutput>
  /** What is typed and not sent, by chat. The only thing here that main does not know. */
  drafts: ReadonlyMap<string, string>
  isSending: boolean
  /** Calls whose answer is on its way. */
  answering: ReadonlySet<string>
  view: View
  isSidebarOpen: boolean
  isInspectorOpen: boolean
  /** The call the inspector shows, in the chat in view. */
  inspected: string | null
  skills: readonly Skill[] | null
  ollama: OllamaState | null
  activity: Activity
  verification: Verification
  problems: readonly Problem[]
  dismissedNotices: boolean
}

export interface Actions {
  /** Listens and reads what the first screen needs. Returns its own undo. */
  start(): () => void
  newChat(): void
  openChat(chat: string, call?: string): Promise<void>
  send(text: string): Promise<void>
  stop(): Promise<void>
  answer(call: string, digest: string, decision: 'once' | 'deny'): Promise<void>
  renameChat(chat: string, title: string): Promise<void>
  deleteChat(chat: string): Promise<void>
  setDraft(text: string): void
  show(view: View): void
  setSidebar(isOpen: boolean): void
  setInspector(isOpen: boolean): void
  inspect(call: string): void
  readOutput(run: string): Promise<void>
  refreshSkills(): Promise<void>
  refreshOllama(): Promise<void>
  listActivity(search: string): Promise<void>
  listMoreActivity(): Promise<void>
  verify(): Promise<void>
  changeSetting(name: SettingName, value: string): Promise<boolean>
  openLink(url: string): Promise<void>
  dismissProblem(id: number): void
  dismissNotices(): void
}

export type App = State & Actions

/** What the store needs of the world, so that it can be driven without a window. */
export interface Ports extends Bridge {
  /** Runs `work` after `ms`; returns its own undo. */
  later(work: () => void, ms: number): () => void
}

export interface Context {
  ports: Ports
  get(): App
  set(change: Partial<State> | ((state: App) => Partial<State>)): void
  tell(problem: Omit<Problem, 'id'>): void
  /** The value, or undefined after the problem was put where the person sees it. */
  ask<N extends CallName>(name: N, input: Calls[N]['input']): Promise<Calls[N]['output'] | undefined>
}

/** Drafts of a chat that has no record yet. */
export const NEW_CHAT = ''

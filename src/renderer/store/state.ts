import type { Bridge } from '#renderer/bridge.ts'
import type {
  ActivityRow,
  AppState,
  CallName,
  Calls,
  ChatSummary,
  FoundMessage,
  OllamaState,
  ReplyErrorCode,
} from '#shared/calls'
import type { ChatState } from '#shared/chat'
import type { SettingName } from '#shared/facts'
import type { PullState } from '#shared/model'
import type { OllamaAction } from '#shared/ollama-action'
import type { Skill } from '#shared/skill'
import type { BackupsActions, BackupsState } from './backups.ts'
import type { Live } from './live.ts'
import type { PlaygroundActions, PlaygroundState } from './playground.ts'
import type { RulesActions, RulesState } from './rules.ts'
import type { SkillsActions, SkillsState } from './skills.ts'
import type { ThreadActions } from './thread.ts'

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
  /** Where older ones begin. */
  next?: number
  search: string
  /** Empty: of every skill, in every state. */
  skill: string
  state: ActivityRow['state'] | ''
  isReading: boolean
}

export type Overlay = 'palette' | 'shortcuts' | 'search'

export interface Search {
  typed: string
  /** In this chat alone; null looks through all. */
  chat: string | null
  found: readonly FoundMessage[]
}

export type Verification = { state: 'idle' | 'checking' } | ({ state: 'checked' } & Calls['ledger.verify']['output'])

export interface State extends BackupsState, PlaygroundState, RulesState, SkillsState {
  about: AppState | null
  settings: Record<SettingName, string>
  summaries: readonly ChatSummary[]
  /** The chat in view; null is a new one that has no record yet. */
  open: string | null
  /** Null while its facts are being read, and for a new chat. */
  chat: ChatState | null
  /** What of the chat in view lies before its first entry here; null where that is its beginning. */
  earlier: { before: number; isReading: boolean } | null
  live: Live
  outputs: ReadonlyMap<string, RunOutput>
  /** What is typed and not sent, by chat. The only thing here that main does not know. */
  drafts: ReadonlyMap<string, string>
  isSending: boolean
  /** Where a chat was written to, for a moment. */
  writtenTo: string | null
  /** What the person said in this turn is being written anew. */
  rewriting: { turn: string; text: string } | null
  /** Calls whose answer is on its way. */
  answering: ReadonlySet<string>
  view: View
  isSidebarOpen: boolean
  isInspectorOpen: boolean
  /** The call the inspector shows, in the chat in view. */
  inspected: string | null
  skills: readonly Skill[] | null
  ollama: OllamaState | null
  /** Models being fetched, and how the others of this session ended. */
  pulls: ReadonlyMap<string, PullState>
  /** What was copied last, for a moment, so that it can be said. */
  copied: string | null
  activity: Activity
  verification: Verification
  /** Where the record was written to, the last time. */
  exported: { file: string; rows: number } | null
  overlay: Overlay | null
  search: Search
  /** An entry to bring into view, by its fact. */
  target: number | null
  /** Deleted a moment ago: can be brought back from here. */
  deleted: { chat: string; title: string } | null
  isRenaming: boolean
  problems: readonly Problem[]
  dismissedNotices: boolean
}

export interface Actions extends BackupsActions, ThreadActions, PlaygroundActions, RulesActions, SkillsActions {
  /** Listens and reads what the first screen needs. Returns its own undo. */
  start(): () => void
  newChat(): void
  openChat(chat: string, call?: string): Promise<void>
  /** Reads a page before what is here, or everything from one fact on. */
  readEarlier(from?: number): Promise<void>
  /** Reads the chat in view anew, and goes to a turn. */
  showTurn(turn: string): Promise<void>
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
  filterActivity(filter: Partial<Pick<Activity, 'skill' | 'state'>>): Promise<void>
  exportActivity(format: 'csv' | 'jsonl'): Promise<void>
  verify(): Promise<void>
  changeSetting(name: SettingName, value: string): Promise<boolean>
  openLink(url: string): Promise<void>
  openOverlay(overlay: Overlay | null): void
  /** Opens the box to search in, for one chat or for all. */
  openSearch(chat: string | null): void
  searchMessages(typed: string): Promise<void>
  /** `beside`: the turn it is in, where that is not in view. */
  goToMessage(chat: string, seq: number, beside?: string): Promise<void>
  forgetTarget(): void
  setRenaming(isRenaming: boolean): void
  pinChat(chat: string, pinned: boolean): Promise<void>
  archiveChat(chat: string, archived: boolean): Promise<void>
  restoreChat(chat: string): Promise<void>
  pullModel(model: string): Promise<void>
  stopPull(model: string): Promise<void>
  unloadModel(model: string): Promise<void>
  deleteModel(model: string): Promise<void>
  actOnOllama(action: OllamaAction, ollama: OllamaState): Promise<void>
  /** `what` names it to the person, and to the button that was pressed. */
  copy(text: string, what: string): Promise<void>
  sendQueued(message: string): Promise<void>
  unqueue(message: string): Promise<void>
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

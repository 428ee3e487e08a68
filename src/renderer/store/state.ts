import type { Bridge, Input, Output, RequestName } from '#renderer/bridge.ts'
import type { ChatState } from '#shared/chat/chat'
import type { Live } from '#shared/chat/live'
import type { Picture } from '#shared/chat/picture'
import type { Message } from '#shared/messages/message'

import type { Language } from '#shared/messages/say'
import type { PullState } from '#shared/model/model'
import type { OllamaAction } from '#shared/model/ollama-action'
import type { FoundMessage } from '#shared/requests/chat-requests'
import type { AppState, ChatSummary, OllamaState, ReplyErrorCode } from '#shared/requests/requests'
import type { View } from '#shared/requests/window-requests'
import type { SettingName, Settings } from '#shared/settings/settings'
import type { Skill } from '#shared/skill/skill'
import type { Activity, ActivityActions } from './activity.ts'
import type { BackgroundActions, BackgroundState } from './background.ts'
import type { BackupsActions, BackupsState } from './backups.ts'
import type { ChoicesActions, ChoicesState } from './choices.ts'
import type { EditsActions, EditsState } from './edits.ts'
import type { FoldersActions, FoldersState } from './folders.ts'
import type { InspectionActions, InspectionState } from './inspection.ts'
import type { KeysActions, KeysState } from './keys.ts'
import type { LongTextsActions, LongTextsState } from './long-texts.ts'
import type { OffersActions, OffersState } from './offers.ts'
import type { PicturesActions, PicturesState } from './pictures.ts'
import type { PlaceActions, PlaceState } from './place.ts'
import type { PlaygroundActions, PlaygroundState } from './playground.ts'
import type { ProgramsActions, ProgramsState } from './programs.ts'
import type { RulesActions, RulesState } from './rules.ts'
import type { SkillsActions, SkillsState } from './skills.ts'
import type { StoredActions, StoredState } from './stored.ts'
import type { ThreadActions } from './thread.ts'

export interface Problem {
  id: number
  /** The request that failed, or main itself. */
  about: RequestName | 'main'
  code: ReplyErrorCode
  message: Message | string
}

/** A finished run's output: loading, loaded, or lost. */
export type RunOutput =
  | { state: 'reading' }
  | { state: 'here'; stdout: string; stderr: string }
  | { state: 'lost'; message: Message | string }

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

export interface State
  extends BackgroundState,
    BackupsState,
    StoredState,
    KeysState,
    ProgramsState,
    ChoicesState,
    EditsState,
    LongTextsState,
    PicturesState,
    InspectionState,
    PlaceState,
    PlaygroundState,
    RulesState,
    FoldersState,
    OffersState,
    SkillsState {
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

export interface Actions
  extends ActivityActions,
    BackgroundActions,
    BackupsActions,
    StoredActions,
    KeysActions,
    ProgramsActions,
    ChoicesActions,
    EditsActions,
    ThreadActions,
    LongTextsActions,
    PicturesActions,
    InspectionActions,
    PlaceActions,
    PlaygroundActions,
    RulesActions,
    FoldersActions,
    OffersActions,
    SkillsActions {
  /** Subscribes and loads what the first screen needs. Returns a function that ends it. */
  start(): () => void
  newChat(): void
  openChat(chat: string, call?: string): Promise<void>
  /** Lets the model read the chat's beginning. */
  readAhead(chat: string | null): Promise<void>
  /** Loads the page before, or everything from one fact on. */
  readEarlier(from?: number): Promise<void>
  /** Reloads the visible chat and scrolls to a turn. */
  showTurn(turn: string): Promise<void>
  send(text: string, images?: readonly Picture[]): Promise<void>
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
  verify(): Promise<void>
  changeSetting(name: SettingName, value: string | number): Promise<boolean>
  openLink(url: string): Promise<void>
  openOverlay(overlay: Overlay | null): void
  /** Opens the search over all chats. */
  openSearch(): void
  searchMessages(typed: string): Promise<void>
  /** `beside`: its turn, if that version is not visible. */
  goToMessage(chat: string, seq: number, beside?: string): Promise<void>
  forgetTarget(): void
  openFind(): void
  closeFind(): void
  findText(typed: string): Promise<void>
  /** 1: an older match, -1: a newer one. */
  stepFind(by: 1 | -1): Promise<void>
  setRenaming(isRenaming: boolean): void
  pinChat(chat: string, pinned: boolean): Promise<void>
  archiveChat(chat: string, archived: boolean): Promise<void>
  restoreChat(chat: string): Promise<void>
  pullModel(model: string): Promise<void>
  stopPull(model: string): Promise<void>
  unloadModel(model: string): Promise<void>
  deleteModel(model: string): Promise<void>
  actOnOllama(action: OllamaAction, ollama: OllamaState): Promise<void>
  /** `what` names it to the person and to the button that was pressed. */
  copy(text: string, what: string): Promise<void>
  sendQueued(message: string): Promise<void>
  unqueue(message: string): Promise<void>
  dismissProblem(id: number): void
  dismissNotices(): void
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

/** The key for the draft of a new chat. */
export const NEW_CHAT = ''

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
import type { BackupsActions, BackupsState } from './backups.ts'
import type { ChoicesActions, ChoicesState } from './choices.ts'
import type { EditsActions, EditsState } from './edits.ts'
import type { FoldersActions, FoldersState } from './folders.ts'
import type { InspectionActions, InspectionState } from './inspection.ts'
import type { KeysActions, KeysState } from './keys.ts'
import type { LongTextsActions, LongTextsState } from './long-texts.ts'
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
  /** The call that failed, or main itself. */
  about: RequestName | 'main'
  code: ReplyErrorCode
  message: Message | string
}

/** What a finished run printed: on its way, here, or out of reach. */
export type RunOutput =
  | { state: 'reading' }
  | { state: 'here'; stdout: string; stderr: string }
  | { state: 'lost'; message: Message | string }

export type Overlay = 'palette' | 'shortcuts' | 'search'

export interface Search {
  typed: string
  found: readonly FoundMessage[]
}

/** What is looked for in the chat in view. */
export interface Find {
  typed: string
  /** Messages that hold it, newest first, each with as many places as are in it. */
  hits: readonly { seq: number; count: number }[]
  /** The place in view, over all of them. */
  at: number
  /** Where more of them begin; undefined where these are all. */
  next: number | undefined
  isSearched: boolean
  /** How often it was asked for while it was open. */
  asked: number
}

export type Verification = { state: 'idle' | 'checking' } | ({ state: 'checked' } & Output<'ledger.verify'>)

export interface State
  extends BackupsState,
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
    SkillsState {
  about: AppState | null
  settings: Settings
  /** What texts are in; another one draws everything anew. */
  language: Language
  summaries: readonly ChatSummary[]
  /** How often a new chat was asked for: each time is one to write in it. */
  newChats: number
  /** The model has read what the next message of the chat in view begins with. */
  isReady: boolean
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
  find: Find | null
  /** An entry to bring into view, by its fact. */
  target: number | null
  /** Deleted a moment ago: can be brought back from here. */
  deleted: { chat: string; title: string } | null
  isRenaming: boolean
  /** The turn that another model is chosen for. */
  answeringAgain: string | null
  problems: readonly Problem[]
  dismissedNotices: boolean
}

export interface Actions
  extends ActivityActions,
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
    SkillsActions {
  /** Listens and reads what the first screen needs. Returns its own undo. */
  start(): () => void
  newChat(): void
  openChat(chat: string, call?: string): Promise<void>
  /** The model reads the chat in view before it is asked. */
  readAhead(chat: string | null): Promise<void>
  /** Reads a page before what is here, or everything from one fact on. */
  readEarlier(from?: number): Promise<void>
  /** Reads the chat in view anew, and goes to a turn. */
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
  /** Opens the box to search all chats in. */
  openSearch(): void
  searchMessages(typed: string): Promise<void>
  /** `beside`: the turn it is in, where that is not in view. */
  goToMessage(chat: string, seq: number, beside?: string): Promise<void>
  forgetTarget(): void
  openFind(): void
  closeFind(): void
  findText(typed: string): Promise<void>
  /** 1 goes on to an older place, -1 back to a newer one. */
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
  /** A small picture in place of a large one, as an address; where it is not there, the large one is shown. */
  shrink?(url: string, size: { width: number; height: number }): Promise<string>
}

export interface Context {
  ports: Ports
  get(): App
  set(change: Partial<State> | ((state: App) => Partial<State>)): void
  tell(problem: Omit<Problem, 'id'>): void
  /** The value, or undefined after the problem was put where the person sees it. */
  ask<N extends RequestName>(name: N, input: Input<N>): Promise<Output<N> | undefined>
}

/** Drafts of a chat that has no record yet. */
export const NEW_CHAT = ''

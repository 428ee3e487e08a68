import type { CallErrorCode } from '#shared/call/plan'
import type { ToolsOff } from '#shared/facts'
import { type Message, type Said, type Text, toMessage, type ValuesFor } from '#shared/messages/message'
import type { ModelFacts, ModelProblemCode } from '#shared/model/model'
import type { ModelSettings, ModelTrial } from '#shared/model/model-settings'
import type { Policy, Settings } from '#shared/settings/settings'

import type { SkillErrorCode } from '#shared/skill/skill'

/** Longer than a message may be, so that nobody loses a text that is too long to send. */
export const LONGEST_DRAFT = 6_000_000

type InputError = 'SENDER_REFUSED' | 'CALL_UNKNOWN' | 'INPUT_INVALID' | 'INPUT_TOO_LARGE' | 'SETTING_INVALID'
type ChatError = 'CHAT_UNKNOWN' | 'CHAT_BUSY' | 'MESSAGE_UNKNOWN' | 'MESSAGE_EMPTY' | 'TURN_UNKNOWN' | 'REQUEST_LOST'
type FileError = 'FILE_NOT_WRITTEN' | 'FILE_NOT_ATTACHED' | 'FILE_NOT_IMPORTED' | 'PICTURE_REFUSED' | 'PICTURE_UNKNOWN'
type UnknownError = 'RUN_UNKNOWN' | 'CALL_NOT_FOUND' | 'APPROVAL_UNKNOWN' | 'QUESTION_UNKNOWN' | 'RULE_UNKNOWN'
type GoneError = 'RECORD_UNKNOWN' | 'STAGING_UNKNOWN' | 'BACKUP_UNKNOWN' | 'PROGRAM_UNKNOWN' | 'NOT_OPEN'
type RefusedError = 'UNDO_REFUSED' | 'SECRET_REFUSED' | 'LINK_REFUSED' | 'FOLDER_REFUSED' | 'NOT_CONFIRMED'
type FailedError = 'OPTIONS_UNREAD' | 'LEDGER_FAILED' | 'BACKUP_FAILED' | 'DATA_NOT_MOVED' | 'INTERNAL'
type RequestError = InputError | ChatError | FileError | UnknownError | GoneError | RefusedError | FailedError

export type ReplyErrorCode = CallErrorCode | ModelProblemCode | SkillErrorCode | RequestError

export type Reply<T> = { ok: true; value: T } | { ok: false; error: { code: ReplyErrorCode; message: Message } }

export const reply = <T>(value: T): Reply<T> => ({ ok: true, value })
export const refuse = <T extends Text>(code: ReplyErrorCode, text: T, ...[values]: ValuesFor<T>): Reply<never> => ({
  ok: false,
  error: { code, message: toMessage(text, values) },
})

export interface Notice {
  message: Message
  remedy: Message
}

export interface AppState {
  version: string
  platform: string
  home: string
  /** What the person must be told once the window is open, such as a repaired ledger. */
  notices: Notice[]
  settings: Settings
  /** Unsent texts by chat; `new` for a chat that does not exist yet. */
  drafts: Record<string, string>
}

export interface ChatSummary {
  chat: string
  title: string
  updatedAt: string
  isPinned?: boolean
  isArchived?: boolean
  isWaiting: boolean
  isRunning: boolean
  /** Chosen for this chat only. */
  policy?: Policy
  toolsOff?: ToolsOff
}

/** A folder that is open to a chat. */
export interface OpenFolderRow {
  path: string
  access: 'read' | 'write'
  /** `works-here`: the folder its commands run in. */
  lasts: 'works-here' | 'chat' | 'always'
}

/** How far a call is, or how it ended. */
export const CALL_STATES = [
  ...(['proposed', 'waiting', 'running', 'done', 'failed'] as const),
  ...(['denied', 'refused', 'canceled', 'timed-out', 'interrupted'] as const),
] as const

/** One proposed call and its outcome. */
export interface ActivityRow {
  seq: number
  at: string
  chat: string | null
  call: string
  run?: string
  skill: string
  tool: string
  argv: string[]
  state: (typeof CALL_STATES)[number]
  exitCode?: number | null
  ms?: number
  decidedBy?: 'person' | 'rule' | 'flag' | 'gate'
  /** The rule that decided, or that the person created with the answer. */
  rule?: string
  /** Why nobody was asked, unless a rule decided. */
  reason?: Said
  /** Copies of the files it changed exist and were not used yet. */
  canUndo?: true
}

export interface OllamaModel extends Pick<ModelFacts, 'name' | 'bytes' | 'parameters' | 'quantization'> {
  isLoaded: boolean
  /** Tokens of context of the loaded model; older servers do not say. */
  loadedContext?: number
  /** Changes with the model's contents; older servers do not say. */
  digest?: string
  /** Absent if the server could not be asked. */
  capabilities?: string[]
  /** The longest context it was trained for, in tokens. */
  contextLength?: number
  settings?: ModelSettings
  /** The result of its last trial, if the model has not changed since. */
  trial?: ModelTrial
}

export type OllamaState =
  /** `byDefault` answers when the person has chosen no model. */
  | ({ state: 'ready'; host: string; version: string; models: OllamaModel[]; byDefault?: string } & Elsewhere)
  /** `others` are installed but cannot chat, such as embedding models. */
  | ({ state: 'no-model'; host: string; version: string; models: []; others?: OllamaModel[] } & Elsewhere)
  | ({ state: 'too-old'; host: string; version: string; message: Message; models: [] } & Elsewhere)
  | ({
      state: 'unreachable'
      host: string
      message: Message
      code?: ModelProblemCode
      cause?: OllamaCause
      /** Where an Ollama does answer, for the cause `wrong-port`. */
      foundAt?: string
    } & Elsewhere)

/** On another computer: prompts leave this one. */
type Elsewhere = { isElsewhere?: true }

type AbsenceCause = 'not-installed' | 'not-running' | 'wrong-port' | 'wrong-host' | 'other-program'
export type OllamaCause = AbsenceCause | 'silent' | 'failing' | 'needs-consent'

export interface BackupRow {
  backup: string
  at: string
  bytes: number
  facts: number
}

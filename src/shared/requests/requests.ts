import type { CallErrorCode } from '#shared/call/plan'
import type { ToolsOff } from '#shared/facts'
import type { Message, Said } from '#shared/messages/message'
import type { ModelProblemCode } from '#shared/model/model'
import type { ModelSettings, ModelTrial } from '#shared/model/model-settings'
import type { Policy, Settings } from '#shared/settings/settings'

import type { Standing } from './window-requests.ts'

/** Longer than what can be sent: who has pasted too much shall not lose it. */
export const LONGEST_DRAFT = 6_000_000

export type ReplyErrorCode =
  | CallErrorCode
  | ModelProblemCode
  | 'SENDER_REFUSED'
  | 'CALL_UNKNOWN'
  | 'INPUT_INVALID'
  | 'INPUT_TOO_LARGE'
  | 'CHAT_UNKNOWN'
  | 'CHAT_BUSY'
  | 'MESSAGE_UNKNOWN'
  | 'RUN_UNKNOWN'
  | 'CALL_NOT_FOUND'
  | 'TURN_UNKNOWN'
  | 'REQUEST_LOST'
  | 'FILE_NOT_WRITTEN'
  | 'FILE_NOT_ATTACHED'
  | 'FILE_NOT_IMPORTED'
  | 'MESSAGE_EMPTY'
  | 'PICTURE_REFUSED'
  | 'PICTURE_UNKNOWN'
  | 'APPROVAL_UNKNOWN'
  | 'UNDO_REFUSED'
  | 'RULE_UNKNOWN'
  | 'RECORD_UNKNOWN'
  | 'SECRET_REFUSED'
  | 'NOT_CONFIRMED'
  | 'LINK_REFUSED'
  | 'SETTING_INVALID'
  | 'LEDGER_FAILED'
  | 'STAGING_UNKNOWN'
  | 'SKILL_UNKNOWN'
  | 'SKILL_NOT_INSTALLED'
  | 'SKILL_UNREADABLE'
  | 'SKILL_NOT_KEPT'
  | 'SCRIPTS_OFF'
  | 'NO_SCRIPTS'
  | 'NO_SERVERS'
  | 'SERVER_FAILED'
  | 'SERVER_UNREADABLE'
  | 'NOT_OPEN'
  | 'BACKUP_UNKNOWN'
  | 'BACKUP_FAILED'
  | 'DATA_NOT_MOVED'
  | 'FOLDER_REFUSED'
  | 'PROGRAM_UNKNOWN'
  | 'INTERNAL'

export type Reply<T> = { ok: true; value: T } | { ok: false; error: { code: ReplyErrorCode; message: Message } }

export const reply = <T>(value: T): Reply<T> => ({ ok: true, value })
export const refuse = (code: ReplyErrorCode, message: Message): Reply<never> => ({
  ok: false,
  error: { code, message },
})

export interface AppState {
  version: string
  platform: string
  home: string
  /** Things the person must be told once the window is open: a salvaged ledger, a skill folder that cannot be read. */
  notices: { severity: 'warning' | 'error'; message: Message; remedy: Message }[]
  settings: Settings
  /** What was typed and not sent, by chat; `new` for one that has no record yet. */
  drafts: Record<string, string>
  /** Where the person was when the window before this one was lost. */
  stood?: Standing
}

export interface ChatSummary {
  chat: string
  title: string
  updatedAt: string
  isPinned?: boolean
  isArchived?: boolean
  /** An approval waits for the person. */
  isWaiting: boolean
  isRunning: boolean
  /** Chosen for this chat alone. */
  policy?: Policy
  toolsOff?: ToolsOff
}

/** A folder that the commands of a chat may touch. */
export interface OpenFolderRow {
  path: string
  access: 'read' | 'write'
  /** `works-here`: where its commands run. */
  lasts: 'works-here' | 'chat' | 'always'
}

/** One proposed call, with what became of it. */
export interface ActivityRow {
  seq: number
  at: string
  chat: string | null
  call: string
  run?: string
  skill: string
  tool: string
  argv: string[]
  state:
    | 'proposed'
    | 'waiting'
    | 'running'
    | 'done'
    | 'failed'
    | 'denied'
    | 'refused'
    | 'canceled'
    | 'timed-out'
    | 'interrupted'
  exitCode?: number | null
  ms?: number
  decidedBy?: 'person' | 'rule' | 'flag' | 'gate'
  /** The rule that decided, or that the person made with the answer. */
  rule?: string
  /** Why nobody was asked, where no rule decided. */
  reason?: Said
  /** Copies of the files it changed were kept, and nothing was brought back. */
  canUndo?: true
}

export interface OllamaModel {
  name: string
  bytes: number
  parameters: string
  quantization: string
  isLoaded: boolean
  /** The context a loaded model really has, in tokens; older servers do not tell. */
  loadedContext?: number
  /** Changes when the model does; older servers do not tell. */
  digest?: string
  /** Such as completion, tools, thinking, vision, embedding; absent where it could not be asked. */
  capabilities?: string[]
  /** The longest context it was trained for, in tokens. */
  contextLength?: number
  /** What the person set for it; nothing where they set nothing. */
  settings?: ModelSettings
  /** How it did when it was tried, as it is now. */
  trial?: ModelTrial
}

export type OllamaState =
  /** `byDefault` answers where the person chose no model. */
  | ({ state: 'ready'; host: string; version: string; models: OllamaModel[]; byDefault?: string } & Elsewhere)
  /** `others` are there and cannot chat, such as models for embeddings. */
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

/** On another machine: prompts leave this computer. */
type Elsewhere = { isElsewhere?: true }

export type OllamaCause =
  | 'not-installed'
  | 'not-running'
  | 'wrong-port'
  | 'wrong-host'
  | 'other-program'
  | 'silent'
  | 'failing'
  | 'needs-consent'

export interface BackupRow {
  backup: string
  at: string
  bytes: number
  facts: number
}

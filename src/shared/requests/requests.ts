import type { CallErrorCode } from '#shared/call/plan'
import type { RuleRow } from '#shared/call/rule'
import { SETTING_NAMES, type SettingName, type ToolsOff } from '#shared/facts'
import type { Message } from '#shared/messages/message'
import type { ModelFacts, ModelProblemCode, PullState } from '#shared/model/model'
import {
  KEEP_ALIVES,
  LEAST_CONTEXT,
  type ModelSettings,
  type ModelTrial,
  type TrialProgress,
} from '#shared/model/model-settings'
import { type Infer, takes } from '#shared/schema'
import type { AdoptableSkill, Installation, Staging } from '#shared/skill/skill'
import { type BackupOutputs, backupInputs } from './backup-requests.ts'
import { type ConversationOutputs, conversationInputs } from './conversation-requests.ts'
import { type PlaceOutputs, placeInputs } from './data-folder-requests.ts'
import { type PictureOutputs, pictureInputs } from './picture-requests.ts'
import { type RecordOutputs, recordInputs } from './record-requests.ts'
import { type SkillOutputs, skillInputs } from './skill-requests.ts'
import { type Standing, VIEWS } from './view.ts'
import { type StandingOutputs, standingInputs } from './window-requests.ts'

const id = { type: 'string', minLength: 1, maxLength: 64, pattern: '^[A-Za-z0-9_-]+$' } as const
/** Longer than what can be sent: who has pasted too much shall not lose it. */
export const LONGEST_DRAFT = 6_000_000
const text = { type: 'string', maxLength: 1_000_000 } as const
const model = { type: 'string', minLength: 1, maxLength: 300, pattern: '^[A-Za-z0-9][A-Za-z0-9._:/@-]*$' } as const

/** Everything the window may ask of main: what goes in, checked by these schemas, and what comes out. */
export const inputs = {
  ...backupInputs,
  ...conversationInputs,
  ...placeInputs,
  ...pictureInputs,
  ...recordInputs,
  ...skillInputs,
  ...standingInputs,
  'app.read': takes({}),
  'approval.answer': takes(
    {
      call: id,
      digest: { type: 'string', pattern: '^[0-9a-f]{64}$' },
      decision: { type: 'string', enum: ['once', 'deny', 'remember'] },
    },
    { note: { type: 'string', maxLength: 2000 }, choice: id },
  ),
  'clipboard.write': takes({ text }),
  /** An empty text forgets it. */
  'draft.save': takes({ chat: id, text: { type: 'string', maxLength: LONGEST_DRAFT } }),
  'host.consent': takes({ host: { type: 'string', minLength: 1, maxLength: 1000 } }),
  'ledger.verify': takes({}),
  'link.open': takes({ url: { type: 'string', maxLength: 4096 } }),
  'model.cancelPull': takes({ model }),
  'model.delete': takes({ model }),
  'model.list': takes({}),
  'model.pull': takes({ model }),
  'model.pulls': takes({}),
  /** All of what is set for it; what is left out is as Skillet, Ollama or the model has it. */
  'model.set': takes(
    { model },
    {
      context: { type: 'integer', minimum: LEAST_CONTEXT, maximum: 100_000_000 },
      keepAlive: { type: 'string', enum: KEEP_ALIVES },
      think: { type: 'string', enum: ['on', 'off'] },
      pieceByPiece: { type: 'boolean' },
    },
  ),
  'model.show': takes({ model }),
  'model.stopTrial': takes({ model }),
  'model.trials': takes({}),
  'model.try': takes({ model }),
  'model.unload': takes({ model }),
  'rule.list': takes({}),
  'rule.revoke': takes({ rule: id }),
  'run.output': takes({ run: id }),
  'setting.change': takes({
    name: {
      type: 'string',
      enum: SETTING_NAMES,
    },
    value: { type: 'string', maxLength: 1000 },
  }),
  'skill.adoptable': takes({}),
  'skill.choose': takes({ kind: { type: 'string', enum: ['folder', 'zip'] } }),
  'skill.install': takes(
    { token: id, names: { type: 'array', items: { type: 'string', maxLength: 64 }, maxItems: 2000 } },
    { replace: { type: 'boolean' } },
  ),
  'skill.stage': takes({ source: { type: 'string', minLength: 1, maxLength: 4096 } }),
  'skill.unstage': takes({ token: id }),
  /** For a window that takes the place of this one. */
  'view.save': takes({ view: { type: 'string', enum: VIEWS } }, { chat: id }),
}

export interface Outputs
  extends BackupOutputs,
    ConversationOutputs,
    PlaceOutputs,
    PictureOutputs,
    RecordOutputs,
    SkillOutputs,
    StandingOutputs {
  'app.read': AppState
  /** False when the person said no in the dialog of the system: the approval waits on. */
  'approval.answer': { accepted: boolean }
  'clipboard.write': { copied: true }
  'draft.save': { saved: true }
  /** The person is asked by a dialog of the system; false when they decline. */
  'host.consent': { consented: boolean }
  /** `putRight`: how much of the list of chats and its like was not as the facts tell, and is now. */
  'ledger.verify': { ok: boolean; facts: number; firstBad?: number; putRight?: number }
  'link.open': { opened: boolean }
  'model.cancelPull': { stopped: boolean }
  'model.delete': { deleted: true }
  'model.list': OllamaState
  /** Begins, or goes on where an earlier one stopped; "pull" ticks tell how far it is. */
  'model.pull': PullState
  /** Those under way, and how the others of this session ended. */
  'model.pulls': { pulls: PullState[] }
  'model.set': { set: true }
  'model.show': ModelFacts
  'model.stopTrial': { stopped: boolean }
  /** Those under way, and how the others of this session ended. */
  'model.trials': { trials: TrialProgress[] }
  /** Begins; "model-trial" ticks tell how far it is, and a fact what came of it. */
  'model.try': TrialProgress
  'model.unload': { unloaded: true }
  'rule.list': { rules: RuleRow[]; damage?: string }
  'rule.revoke': { revoked: true }
  'run.output': { stdout: string; stderr: string }
  'setting.change': { changed: boolean }
  'skill.adoptable': { skills: AdoptableSkill[] }
  'skill.choose': { source: string | null }
  'skill.install': Installation
  'skill.stage': Staging
  'skill.unstage': { dropped: boolean }
  'view.save': { saved: true }
}

export type CallName = keyof typeof inputs
export type Calls = { [N in CallName]: { input: Infer<(typeof inputs)[N]>; output: Outputs[N] } }
type Handler<N extends CallName> = (input: Calls[N]['input']) => Promise<Reply<Calls[N]['output']>>
/** Closed and complete: one handler for each call. */
export type Handlers = { [N in CallName]: Handler<N> }

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
  | 'RULE_UNKNOWN'
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
  | 'NOT_OPEN'
  | 'BACKUP_UNKNOWN'
  | 'BACKUP_FAILED'
  | 'DATA_NOT_MOVED'
  | 'INTERNAL'

export type Reply<T> =
  | { ok: true; value: T }
  | { ok: false; error: { code: ReplyErrorCode; message: Message | string } }

export const reply = <T>(value: T): Reply<T> => ({ ok: true, value })
export const refuse = (code: ReplyErrorCode, message: Message | string): Reply<never> => ({
  ok: false,
  error: { code, message },
})

export interface AppState {
  version: string
  platform: string
  home: string
  /** Things the person must be told once the window is open: a salvaged ledger, a skill folder that cannot be read. */
  notices: { severity: 'warning' | 'error'; message: Message | string; remedy: Message | string }[]
  settings: Record<SettingName, string>
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
  policy?: 'ask' | 'trusted'
  toolsOff?: ToolsOff
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
  reason?: string
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
  | ({ state: 'too-old'; host: string; version: string; message: Message | string; models: [] } & Elsewhere)
  | ({
      state: 'unreachable'
      host: string
      message: Message | string
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

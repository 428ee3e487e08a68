import type { Fact, SettingName } from './facts.ts'
import type { ModelProblemCode } from './model.ts'
import type { CallErrorCode } from './plan.ts'
import { type Infer, takes } from './schema.ts'
import type { Skill } from './skill.ts'

const id = { type: 'string', minLength: 1, maxLength: 64, pattern: '^[A-Za-z0-9_-]+$' } as const
const text = { type: 'string', maxLength: 1_000_000 } as const

/** Everything the window may ask of main: what goes in, checked by these schemas, and what comes out. */
export const inputs = {
  'app.read': takes({}),
  'activity.list': takes(
    { limit: { type: 'integer', minimum: 1, maximum: 500 } },
    { before: { type: 'integer', minimum: 1 }, search: { type: 'string', maxLength: 1000 } },
  ),
  'approval.answer': takes(
    {
      call: id,
      digest: { type: 'string', pattern: '^[0-9a-f]{64}$' },
      decision: { type: 'string', enum: ['once', 'deny'] },
    },
    { note: { type: 'string', maxLength: 2000 } },
  ),
  'chat.create': takes({}),
  'chat.delete': takes({ chat: id }),
  'chat.list': takes({}),
  'chat.read': takes({ chat: id }),
  'chat.rename': takes({ chat: id, title: { type: 'string', minLength: 1, maxLength: 200 } }),
  'chat.send': takes({ chat: id, text: { ...text, minLength: 1 } }),
  'chat.stop': takes({ chat: id }),
  'ledger.verify': takes({}),
  'link.open': takes({ url: { type: 'string', maxLength: 4096 } }),
  'model.list': takes({}),
  'run.output': takes({ run: id }),
  'setting.change': takes({
    name: {
      type: 'string',
      enum: ['host', 'model', 'theme', 'contextMode', 'policy', 'scripts'] satisfies readonly SettingName[],
    },
    value: { type: 'string', maxLength: 1000 },
  }),
  'skill.list': takes({}),
}

export interface Outputs {
  'app.read': AppState
  'activity.list': { runs: ActivityRow[]; more: boolean }
  'approval.answer': { accepted: true }
  'chat.create': { chat: string }
  'chat.delete': { deleted: true }
  'chat.list': { chats: ChatSummary[] }
  'chat.read': { facts: Fact[] }
  'chat.rename': { renamed: true }
  'chat.send': { accepted: true }
  'chat.stop': { stopped: boolean }
  'ledger.verify': { ok: boolean; facts: number; firstBad?: number }
  'link.open': { opened: boolean }
  'model.list': OllamaState
  'run.output': { stdout: string; stderr: string }
  'setting.change': { changed: true }
  'skill.list': { skills: Skill[] }
}

export type CallName = keyof typeof inputs
export type Calls = { [N in CallName]: { input: Infer<(typeof inputs)[N]>; output: Outputs[N] } }
type Handler<N extends CallName> = (input: Calls[N]['input']) => Promise<Reply<Calls[N]['output']>>
/** Closed and complete: one handler for each call. */
export type Handlers = { [N in CallName]: Handler<N> }

export type ReplyErrorCode =
  | CallErrorCode
  | 'SENDER_REFUSED'
  | 'CALL_UNKNOWN'
  | 'INPUT_INVALID'
  | 'INPUT_TOO_LARGE'
  | 'CHAT_UNKNOWN'
  | 'CHAT_BUSY'
  | 'RUN_UNKNOWN'
  | 'APPROVAL_UNKNOWN'
  | 'LINK_REFUSED'
  | 'SETTING_INVALID'
  | 'LEDGER_FAILED'
  | 'OLLAMA_UNREACHABLE'
  | 'NOT_OPEN'
  | 'INTERNAL'

export type Reply<T> = { ok: true; value: T } | { ok: false; error: { code: ReplyErrorCode; message: string } }

export const reply = <T>(value: T): Reply<T> => ({ ok: true, value })
export const refuse = (code: ReplyErrorCode, message: string): Reply<never> => ({ ok: false, error: { code, message } })

export interface AppState {
  version: string
  platform: string
  home: string
  /** Things the person must be told once the window is open: a salvaged ledger, a skill folder that cannot be read. */
  notices: { severity: 'warning' | 'error'; message: string; remedy: string }[]
  settings: Record<SettingName, string>
}

export interface ChatSummary {
  chat: string
  title: string
  updatedAt: string
  /** An approval waits for the person. */
  isWaiting: boolean
  isRunning: boolean
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
}

export interface OllamaModel {
  name: string
  bytes: number
  parameters: string
  quantization: string
  isLoaded: boolean
  /** The context a loaded model really has, in tokens; older servers do not tell. */
  loadedContext?: number
}

export type OllamaState =
  | { state: 'ready'; host: string; version: string; models: OllamaModel[] }
  | { state: 'no-model'; host: string; version: string; models: [] }
  | { state: 'too-old'; host: string; version: string; message: string; models: [] }
  | { state: 'unreachable'; host: string; message: string; code?: ModelProblemCode }

import type { Caller } from '#shared/call/action'
import type { CallErrorCode, KeptFile, Plan, PostProcessStep, ResolverStep, Run, Verdict } from '#shared/call/plan'
import type { Rule, RuleProposal } from '#shared/call/rule'
import type { Brought, Picture, Sound } from '#shared/chat/picture'
import type { Message, Said } from '#shared/messages/message'
import type { PullState } from '#shared/model/model'
import type { ModelComparison } from '#shared/model/model-comparison'
import type { ModelSettings, ModelTrial, TrialProgress } from '#shared/model/model-settings'
import type { ProgramFact } from '#shared/programs'
import type { ChatSummary } from '#shared/requests/requests'
import type { FolderFact, MenuCommand, MoveProgress } from '#shared/requests/window-requests'
import type { Policy, Settings, SettingValue } from '#shared/settings/settings'
import type { FetchFact, HostFact, ServerFact } from '#shared/skill/server-facts'
import type { SkillFact } from '#shared/skill/skill-facts'
import type { JsonObject } from './json.ts'

/** A durable event. All other state is derived from these, in order of `seq`. */
export type Fact = FactBody & { seq: number; at: string; chat: string | null }

export type NewFact = FactBody & { chat: string | null }

export type FactType = FactBody['type']
export type FactOf<T extends FactType> = Extract<Fact, { type: T }>

export type FactBody =
  /** `from`: the file its messages were imported from. */
  | { type: 'chat.created'; title: string; model: string | null; from?: { file: string; messages: number } }
  | { type: 'chat.renamed'; title: string }
  | { type: 'chat.deleted' }
  /** It was never lost from the record and is listed again. */
  | { type: 'chat.restored' }
  | { type: 'chat.pinned'; pinned: boolean }
  | { type: 'chat.archived'; archived: boolean }
  /** For this chat only; `default` means the global policy. */
  | { type: 'chat.policy-changed'; policy: Policy | 'default' }
  /** `replaces`: the turn it replaces, which stays on record. */
  | { type: 'turn.started'; turn: string; model: string; replaces?: string }
  /** Skills and tools switched off in this chat only, by the names models know. */
  | { type: 'chat.tools-changed'; off: ToolsOff }
  /** Where this chat's commands run; null: in a folder of its own. */
  | { type: 'chat.folder-chosen'; path: string | null }
  | FolderFact
  /** The chat continues from this turn again, along its latest path. */
  | { type: 'branch.chosen'; turn: string }
  | MessageAdded
  /** The part of an answer written since the last such fact. The finished message replaces them. */
  | { type: 'answer.written'; turn: string; text: string; thinking?: string }
  /** Typed while a turn was under way; sent, or taken back, by its id. */
  | ({ type: 'message.queued'; message: string; text: string } & Brought)
  | { type: 'message.unqueued'; message: string }
  | ContextFitted
  | RequestSent
  | { type: 'context.mismatched'; estimate: number; promptEvalCount: number; numCtx: number }
  | CallRequested
  | { type: 'call.refused'; call: string; code: CallErrorCode; message: Said; isInterrupted?: true }
  /** Only a plan was requested. */
  | { type: 'call.planned'; call: string; digest: string }
  | ApprovalAsked
  | ApprovalAnswered
  | { type: 'resolver.started'; call: string; run: string; step: ResolverStep; path: string }
  | { type: 'resolver.finished'; call: string; run: string; step: ResolverStep; exitCode: number | null; ms: number }
  | { type: 'postprocess.started'; call: string; run: string; step: PostProcessStep; path: string }
  | {
      type: 'postprocess.finished'
      call: string
      run: string
      step: PostProcessStep
      exitCode: number | null
      ms: number
    }
  /** `attempt`: counts from 2 when a call is tried again. `kept`: copies of the files it changes. */
  | { type: 'run.started'; call: string; run: string; plan: Plan; attempt?: number; kept?: KeptFile[] }
  | { type: 'files.restored'; call: string; paths: string[] }
  | RunFinished
  | { type: 'run.interrupted'; call: string; run: string }
  | TurnFinished
  | { type: 'turn.inside'; call: string; body: InsideTurn }
  | { type: 'setting.changed'; name: keyof Settings; value: SettingValue }
  | FetchFact
  | SkillFact
  | ServerFact
  | HostFact
  | ProgramFact
  | { type: 'rule.made'; rule: Rule }
  | { type: 'rule.revoked'; rule: string }
  /** All of the person's settings for it. What is missing follows Skillet or Ollama. */
  | { type: 'model.set'; model: string; settings: ModelSettings }
  | { type: 'model.tried'; model: string; trial: ModelTrial }
  /** How fast this version of it reads on this computer. */
  | { type: 'model.measured'; model: string; digest?: string; msPerToken: number }
  | { type: 'bug.found'; where: string; message: string }
  /** A backup replaced the record; the old one is kept whole at `movedTo`. */
  | { type: 'ledger.restored'; from: string; movedTo: string }
  | { type: 'ledger.salvaged'; movedTo: string; kept: number; lost?: number; reason: Said }

export type InsideTurn = Extract<FactBody, { type: 'turn.started' | 'message.added' | 'turn.finished' }>

/** Sorted by name. */
export interface ToolsOff {
  skills: readonly string[]
  tools: readonly string[]
}

export interface MessageAdded extends Brought {
  type: 'message.added'
  role: 'user' | 'assistant' | 'tool'
  content: string
  thinking?: string
  toolName?: string
  call?: string
  /** The calls that the model made in this message; the next request repeats them. */
  calls?: { call: string; tool: string; args: JsonObject; id?: string }[]
  /** The exact text that held the calls; the next request repeats it letter for letter. */
  written?: string
  /** What Skillet adds for the person to know about this answer. */
  notes?: readonly Message[]
  /** Values in the answer that appear in no result and no request. */
  unfounded?: readonly string[]
  stats?: AnswerStats
}

/** What one answer took, as counted by the server. */
export interface AnswerStats {
  tokens: number
  ms?: number
  promptMs?: number
  /** From the request to the first word, including loading the model. */
  firstMs?: number
  /** The whole prompt, and how much of it the server had to read. It keeps a beginning it read before. */
  promptTokens?: number
  readTokens?: number
  readAgain?: ReadAgain
}

/**
 * `first`: the first request since Skillet started · `chat`: another chat came in between · `beginning`: the tools or
 * skills changed · `context`: the context size changed · `left-out`: old messages were left out, or another version was
 * chosen · `lost`: the server no longer had what it had read.
 */
export type ReadAgain = 'first' | 'chat' | 'beginning' | 'context' | 'left-out' | 'lost'

/** How a request was shortened before it was sent. */
export interface ContextFitted {
  type: 'context.fitted'
  numCtx: number
  estimate: number
  bySource: { system: number; tools: number; skills: number; history: number; toolOutput: number }
  withheld?: Said[]
  /**
   * Messages before `left` are dropped and outputs before `shrunk` are shortened, so the next request starts the same.
   */
  cut?: { left: number; shrunk: number }
}

/** What was sent to the model: `kept` is the stored text that rebuilds it, `sha256` the hash of its bytes. */
export interface RequestSent {
  type: 'request.sent'
  turn: string
  /** Counted within its turn, from 1. */
  request: number
  model: string
  numCtx?: number
  /** By the names the model reads. */
  tools: string[]
  bytes: number
  sha256: string
  kept: string
}

export interface CallRequested {
  type: 'call.requested'
  call: string
  tool: string
  args: JsonObject
  /** Absent for a regular call by the model. */
  caller?: Caller
  /** In older records instead of `caller`. */
  recoveredFrom?: 'content' | 'xml' | 'structured'
  by?: 'person'
  /** Its position in its turn. Calls of one message are recorded as they become ready. */
  nth?: number
  /** The model had read untrusted output before it made this call. */
  followsUntrusted?: true
}

export interface ApprovalAsked {
  type: 'approval.asked'
  call: string
  digest: string
  plan: Plan
  verdict: Verdict
  /** Rules the person may choose. Main made them and recognizes them by their `choice`. */
  proposals?: RuleProposal[]
  /** What changed since it was approved, as JSON or as a message. */
  differs?: { field: string; was: Said; is: Said }[]
}

export interface ApprovalAnswered {
  type: 'approval.answered'
  call: string
  digest: string
  /** `open`: the places it names were opened to the chat, and it was judged again. */
  decision: 'once' | 'deny' | 'remember' | 'open'
  /** `policy`: nobody was asked; `note` says why. */
  by: 'person' | 'rule' | 'flag' | 'policy'
  rule?: string
  note?: string
  /** Why nobody was asked; in older records this is in `note`. */
  why?: Said
  /** Arguments with which the person replaced the model's. */
  edited?: JsonObject
}

/** Without the bulk of the output, which the ledger keeps under these hashes. */
export type RunFinished = {
  type: 'run.finished'
  call: string
  run: string
  stdoutSha256: string
  stderrSha256: string
  /** It ended by itself, with an exit code that the tool counts as success. */
  succeeded?: boolean
  pictures?: readonly Picture[]
  sounds?: readonly Sound[]
  /** Of each file that a copy was kept of: its hash after the run, null where it is gone. */
  left?: Record<string, string | null>
} & Omit<Run, 'id' | 'stdout' | 'stderr'>

export interface TurnFinished {
  type: 'turn.finished'
  turn: string
  reason: 'answered' | 'stopped' | 'rounds' | 'loop' | 'length' | 'error' | 'interrupted'
  error?: { code: string; message: Said }
  stats: TurnStats
}

export interface TurnStats {
  rounds: number
  calls: number
  promptTokens: number
  outputTokens: number
  ms: number
}

/** A passing event. Losing all of them would not change anything in the end. */
export type Tick =
  | PassingTick
  /** The skills, the background tools or the other programs have changed; ask for them again. */
  | { tick: 'skills' }
  | { tick: 'background' }
  | { tick: 'programs' }
  /** Something that could not even be recorded, such as a full disk. */
  | { tick: 'trouble'; chat: string | null; message: Message; remedy: Message }
  | ({ tick: 'pull'; chat: null } & PullState)
  | ({ tick: 'moving'; chat: null } & MoveProgress)
  | { tick: 'model-comparison'; chat: null; comparison: ModelComparison }
  | { tick: 'model-trial'; chat: null; trial: TrialProgress }
  /** A file or folder was dropped on the window. */
  | { tick: 'dropped'; source: string; as: 'skill' | 'folder' }
  /** The person clicked a notification about this chat. */
  | { tick: 'open-chat'; chat: string }
  | { tick: 'command'; chat: null; command: MenuCommand }

/** What the server still has to read of a prompt and its earlier speed. The server reports nothing meanwhile. */
export interface ExpectedReading {
  tokens: number
  msPerToken?: number
}

/** `count` increases by one with each that is pushed, in any chat. */
export type PassingTick = { count?: number } & (
  | { tick: 'token'; chat: string; turn: string; text: string; thinking: boolean }
  | { tick: 'output'; chat: string; run: string; stream: 'stdout' | 'stderr'; text: string }
  | { tick: 'progress'; chat: string; run: string; text: string }
  | { tick: 'phase'; chat: string; turn: string; phase: 'loading' | 'thinking' | 'answering' | 'working' }
  | ({ tick: 'phase'; chat: string; turn: string; phase: 'reading' } & ExpectedReading)
)

export type Push =
  | { kind: 'fact'; fact: Fact }
  | { kind: 'tick'; tick: Tick }
  /** Follows the fact that changed it: a chat as the list shows it, and its position; null if it is not listed. */
  | { kind: 'chat'; chat: string; summary: ChatSummary | null; place: number }

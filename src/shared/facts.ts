import type { Caller } from '#shared/call/action'
import type { CallErrorCode, KeptFile, Plan, PostProcessStep, ResolverStep, Run, Verdict } from '#shared/call/plan'
import type { Rule, RuleProposal } from '#shared/call/rule'
import type { Picture } from '#shared/chat/picture'
import type { Message, Said } from '#shared/messages/message'
import type { PullState } from '#shared/model/model'
import type { ModelComparison } from '#shared/model/model-comparison'
import type { ModelSettings, ModelTrial, TrialProgress } from '#shared/model/model-settings'
import type { ProgramFact } from '#shared/programs'
import type { ChatSummary } from '#shared/requests/requests'
import type { FolderFact, MenuCommand, MoveProgress } from '#shared/requests/window-requests'
import type { Policy, Settings, SettingValue } from '#shared/settings/settings'
import type { ServerFact } from '#shared/skill/server-facts'
import type { JsonObject } from './json.ts'

/** A durable event. Everything else (chats, runs, settings) is derived from these, in order of `seq`. */
export type Fact = FactBody & { seq: number; at: string; chat: string | null }

/** A fact that is not yet recorded. */
export type NewFact = FactBody & { chat: string | null }

export type FactType = FactBody['type']
export type FactOf<T extends FactType> = Extract<Fact, { type: T }>

export type FactBody =
  /** `from`: what was said in it came from this file, and nothing else did. */
  | { type: 'chat.created'; title: string; model: string | null; from?: { file: string; messages: number } }
  | { type: 'chat.renamed'; title: string }
  | { type: 'chat.deleted' }
  /** The record never lost it: it is listed again. */
  | { type: 'chat.restored' }
  | { type: 'chat.pinned'; pinned: boolean }
  | { type: 'chat.archived'; archived: boolean }
  /** For this chat alone; `default` is what holds for all. */
  | { type: 'chat.policy-changed'; policy: Policy | 'default' }
  /** `replaces`: the turn whose place it takes; that one stays on record, beside it. */
  | { type: 'turn.started'; turn: string; model: string; replaces?: string }
  /** What is off in this chat alone: whole skills, and tools by the names models know. */
  | { type: 'chat.tools-changed'; off: ToolsOff }
  /** Where the commands of this chat run; null: in a folder of its own. */
  | { type: 'chat.folder-chosen'; path: string | null }
  | FolderFact
  /** The chat goes through this turn again, and on as it went from there. */
  | { type: 'branch.chosen'; turn: string }
  | MessageAdded
  /** What was written of an answer since the one before; the answer's own message takes their place. */
  | { type: 'answer.written'; turn: string; text: string; thinking?: string }
  /** Typed while a turn was under way; sent, or taken back, by its id. */
  | { type: 'message.queued'; message: string; text: string; images?: readonly Picture[] }
  | { type: 'message.unqueued'; message: string }
  | ContextFitted
  | RequestSent
  | { type: 'context.mismatched'; estimate: number; promptEvalCount: number; numCtx: number }
  | CallRequested
  | { type: 'call.refused'; call: string; code: CallErrorCode; message: Said; isInterrupted?: true }
  /** Only the plan was asked for; nothing was to run. */
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
  /** `attempt`: of a call that is tried again, beginning with 2. `kept`: copies of the files it changes. */
  | { type: 'run.started'; call: string; run: string; plan: Plan; attempt?: number; kept?: KeptFile[] }
  /** The person brought back what a run had changed. */
  | { type: 'files.restored'; call: string; paths: string[] }
  | RunFinished
  | { type: 'run.interrupted'; call: string; run: string }
  | TurnFinished
  | { type: 'turn.inside'; call: string; body: InsideTurn }
  | { type: 'setting.changed'; name: keyof Settings; value: SettingValue }
  /** Git fetches what is to be installed; no other process is part of an installation. */
  | { type: 'fetch.started'; fetch: string; argv: string[]; path: string; cwd: string }
  | { type: 'fetch.finished'; fetch: string; exitCode: number | null; ms: number }
  | SkillInstalled
  | SkillTrusted
  | { type: 'skill.switched'; skill: string; enabled: boolean }
  | { type: 'skill.removed'; skill: string }
  /** One tool of it, by the name the skill gives it. */
  | { type: 'tool.switched'; skill: string; tool: string; enabled: boolean }
  /** Holds for exactly these scripts: another byte in one of them turns it off again. */
  | { type: 'scripts.switched'; skill: string; allowed: boolean; scriptsHash: string }
  | ServerFact
  | ProgramFact
  | { type: 'rule.made'; rule: Rule }
  | { type: 'rule.revoked'; rule: string }
  /** All of what the person set for it; what is not said is as Skillet or Ollama has it. */
  | { type: 'model.set'; model: string; settings: ModelSettings }
  | { type: 'model.tried'; model: string; trial: ModelTrial }
  | { type: 'bug.found'; where: string; message: string }
  /** A backup took the record's place; what was there before is kept whole at `movedTo`. */
  | { type: 'ledger.restored'; from: string; movedTo: string }
  | { type: 'ledger.salvaged'; movedTo: string; kept: number; lost?: number; reason: Said }

export type InsideTurn = Extract<FactBody, { type: 'turn.started' | 'message.added' | 'turn.finished' }>

/** In order of their names. */
export interface ToolsOff {
  skills: readonly string[]
  tools: readonly string[]
}

export interface MessageAdded {
  type: 'message.added'
  role: 'user' | 'assistant' | 'tool'
  content: string
  images?: readonly Picture[]
  thinking?: string
  toolName?: string
  call?: string
  /** What the model asked for in this message, as the next request must repeat it. */
  calls?: { call: string; tool: string; args: JsonObject; id?: string }[]
  /** The text of which the calls were read, as the model wrote it: the next request repeats it letter for letter. */
  written?: string
  /** What a person should know of this answer, in our words. */
  notes?: readonly Message[]
  /** Values of the answer that stand in no result and no request, as written. */
  unfounded?: readonly string[]
  stats?: AnswerStats
}

/** What one answer took, as the server counted: reading the prompt, then writing. */
export interface AnswerStats {
  tokens: number
  ms?: number
  promptMs?: number
  /** From the request to the first word of the answer, loading the model included. */
  firstMs?: number
  /** The whole prompt, and how much of it the server had to read: it keeps what begins like the request before. */
  promptTokens?: number
  readTokens?: number
  /** Why it read more than what was new. */
  readAgain?: ReadAgain
}

/**
 * `first`: the first request since Skillet started · `chat`: another chat was answered in between · `beginning`: other
 * tools or skills · `context`: another context size · `left-out`: old messages were left out, or another version of the
 * chat was chosen · `lost`: the server had lost what it had read.
 */
export type ReadAgain = 'first' | 'chat' | 'beginning' | 'context' | 'left-out' | 'lost'

/** How a request was made to fit, before it was sent. */
export interface ContextFitted {
  type: 'context.fitted'
  numCtx: number
  estimate: number
  bySource: { system: number; tools: number; skills: number; history: number; toolOutput: number }
  /** What the model does not get to read, in words. */
  withheld?: Said[]
  /** Messages before `left` are left out, and outputs before `shrunk` are cut: the next request begins the same. */
  cut?: { left: number; shrunk: number }
}

/** What went out to the model, whole: `kept` is the text by which it is put together again, `sha256` that of its bytes. */
export interface RequestSent {
  type: 'request.sent'
  turn: string
  /** Of this turn, from 1. */
  request: number
  model: string
  numCtx?: number
  /** By the names the model read. */
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
  /** Who asked, where that was not a model by the protocol. */
  caller?: Caller
  /** Of older records, in place of `caller`. */
  recoveredFrom?: 'content' | 'xml' | 'structured'
  by?: 'person'
  /** Which call of its turn it is: those of one message are recorded as they get ready. */
  nth?: number
  /** The model had read untrusted output when it asked. */
  followsUntrusted?: true
}

export interface SkillInstalled {
  type: 'skill.installed'
  skill: string
  hash: string
  source: { kind: 'folder' | 'zip' | 'git' | 'adopted'; from: string }
}

/** What was reviewed and may run: a snapshot of exactly these bytes. */
export interface SkillTrusted {
  type: 'skill.trusted'
  skill: string
  hash: string
}

export interface ApprovalAsked {
  type: 'approval.asked'
  call: string
  digest: string
  plan: Plan
  verdict: Verdict
  /** What may be remembered of it: main made these, and knows them by their `choice`. */
  proposals?: RuleProposal[]
  /** Against what was approved a moment ago, where that is not what would run any more: JSON, or a message in its place. */
  differs?: { field: string; was: Said; is: Said }[]
}

export interface ApprovalAnswered {
  type: 'approval.answered'
  call: string
  digest: string
  /** `open`: what it names was opened to the chat, and it was judged again. */
  decision: 'once' | 'deny' | 'remember' | 'open'
  /** `policy`: nobody was asked, and `note` says why. */
  by: 'person' | 'rule' | 'flag' | 'policy'
  rule?: string
  /** What the person wrote. */
  note?: string
  /** Why nobody was asked; older records have it in `note`. */
  why?: Said
  /** The arguments that the person put in the place of the model's. */
  edited?: JsonObject
}

/** Without the output's bulk, which stays in the ledger under these hashes. */
export type RunFinished = {
  type: 'run.finished'
  call: string
  run: string
  stdoutSha256: string
  stderrSha256: string
  /** It ended by itself, with an exit code that the tool counts as success. */
  succeeded?: boolean
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

/** A passing event: all of them may be lost without changing where things end. */
export type Tick =
  | PassingTick
  /** The skills, or the other programs, are not as they were; a request tells how they are. */
  | { tick: 'skills' }
  | { tick: 'programs' }
  /** Something that could not even be recorded, such as a full disk. */
  | { tick: 'trouble'; chat: string | null; message: Message; remedy: Message }
  | ({ tick: 'pull'; chat: null } & PullState)
  /** The data are on their way to another folder; what cannot be said while they are is lost. */
  | ({ tick: 'moving'; chat: null } & MoveProgress)
  | { tick: 'model-comparison'; chat: null; comparison: ModelComparison }
  | { tick: 'model-trial'; chat: null; trial: TrialProgress }
  /** A file or folder. */
  | { tick: 'dropped'; source: string }
  /** The person clicked on what told of this chat. */
  | { tick: 'open-chat'; chat: string }
  | { tick: 'command'; chat: null; command: MenuCommand }

/** What a server has yet to read of a prompt, and how fast it read before; it tells nothing while it reads. */
export interface ExpectedReading {
  tokens: number
  msPerToken?: number
}

/** What passes by in a chat. `count` goes up by one with each that is pushed, in whatever chat. */
export type PassingTick = { count?: number } & (
  | { tick: 'token'; chat: string; turn: string; text: string; thinking: boolean }
  | { tick: 'output'; chat: string; run: string; stream: 'stdout' | 'stderr'; text: string }
  | { tick: 'phase'; chat: string; turn: string; phase: 'loading' | 'thinking' | 'answering' | 'working' }
  | ({ tick: 'phase'; chat: string; turn: string; phase: 'reading' } & ExpectedReading)
)

/** What main pushes to the window. */
export type Push =
  | { kind: 'fact'; fact: Fact }
  | { kind: 'tick'; tick: Tick }
  /** After the fact that changed it: a chat as the list has it, and at which place; null where it is not in the list. */
  | { kind: 'chat'; chat: string; summary: ChatSummary | null; place: number }

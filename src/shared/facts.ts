import type { JsonObject } from './json.ts'
import type { CallErrorCode, Plan, PostProcessStep, ResolverStep, Run, Verdict } from './plan.ts'
import type { Rule } from './rule.ts'

/** A durable event. Everything else (chats, runs, settings) is derived from these, in order of `seq`. */
export type Fact = FactBody & { seq: number; at: string; chat: string | null }

/** A fact that is not yet recorded. */
export type NewFact = FactBody & { chat: string | null }

export type FactType = FactBody['type']
export type FactOf<T extends FactType> = Extract<Fact, { type: T }>

export type FactBody =
  | { type: 'chat.created'; title: string; model: string | null }
  | { type: 'chat.renamed'; title: string }
  | { type: 'chat.deleted' }
  | { type: 'turn.started'; turn: string; model: string }
  | MessageAdded
  /** Typed while a turn was under way; sent, or taken back, by its id. */
  | { type: 'message.queued'; message: string; text: string }
  | { type: 'message.unqueued'; message: string }
  | ContextFitted
  | { type: 'context.mismatched'; estimate: number; promptEvalCount: number; numCtx: number }
  | CallRequested
  | { type: 'call.refused'; call: string; code: CallErrorCode; message: string }
  /** Only the plan was asked for; nothing was to run. */
  | { type: 'call.planned'; call: string; digest: string }
  | { type: 'approval.asked'; call: string; digest: string; plan: Plan; verdict: Verdict }
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
  | { type: 'run.started'; call: string; run: string; plan: Plan }
  | RunFinished
  | { type: 'run.interrupted'; call: string; run: string }
  | TurnFinished
  | { type: 'setting.changed'; name: SettingName; value: string }
  | SkillInstalled
  | SkillTrusted
  | { type: 'skill.switched'; skill: string; enabled: boolean }
  | { type: 'skill.removed'; skill: string }
  /** Holds for exactly these scripts: another byte in one of them turns it off again. */
  | { type: 'scripts.switched'; skill: string; allowed: boolean; scriptsHash: string }
  | { type: 'rule.made'; rule: Rule }
  | { type: 'rule.revoked'; rule: string }
  | { type: 'bug.found'; where: string; message: string }
  | { type: 'ledger.salvaged'; movedTo: string; kept: number; lost?: number; reason: string }

export interface MessageAdded {
  type: 'message.added'
  role: 'user' | 'assistant' | 'tool'
  content: string
  thinking?: string
  toolName?: string
  call?: string
  /** What the model asked for in this message, as the next request must repeat it. */
  calls?: { call: string; tool: string; args: JsonObject }[]
}

/** How a request was made to fit, before it was sent. */
export interface ContextFitted {
  type: 'context.fitted'
  numCtx: number
  estimate: number
  bySource: { system: number; tools: number; skills: number; history: number; toolOutput: number }
  /** What the model does not get to read, in words. */
  withheld?: string[]
}

export interface CallRequested {
  type: 'call.requested'
  call: string
  tool: string
  args: JsonObject
  recoveredFrom?: 'content' | 'xml' | 'structured'
  /** Output that nobody vouches for was in the model's context when it asked. */
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

export interface ApprovalAnswered {
  type: 'approval.answered'
  call: string
  digest: string
  decision: 'once' | 'deny' | 'remember'
  by: 'person' | 'rule' | 'flag'
  rule?: string
  note?: string
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
} & Omit<Run, 'id' | 'stdout' | 'stderr'>

export interface TurnFinished {
  type: 'turn.finished'
  turn: string
  reason: 'answered' | 'stopped' | 'rounds' | 'loop' | 'length' | 'error' | 'interrupted'
  error?: { code: string; message: string }
  stats: TurnStats
}

export interface TurnStats {
  rounds: number
  calls: number
  promptTokens: number
  outputTokens: number
  ms: number
}

export type SettingName = 'host' | 'model' | 'theme' | 'contextMode' | 'policy' | 'scripts'

/** A passing event: all of them may be lost without changing where things end. */
export type Tick =
  | { tick: 'token'; chat: string; turn: string; text: string; thinking: boolean }
  | { tick: 'output'; chat: string; run: string; stream: 'stdout' | 'stderr'; text: string }
  /** Something that could not even be recorded, such as a full disk. */
  | { tick: 'trouble'; chat: string | null; message: string; remedy: string }
  | { tick: 'phase'; chat: string; turn: string; phase: 'loading' | 'thinking' | 'answering' | 'working' }

/** What main pushes to the window. */
export type Push = { kind: 'fact'; fact: Fact } | { kind: 'tick'; tick: Tick }

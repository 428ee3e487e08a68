import type { JudgedArgs } from '#main/gate/rule-match'
import type { Interpreters } from '#main/launchers/find-interpreters'
import type { Action, BuiltinAction, Caller, Effect, Ending, Grants, PromptAction } from '#shared/call/action'
import type {
  BinaryIdentity,
  CallError,
  CallErrorCode,
  ClosedPlace,
  Confinement,
  PlanNote,
  PostProcessStep,
  ResolverStep,
  Sandbox,
} from '#shared/call/plan'
import type { Json, JsonObject } from '#shared/json'
import type { Message } from '#shared/messages/message'
import type { ToolConfig } from '#shared/skill/tool-code'
import type { CallServer } from './mcp/server-port.ts'
import type { HiddenPaths } from './process/plan-confinement.ts'
import type { Wrap } from './process/sandbox.ts'
import type { TimeLimit } from './process/time-limit.ts'

/** How the actions of one kind are planned and run. A runner never judges and never records: `calls` does. */
export interface Runner<Spec, A extends Action> {
  /** What this machine lacks for the tool, with its remedy; the tool is then not offered. */
  missing(spec: Spec, machine: MachineView): Promise<Message | null>
  /**
   * What the call would do, without side effects: looking at files is allowed, starting, writing and sending is not.
   * `args` fit the tool's schema. Never throws for anything that a model, a skill or a server wrote.
   */
  plan(spec: Spec, args: JsonObject, at: PlanContext): Promise<Planned<A> | NeedsHelpers | NotPlanned>
  /** Does what the plan says, and nothing else. Never rejects: what goes wrong is how it ended. */
  run(plan: Runnable<A>, io: RunIo): Promise<Ended>
}

/** The part of a plan that a runner makes; `calls` adds whose tool it is, its risk and its digest. */
export interface Planned<A extends Action> {
  ok: true
  action: A
  effects: Effect[]
  grants: Grants
  /** Every argument with the values it really takes, as rules see them. */
  judged: JudgedArgs
  notes: PlanNote[]
  /** All that was seen and is not in the action, such as the values of the environment: it is part of the digest alone. */
  observed: Json
  /** Beside the environment that every program sees; it is part of what was seen. */
  env?: Readonly<Record<string, string>>
  /** Helper steps that ran, or that could not. */
  resolvers?: ResolverStep[]
  postProcess?: PostProcessStep
  /** How well a sandbox keeps the action to its grants; absent where there is nothing to confine. */
  sandbox?: Sandbox
  confinement?: Confinement
  closed?: ClosedPlace[]
}

/** Values that only a process can tell: `calls` judges, asks, runs and records it, and then plans again with `helped`. */
export interface NeedsHelpers {
  ok: 'needs'
  steps: ResolverStep[]
  /** The arguments that are known already, so that a rule that forbids them is heeded before a helper starts. */
  judged: JudgedArgs
}

export interface NotPlanned {
  ok: false
  error: CallError
  resolvers?: ResolverStep[]
}

export type FoundProgram =
  | { ok: true; path: string; identity: BinaryIdentity }
  | { ok: false; code: 'BINARY_NAME' | 'BINARY_NOT_FOUND'; message: Message }

/** What a runner may ask of this machine. */
export interface MachineView {
  platform: NodeJS.Platform
  /** By its bare name, in the folders of the search path. */
  findBinary(name: string): Promise<FoundProgram>
  /** What runs the files of skills, or why it cannot. */
  interpreters(): Promise<Interpreters>
}

/** Where and for whom a call is planned. */
export interface PlanContext extends MachineView {
  /** Where a command runs that names no folder. */
  cwd: string
  /** What a person granted: the folders that declared paths must stay in, hosts, secrets, tools. */
  given: Grants
  /** The whole environment that a program would see. */
  env: Readonly<Record<string, string>>
  /** A folder that is made for this call alone, before it runs, when the plan has files. */
  tempDir: string
  timeoutMs: number
  /** The real path of the nearest ancestor that exists; of the path itself where it does. */
  realAncestor(path: string): Promise<string>
  /** What would have to be opened for a place outside of what is given; null where nobody may open it. Without it, such a place is an error. */
  openFor?(path: string, access: 'read' | 'write'): string | null
  /** What confines programs here, and what it keeps from every one of them. */
  sandbox: Sandbox
  hidden?: HiddenPaths
  /** Scripts of the skill may run as helpers. */
  allowScripts: boolean
  /** What helper steps gave so far; with `dry` none is asked for, and values stay as the call brought them. */
  helped: readonly ResolverStep[] | 'dry'
  /** Changes whenever the secret's value does; null where there is no such secret. */
  secretVersion(name: string): string | null
  /** By the id that a form keeps; null where there is none. */
  secretName?(id: string): string | null
  /** What the person filled into the form of the tool; null where nothing was. */
  config?(): Promise<ToolConfig | null>
}

/** Of an approved plan, what is needed to run it. */
export interface Runnable<A extends Action> {
  action: A
  effects: readonly Effect[]
  grants: Grants
  timeoutMs: number
  confinement?: Confinement
}

export interface RunIo {
  /** Names the run on record, and its processes in the process table. */
  run: string
  signal: AbortSignal
  /** What the run prints, while it does. */
  output(stream: 'stdout' | 'stderr', text: string): void
  /** Of each stream so many bytes are kept. */
  keptBytes: number
  /** What was planned with. */
  env: Readonly<Record<string, string>>
  secret(name: string): Promise<string | null>
  caller: Caller
  /** What started the call, where that was an event: the tool may read it. */
  trigger?: JsonObject
  /** Answers what a program asks while it runs; rejects with why not. */
  serve(method: string, params: Json): Promise<Json>
  callServer: CallServer
  /** What Skillet itself answers. */
  answer(action: BuiltinAction): Promise<string>
  /** Confines a command as planned; null where nothing here can. */
  wrap: Wrap
  /** Stands still while a call inside this run is under way. */
  limit: TimeLimit
  /** Another tool, called from inside this run: judged, asked about and recorded as a call of its own. Never rejects for what a tool does. */
  call(tool: string, args: unknown): Promise<InnerResult>
  /** A turn of the model inside this run: its calls are calls from inside. */
  turn(prompt: PromptAction, signal: AbortSignal): Promise<TurnEnded>
}

/** How a turn inside a run ended; with a result where the prompt asks for one. */
export type TurnEnded =
  | { how: 'done'; text: string; result?: Json }
  | { how: 'failed' | 'canceled'; text: string; failure: { code: string; message: Message } }

/** What came of a call from inside a run. */
export type InnerResult = { ok: true; result: Json } | { ok: false; code: CallErrorCode | 'FAILED'; message: string }

/** What came on one stream: beginning and end where it was more than is kept. */
export interface Stream {
  text: string
  bytes: number
  truncated: boolean
}

export interface Ended {
  /** `failed` is a first opinion: which exit codes count as success is said by the tool. */
  how: Exclude<Ending, 'interrupted'>
  ms: number
  stdout: Stream
  stderr: Stream
  /** Where the tool gives JSON, over a channel that its prints cannot reach. */
  result?: Json
  /** Of a process. */
  exitCode?: number | null
  signal?: string | null
  survivors?: { pid: number; command: string }[]
  /** Where it wanted to connect and could not. */
  refused?: Message[]
  /** Where what it gave is not as the tool describes it. */
  misfit?: Message
  /** Of an HTTP exchange. */
  status?: number
  http?: HttpDetail
  /** Why nothing ran, or why what came of it cannot be used. */
  failure?: { code: string; message: Message }
}

export interface HttpDetail {
  reason: string
  /** Those that say something about the body or what to do next. */
  headers: { name: string; value: string }[]
  /** Where redirects on the same origin led. */
  redirects: string[]
  /** Of a body that is no text: it is named and not shown. */
  binary?: { type: string; bytes: number }
}

import type { JudgedArgs } from '#main/gate/rule-match'
import type { ProgramSearch } from '#main/launchers/find-interpreters'
import type { Action, BuiltinAction, Caller, Ending, Grants, McpAction, PromptAction } from '#shared/call/action'
import type { CallError, CallErrorCode, Confinement, Plan, ResolverStep, Run, Sandbox } from '#shared/call/plan'
import type { ServerQuestion } from '#shared/call/question'
import type { Json, JsonObject } from '#shared/json'
import type { Message } from '#shared/messages/message'
import type { SkillAccess } from '#shared/skill/needs'
import type { ToolConfig } from '#shared/skill/tool-code'
import type { FoundBinary } from './process/find-binary.ts'
import type { HiddenPaths } from './process/plan-confinement.ts'
import type { Captured } from './process/result-pipe.ts'
import type { Wrap } from './process/sandbox.ts'
import type { TimeLimit } from './process/time-limit.ts'

/** Plans and runs the actions of one kind. A runner never judges and never records; `calls` does. */
export interface Runner<Spec, A extends Action> {
  /**
   * What the call would do. It may look at files, but not start, write or send anything. `args` fit the tool's schema.
   * Never throws because of what a model, a skill or a server wrote.
   */
  plan(spec: Spec, args: JsonObject, at: PlanContext): Promise<Planned<A> | NeedsHelpers | NotPlanned>
  /** Does exactly what the plan says. Never rejects: problems are part of how it ended. */
  run(plan: Runnable<A>, io: RunIo): Promise<Ended>
}

/** The runner's part of a plan; `calls` adds the tool, the risk and the digest. */
export interface Planned<A extends Action>
  extends Pick<Plan<A>, 'action' | 'effects' | 'grants' | 'notes' | 'postProcess' | 'confinement' | 'closed'> {
  ok: true
  /** Every argument with its final values, for rules. */
  judged: JudgedArgs
  /** Everything that was looked at and is not in the action, such as environment values. Only used in the digest. */
  observed: Json
  /** Added to the environment of every program; part of the digest. */
  env?: Readonly<Record<string, string>>
  /** Helper steps that ran or could not run. */
  resolvers?: ResolverStep[]
  /** How well a sandbox enforces the grants; absent if there is nothing to confine. */
  sandbox?: Sandbox
}

/**
 * Values that only a process can tell. `calls` judges, asks, runs and records it and then plans again with `helped`.
 */
export interface NeedsHelpers {
  ok: 'needs'
  steps: ResolverStep[]
  /** The arguments known so far, so that a rule that forbids them applies before a helper starts. */
  judged: JudgedArgs
}

export interface NotPlanned {
  ok: false
  error: CallError
  resolvers?: ResolverStep[]
}

/** Where and for whom a call is planned. */
export interface PlanContext {
  platform: NodeJS.Platform
  /** Finds a bare name on the search path. */
  findBinary(name: string): Promise<FoundBinary>
  /** The programs that run the files of skills, or why they cannot. */
  interpreters: ProgramSearch['interpreters']
  /** The usual working folder. */
  cwd: string
  /** What a person granted: folders, hosts, secrets, tools. */
  given: Grants
  /** The whole environment that a program would see. */
  env: Readonly<Record<string, string>>
  /** A folder for this call's temporary files, created before it runs. */
  tempDir: string
  timeoutMs: number
  /** The real path of the nearest existing ancestor, or of the path itself. */
  realAncestor(path: string): Promise<string>
  /**
   * The folder that would have to be opened for a path outside; null if nobody may open it. Without this function, such
   * a path is an error.
   */
  openFor?(path: string, access: 'read' | 'write'): string | null
  /** What confines programs here. */
  sandbox: Sandbox
  hidden?: HiddenPaths
  /** What its skill can be given beyond the open folders. */
  access?: { skill: string; all: readonly SkillAccess[] }
  /** Variables of the environment that Skillet was started in, if they are set and anybody may grant them. */
  passOn?(names: readonly string[]): Readonly<Record<string, string>>
  /** The skill's scripts may run as helpers. */
  allowScripts: boolean
  /** What the helpers gave so far. With `dry` no helper runs and values stay as they are. */
  helped: readonly ResolverStep[] | 'dry'
  /** Changes with the secret's value; null if there is no such secret. */
  secretVersion(name: string): string | null
  /** Finds a secret's name by the id that a form stores; null if there is none. */
  secretName?(id: string): string | null
  /** The tool's settings; null if there are none. */
  config?(): Promise<ToolConfig | null>
}

/** The parts of an approved plan that are needed to run it. */
export type Runnable<A extends Action> = Pick<Plan<A>, 'action' | 'effects' | 'grants' | 'timeoutMs' | 'confinement'>

export interface RunIo {
  /** The id of the run on record, which also marks its processes. */
  run: string
  signal: AbortSignal
  /** Receives what the run prints, as it comes. */
  output(stream: 'stdout' | 'stderr', text: string): void
  /** Reports progress in the tool's own words. */
  progress(text: string): void
  /** Of each stream so many bytes are kept: half from its beginning, half from its end. */
  keptBytes: number
  /** The environment it was planned with. */
  env: Readonly<Record<string, string>>
  secret(name: string): Promise<string | null>
  caller: Caller
  /** The event that started the call; the tool may read it. */
  trigger?: JsonObject
  /** Answers a request of the running program; rejects with the reason if it may not. */
  serve(method: string, params: Json): Promise<Json>
  callServer: CallServer
  /** Passes a server's question to the person. Recorded, but of the answer only names and lengths. */
  ask(question: ServerQuestion, signal: AbortSignal): Promise<JsonObject | null>
  /** What Skillet itself answers. */
  answer(action: BuiltinAction): Promise<string>
  /** Confines a command as planned; null if nothing here can. */
  wrap: Wrap
  /** Pauses while a call inside this run is in progress. */
  limit: TimeLimit
  /**
   * Calls another tool from inside this run. It is judged, asked about and recorded as a call of its own. Never rejects
   * because of a tool.
   */
  call(tool: string, args: unknown): Promise<InnerResult>
  /** Runs a model turn inside this run; its calls are calls from inside. */
  turn(prompt: PromptAction, signal: AbortSignal): Promise<TurnEnded>
}

type OfRun = Pick<RunIo, 'limit' | 'signal' | 'progress' | 'ask' | 'secret'>

export interface ServerCall extends OfRun, Pick<Runnable<McpAction>, 'action' | 'timeoutMs'> {
  confinement: Confinement | undefined
  /** Asks the model without tools and outside the chat; rejects if it does not answer. */
  sample(request: { instructions: string; text: string }): Promise<string>
}

export type ServerAnswer =
  | { ok: true; result: JsonObject }
  | { ok: false; how: 'not-started' | 'failed' | 'timed-out' | 'canceled'; message: Message }

/** Calls a tool of a server, which is started if it is not running. Never rejects. */
export type CallServer = (call: ServerCall) => Promise<ServerAnswer>

/** How a turn inside a run ended, with its result if the prompt declares one. */
export type TurnEnded =
  | { how: 'done'; text: string; result?: Json }
  | { how: 'failed' | 'canceled'; text: string; failure: { code: string; message: Message } }

/** The result of a call from inside a run. */
export type InnerResult = { ok: true; result: Json } | { ok: false; code: CallErrorCode | 'FAILED'; message: string }

/** One output stream: its beginning and its end if it was too long to keep. */
export type Stream = Omit<Captured, 'isBinary'>

export interface Ended
  extends Pick<Run, 'ms' | 'result' | 'refused' | 'misfit' | 'remark' | 'status' | 'http'>,
    Partial<Pick<Run, 'exitCode' | 'signal' | 'survivors'>> {
  /** `failed` is preliminary: the tool says which exit codes count as success. */
  how: Exclude<Ending, 'interrupted'>
  stdout: Stream
  stderr: Stream
  /** Pictures and sounds as the server sent them, in Base64; unchecked. */
  media?: { kind: 'image' | 'audio'; name: string; data: string }[]
  /** Why nothing ran, or why the result cannot be used. */
  failure?: { code: string; message: Message }
}

/** A call that is only told to somebody who does it: alone it touches nothing. */
export const touchNothing = (args: JsonObject): Omit<Planned<Action>, 'action'> => ({
  ...{ ok: true, effects: [], notes: [], observed: null },
  grants: { read: [], write: [], hosts: [], secrets: [], tools: [] },
  judged: judgePlain(args),
})

/** Each argument has the value that the call gave it. */
export const judgePlain = (args: JsonObject): JudgedArgs =>
  new Map(Object.entries(args).map(([param, value]) => [param, [{ value }]]))

/** A stream that is known as a whole. */
export const streamOf = (text: string): Stream => ({ text, bytes: Buffer.byteLength(text), truncated: false })

export const refuse = (code: CallErrorCode, why: Message): NotPlanned => ({ ok: false, error: { code, message: why } })

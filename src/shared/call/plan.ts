import type { ChangedWords } from '#shared/changed-words'
import type { Json } from '#shared/json'
import type { Message, Said } from '#shared/messages/message'
import type { ValueRules } from '#shared/skill/tool'
import type { Heading } from '#shared/skill/tool-words'
import type { Action, Effect, Ending, Grants } from './action.ts'

export type Origin = 'skill' | 'model' | 'resolver'

type ResolverFailure = 'failed' | 'empty' | 'timed-out' | 'not-found' | 'refused'
export type ResolverOutcome = ResolverFailure | 'resolved' | 'scripts-off' | 'not-run'

/** One helper command that works out one parameter: what would run, or its outcome. */
export interface ResolverStep {
  param: string
  kind: 'script' | 'command'
  argv: string[]
  outcome: ResolverOutcome
  value: string
  /** The reason, unless the outcome is `resolved`. */
  note?: Said
  /** Hash of the script that `argv` runs. */
  sha256?: string
}

/** The command that would read the output before the model does; judged and recorded like a resolver. */
export type PostProcessStep = Omit<ResolverStep, 'param' | 'value'>

/** A parameter's final value and where it went, so that the gate can check it. */
export interface PlacedValue
  extends Pick<ValueRules, 'param' | 'allowLeadingDash' | 'readPath' | 'writePath' | 'denyPattern'> {
  place: 'positional' | 'flag' | 'stdin' | 'tempfile' | 'workingdir'
  text: string
  origin: Origin
  /** The elements of `argv` made from it; several if it was split. */
  elements: number[]
  /** Its schema accepts only a number or a checked address. */
  wantsNumber: boolean
  wantsUrl: boolean
  note?: Said
}

export type Sandbox = 'enforced' | 'partial' | 'none'

/** A folder, or a file that a skill declares, as it was when the call was planned. What its name leads to later does not count. */
export interface OpenFolder {
  /** As the person wrote it; may be a link to `realPath`. */
  path: string
  realPath: string
  dev: string
  ino: string
  access: 'read' | 'write'
  isFile?: true
}

/** What a process can reach. Part of what is approved. */
export interface Confinement {
  word: Sandbox
  network: boolean
  /** Folders it may write in. Everything else is read-only when this is `enforced`. */
  writable: string[]
  hidden: string[]
  processes?: true
  /** It reports on this computer: it sees the whole system and its mounts, but no home folder. */
  machine?: true
  /** The only folders it sees besides the system. The home around them is empty. */
  folders?: OpenFolder[]
  /** Its own configuration, which it may read. */
  configuration?: string[]
  /** The only origins it can reach, through our proxy. `any` excludes this computer and the local network. */
  hosts?: string[] | 'any'
  /** Those of `hosts` that may be on this computer or the local network, because the command names them. */
  inner?: string[]
  /** The socket of the SSH agent that it can use. */
  agent?: string
  gitUser?: { name?: string; email?: string }
}

/** A place that a call names and that is not open to its chat. */
export interface ClosedPlace {
  /** Where the path really leads. */
  path: string
  /** The folder that would have to be opened. */
  folder: string
  access: 'read' | 'write'
  /** The parameter, if the skill declares it as a path. Any other word may not be a path at all. */
  param?: string
}

export interface Coercion {
  param: string
  from: Json
  to: Json
}

export type RiskClass = 'A' | 'B' | 'C' | 'D' | 'X'

export interface Risk {
  class: RiskClass
  reasons: Said[]
}

/** Enough to notice that the program was replaced. */
export interface BinaryIdentity {
  realpath: string
  dev: string
  ino: string
  size: string
  mtimeNs: string
  sha256?: string
}

/** `element` is an index into `argv`, or -1 for standard input, a file or the folder. */
export interface PlanNote {
  element: number
  text: Said
  raises?: true
}

/** A file that would be overwritten or deleted. */
export interface ReplacedFile {
  path: string
  does: 'replace' | 'append' | 'delete'
  bytes: number
  /** Null if it was not read. */
  sha256: string | null
  lines?: { before: number; after: number; added: number; removed: number }
  /** In the format of `diff -u`. */
  diff?: string[]
  /** Within the lines of `diff`. */
  words?: ChangedWords
  /** `diff` does not show all differences. */
  isCut?: true
  /** Why no copy will be kept. */
  noCopy?: Message
}

/** A copy of a file, made before a command changed it. */
export interface KeptFile {
  path: string
  sha256: string
  bytes: number
  mode: number
}

/** Exactly what would happen. */
export interface Plan<A extends Action = Action> {
  tool: string
  /** Empty for the tools that Skillet answers itself. */
  skill: string
  skillHash: string
  /** A hash of what the tool is. Other changes to its skill do not affect it. */
  toolSpec?: string
  action: A
  effects: Effect[]
  grants: Grants
  timeoutMs: number
  /** Helper commands that worked out values first. */
  resolvers: ResolverStep[]
  coercions: Coercion[]
  /** Remarks on single values, such as one that looks like an option. `raises`: it raises the risk by one class. */
  notes: PlanNote[]
  postProcess?: PostProcessStep
  sandbox?: Sandbox
  confinement?: Confinement
  /** What it does, in the tool's words. */
  heading?: Heading
  /** Existing files that it would change. */
  replaces?: ReplacedFile[]
  /** Places it names but may not touch. It does not run until they are opened. */
  closed?: ClosedPlace[]
  risk: Risk
  digest: string
}

export interface Verdict {
  kind: 'run' | 'ask' | 'refuse'
  reason: Said
  /** Further reasons: what raises the class right now, and the risk of the plan itself. */
  more?: Said[]
  /** The class of the plan after everything that raises it right now. */
  class?: RiskClass
  rule?: string
}

/** What happened. `exitCode` is null if the process never ran or a signal ended it. */
export interface Run {
  id: string
  exitCode: number | null
  signal: string | null
  timedOut: boolean
  canceled: boolean
  truncated: boolean
  ms: number
  stdout: string
  stderr: string
  stdoutBytes: number
  stderrBytes: number
  /** Processes that left the group and were still running at the end. */
  survivors: { pid: number; command: string }[]
  /** How it ended. Older records have only the fields above. */
  how?: Ending
  /** The status of an HTTP response. */
  status?: number
  http?: HttpDetail
  /** JSON that the tool returned over its own channel. */
  result?: Json
  /** Connections that were refused. The program does not report them itself. */
  refused?: Message[]
  /** Set if the result does not fit the tool's description; it is used anyway. */
  misfit?: Message
  /** A remark about the result for the person; the model does not read it. */
  remark?: Message
  /** Why nothing ran. */
  failure?: { code: string; message: Said }
  forModel: string
}

/** An HTTP response besides its status and body, with secrets masked. */
export interface HttpDetail {
  reason: string
  /** Only those that describe the body or what to do next. */
  headers: { name: string; value: string }[]
  /** Where redirects within the same origin led. */
  redirects: string[]
  /** A binary body: described but not shown. */
  binary?: { type: string; bytes: number }
}

type ArgumentError = 'ARGS_NOT_OBJECT' | 'ARGS_INVALID' | 'PARAM_MISSING' | 'PARAM_UNKNOWN' | 'PARAM_TYPE'
type ValueError = 'ARG_LOOKS_LIKE_OPTION' | 'ARG_NUL' | 'ARG_ILL_FORMED' | 'ARG_TOO_LONG' | 'ARG_DENIED'
type BinaryError = 'BINARY_NOT_ALLOWED' | 'SUBCOMMAND_NOT_ALLOWED' | 'BINARY_NAME' | 'BINARY_NOT_FOUND'
type ToolError = 'TOOL_UNKNOWN' | 'TOOL_BROKEN' | 'TOOL_TAKES_NOTHING' | 'TOOL_DISABLED'
type SkillError = 'SKILL_UNTRUSTED' | 'SKILL_CHANGED' | 'SKILL_DISABLED'
type RunError = 'RESOLVER_REJECTED' | 'SPAWN_FAILED' | 'SECRET_UNAVAILABLE' | 'RECORD_FAILED' | 'PATH_NOT_GRANTED'
type AnswerError = 'APPROVAL_STALE' | 'DECLINED' | 'REFUSED' | 'NOT_ANSWERED'

export type CallErrorCode = ArgumentError | ValueError | BinaryError | ToolError | SkillError | RunError | AnswerError

/** Why a call failed. `path` names the argument as the model wrote it. */
export interface CallError {
  code: CallErrorCode
  message: Message
  path?: string
}

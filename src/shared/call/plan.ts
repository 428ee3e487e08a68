import type { Json } from '#shared/json'
import type { Message, Said } from '#shared/messages/message'
import type { Heading } from '#shared/skill/tool-words'
import type { Action, Effect, Ending, Grants } from './action.ts'

export type Origin = 'skill' | 'model' | 'resolver'

export type ResolverOutcome =
  | 'resolved'
  | 'failed'
  | 'empty'
  | 'timed-out'
  | 'not-found'
  | 'refused'
  | 'scripts-off'
  | 'not-run'

/** One `resolveCommand` of one parameter: what would run, or what came of it. */
export interface ResolverStep {
  param: string
  kind: 'script' | 'command'
  argv: string[]
  outcome: ResolverOutcome
  value: string
  /** Why, where the outcome is not `resolved`. */
  note?: Said
  /** Of the script that `argv` runs. */
  sha256?: string
}

/** What would read the output before the model does: judged and recorded like a resolver. */
export type PostProcessStep = Omit<ResolverStep, 'param' | 'value'>

/** One parameter's final value and where it went, so that the gate can check it by what its declaration asks for. */
export interface PlacedValue {
  param: string
  place: 'positional' | 'flag' | 'stdin' | 'tempfile' | 'workingdir'
  text: string
  origin: Origin
  /** The elements of `argv` that are made of it; several where it was split. */
  elements: number[]
  /** The schema asks for a number, or for an address that its format or pattern checks. */
  wantsNumber: boolean
  wantsUrl: boolean
  allowLeadingDash: boolean
  readPath: boolean
  writePath: boolean
  denyPattern?: string
  note?: Said
}

export type Sandbox = 'enforced' | 'partial' | 'none'

/** A folder as it was when the call was planned: whatever its name leads to later is not meant. */
export interface OpenFolder {
  /** As it was written; a link to `realPath` where it differs. */
  path: string
  realPath: string
  dev: string
  ino: string
  access: 'read' | 'write'
}

/** What a process may reach: part of what is approved. */
export interface Confinement {
  word: Sandbox
  network: boolean
  /** Folders it may write in; everything else is read-only where the word is `enforced`. */
  writable: string[]
  /** Files and folders it does not see. */
  hidden: string[]
  /** It sees the processes of the whole machine, as a program that lists them must. */
  processes?: true
  /** It reports on the machine: it sees the whole system with its mounts and its name, but no home. */
  machine?: true
  /** All that it sees beside the system: the home around them is empty. */
  folders?: OpenFolder[]
  /** Files and folders of its own configuration that it reads. */
  configuration?: string[]
  /** The origins that it reaches, by a proxy of ours: no other; `any` leaves out this computer and the networks around it. */
  hosts?: string[] | 'any'
  /** Those of them that may lie on this computer or around it, as the command names them so. */
  inner?: string[]
  /** Under whose name git commits. */
  gitUser?: { name?: string; email?: string }
}

/** A place that a call names and that is not open to its chat. */
export interface ClosedPlace {
  /** Where the path really leads. */
  path: string
  /** What would have to be opened. */
  folder: string
  access: 'read' | 'write'
  /** The parameter that the skill declares as a path; a word of another kind may be no path at all. */
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

/** Which file would run: enough to notice that it was replaced. */
export interface BinaryIdentity {
  realpath: string
  dev: string
  ino: string
  size: string
  mtimeNs: string
  sha256?: string
}

/** `element` is an index into `argv`, or -1 for what stands outside it (standard input, a file, the folder). */
export interface PlanNote {
  element: number
  text: Said
  raises?: true
}

/** A file that would be overwritten or deleted, as it is before. */
export interface ReplacedFile {
  path: string
  does: 'replace' | 'append' | 'delete'
  bytes: number
  /** Null where it was not read. */
  sha256: string | null
  /** Where both texts are known. */
  lines?: { before: number; after: number; added: number; removed: number }
  /** As `diff -u` writes it. */
  diff?: string[]
  /** More differs than `diff` shows. */
  isCut?: true
  /** Why no copy of it will be kept. */
  noCopy?: Message
}

/** A copy that was kept of a file before a command changed it. */
export interface KeptFile {
  path: string
  sha256: string
  bytes: number
  mode: number
}

/** Exactly what would happen: frozen and printable. */
export interface Plan<A extends Action = Action> {
  tool: string
  /** Empty for what Skillet answers itself. */
  skill: string
  skillHash: string
  /** A hash of what the tool is, whatever else changes in its skill. */
  toolSpec?: string
  action: A
  effects: Effect[]
  grants: Grants
  timeoutMs: number
  /** Helper steps that worked out values before. */
  resolvers: ResolverStep[]
  coercions: Coercion[]
  /** Remarks on single values: a drive-like backslash, a value that looks like an option. `raises`: the risk is one class higher for it. */
  notes: PlanNote[]
  postProcess?: PostProcessStep
  sandbox?: Sandbox
  confinement?: Confinement
  /** What it does in the tool's words. */
  heading?: Heading
  /** Files that exist and that it would change. */
  replaces?: ReplacedFile[]
  /** What it names and may not touch: it does not run before that is opened. */
  closed?: ClosedPlace[]
  risk: Risk
  digest: string
}

export interface Verdict {
  kind: 'run' | 'ask' | 'refuse'
  /** What decided. */
  reason: Said
  /** What else speaks for it: what raised the class at this moment, and the plan's own risk. */
  more?: Said[]
  /** The plan's class with what raises it at this moment. */
  class?: RiskClass
  rule?: string
}

/** What happened. `exitCode` is null when the process never ran or a signal ended it. */
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
  /** Processes that left the group and were still alive at the end. */
  survivors: { pid: number; command: string }[]
  /** How it ended; runs of older records tell it by the fields above alone. */
  how?: Ending
  /** Of an HTTP exchange. */
  status?: number
  /** JSON that the tool gave over a channel of its own. */
  result?: Json
  /** Where a program wanted to connect and could not: it hides that itself. */
  refused?: Message[]
  /** Where what it gave is not as the tool describes it; it is used all the same. */
  misfit?: Message
  /** Why nothing ran, when nothing ran. */
  failure?: { code: string; message: Said }
  /** What the model reads. */
  forModel: string
}

export type CallErrorCode =
  | 'TOOL_UNKNOWN'
  | 'TOOL_BROKEN'
  | 'ARGS_NOT_OBJECT'
  | 'ARGS_INVALID'
  | 'TOOL_TAKES_NOTHING'
  | 'PARAM_MISSING'
  | 'PARAM_UNKNOWN'
  | 'PARAM_TYPE'
  | 'ARG_LOOKS_LIKE_OPTION'
  | 'ARG_NUL'
  | 'ARG_ILL_FORMED'
  | 'ARG_TOO_LONG'
  | 'ARG_DENIED'
  | 'PATH_NOT_GRANTED'
  | 'BINARY_NOT_ALLOWED'
  | 'SUBCOMMAND_NOT_ALLOWED'
  | 'BINARY_NAME'
  | 'BINARY_NOT_FOUND'
  | 'SKILL_UNTRUSTED'
  | 'SKILL_CHANGED'
  | 'SKILL_DISABLED'
  | 'TOOL_DISABLED'
  | 'APPROVAL_STALE'
  | 'RESOLVER_REJECTED'
  | 'SPAWN_FAILED'
  | 'SECRET_UNAVAILABLE'
  | 'RECORD_FAILED'
  | 'DECLINED'
  | 'REFUSED'
  | 'NOT_ANSWERED'

/** Why a call came to nothing. `path` names the argument, as the model wrote it. */
export interface CallError {
  code: CallErrorCode
  message: Message
  path?: string
}

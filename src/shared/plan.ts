import type { Json } from './json.ts'

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
  note?: string
}

export interface Coercion {
  param: string
  from: Json
  to: Json
}

export type RiskClass = 'A' | 'B' | 'C' | 'D' | 'X'

export interface Risk {
  class: RiskClass
  reasons: string[]
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

/** Exactly what would run: frozen and printable. */
export interface Plan {
  tool: string
  skill: string
  skillHash: string
  /** `argv[0]` is the binary's name as the skill wrote it, then the subcommand's words, then the arguments. */
  argv: string[]
  /** Where each element of `argv` comes from. */
  origin: Origin[]
  binary: { name: string; path: string | null; identity?: BinaryIdentity }
  cwd: string
  /** Names alone; the values are part of the digest. */
  env: string[]
  stdin: string | null
  /** Files that are written before the start and removed after it, at the paths that stand in `argv`. */
  tempFiles: { path: string; content: string }[]
  timeoutMs: number
  resolvers: ResolverStep[]
  coercions: Coercion[]
  /** Remarks on single values: a drive-like backslash, a value that looks like an option. */
  notes: { element: number; text: string }[]
  risk: Risk
  digest: string
}

export interface Verdict {
  kind: 'run' | 'ask' | 'refuse'
  reason: string
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
  /** Why nothing ran, when nothing ran. */
  failure?: { code: string; message: string }
  /** What the model reads. */
  forModel: string
}

export type CallErrorCode =
  | 'TOOL_UNKNOWN'
  | 'TOOL_BROKEN'
  | 'ARGS_NOT_OBJECT'
  | 'ARGS_INVALID'
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
  | 'APPROVAL_STALE'
  | 'RESOLVER_REJECTED'
  | 'SPAWN_FAILED'
  | 'RECORD_FAILED'
  | 'DECLINED'

/** Why a call came to nothing. `path` names the argument, as the model wrote it. */
export interface CallError {
  code: CallErrorCode
  message: string
  path?: string
}

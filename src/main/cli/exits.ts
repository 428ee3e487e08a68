import type { CallErrorCode } from '#shared/call/plan'
import type { ModelProblemCode } from '#shared/model/model'
import type { SkillErrorCode } from '#shared/skill/skill'

/** The exit codes; a public promise. */
export const EXIT = {
  done: 0,
  failed: 1,
  usage: 2,
  refused: 3,
  needsApproval: 4,
  ollama: 5,
  interrupted: 130,
} as const

export type ExitCode = (typeof EXIT)[keyof typeof EXIT]

/** `USAGE`: the line, or JSON in it, could not be understood. */
export type ErrorCode = CallErrorCode | ModelProblemCode | SkillErrorCode | 'USAGE' | 'FAILED'

const EXIT_BY_CODE: Record<Exclude<ErrorCode, ModelProblemCode>, ExitCode> = {
  USAGE: EXIT.usage,
  TOOL_UNKNOWN: EXIT.usage,
  FAILED: EXIT.failed,
  BINARY_NOT_FOUND: EXIT.failed,
  SPAWN_FAILED: EXIT.failed,
  RECORD_FAILED: EXIT.failed,
  TOOL_TAKES_NOTHING: EXIT.usage,
  TOOL_BROKEN: EXIT.refused,
  SECRET_UNAVAILABLE: EXIT.refused,
  ARGS_NOT_OBJECT: EXIT.refused,
  ARGS_INVALID: EXIT.refused,
  PARAM_MISSING: EXIT.refused,
  PARAM_UNKNOWN: EXIT.refused,
  PARAM_TYPE: EXIT.refused,
  ARG_LOOKS_LIKE_OPTION: EXIT.refused,
  ARG_NUL: EXIT.refused,
  ARG_ILL_FORMED: EXIT.refused,
  ARG_TOO_LONG: EXIT.refused,
  ARG_DENIED: EXIT.refused,
  PATH_NOT_GRANTED: EXIT.refused,
  BINARY_NOT_ALLOWED: EXIT.refused,
  SUBCOMMAND_NOT_ALLOWED: EXIT.refused,
  BINARY_NAME: EXIT.refused,
  SKILL_UNTRUSTED: EXIT.refused,
  SKILL_CHANGED: EXIT.refused,
  SKILL_DISABLED: EXIT.refused,
  TOOL_DISABLED: EXIT.refused,
  SKILL_UNKNOWN: EXIT.usage,
  SKILL_NOT_INSTALLED: EXIT.refused,
  SKILL_UNREADABLE: EXIT.refused,
  SKILL_NOT_KEPT: EXIT.failed,
  SCRIPTS_OFF: EXIT.refused,
  NO_SCRIPTS: EXIT.refused,
  NO_SUCH_ACCESS: EXIT.usage,
  NO_SERVERS: EXIT.refused,
  SERVER_FAILED: EXIT.failed,
  SERVER_UNREADABLE: EXIT.usage,
  APPROVAL_STALE: EXIT.refused,
  RESOLVER_REJECTED: EXIT.refused,
  DECLINED: EXIT.refused,
  REFUSED: EXIT.refused,
  NOT_ANSWERED: EXIT.needsApproval,
}

/** 5 if Ollama is missing or unusable; its other problems are ordinary failures. */
const EXIT_BY_PROBLEM: Record<ModelProblemCode, ExitCode> = {
  STOPPED: EXIT.interrupted,
  NO_MODEL: EXIT.ollama,
  HOST_NEEDS_CONSENT: EXIT.ollama,
  OLLAMA_UNREACHABLE: EXIT.ollama,
  OLLAMA_REDIRECTED: EXIT.ollama,
  OLLAMA_TOO_OLD: EXIT.ollama,
  NOT_OLLAMA: EXIT.ollama,
  MODEL_MISSING: EXIT.ollama,
  MODEL_WITHOUT_TOOLS: EXIT.ollama,
  MODEL_WITHOUT_THINKING: EXIT.ollama,
  MODEL_CANNOT_SEE: EXIT.ollama,
  MODEL_NOT_FOR_CHAT: EXIT.ollama,
  MODEL_NOT_PUBLISHED: EXIT.ollama,
  REGISTRY_UNREACHABLE: EXIT.ollama,
  STREAM_SILENT: EXIT.ollama,
  OLLAMA_ERROR: EXIT.failed,
  MODEL_TOO_LARGE: EXIT.failed,
  MODEL_CRASHED: EXIT.failed,
  DISK_FULL: EXIT.failed,
  CONTEXT_TOO_LONG: EXIT.failed,
  CALL_UNREADABLE: EXIT.failed,
  STREAM_BROKEN: EXIT.failed,
  STREAM_TOO_LARGE: EXIT.failed,
}

const EXITS: Record<ErrorCode, ExitCode> = { ...EXIT_BY_CODE, ...EXIT_BY_PROBLEM }

export function exitOf(code: ErrorCode): ExitCode {
  return EXITS[code]
}

/** For a code that is stored as text, such as the end of a turn. */
export function exitOfText(code: string): ExitCode {
  return Object.hasOwn(EXITS, code) ? EXITS[code as ErrorCode] : EXIT.failed
}

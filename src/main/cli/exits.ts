import type { CallErrorCode } from '#shared/plan'

/** What the command line answers with; a public promise. */
export const EXIT = {
  done: 0,
  failed: 1,
  usage: 2,
  refused: 3,
  needsApproval: 4,
  interrupted: 130,
} as const

export type ExitCode = (typeof EXIT)[keyof typeof EXIT]

/** `USAGE` is the command line's own: the line itself, or the JSON on it, could not be understood. */
export type ErrorCode = CallErrorCode | 'USAGE' | 'FAILED'

const EXIT_BY_CODE: Record<ErrorCode, ExitCode> = {
  USAGE: EXIT.usage,
  TOOL_UNKNOWN: EXIT.usage,
  FAILED: EXIT.failed,
  BINARY_NOT_FOUND: EXIT.failed,
  SPAWN_FAILED: EXIT.failed,
  RECORD_FAILED: EXIT.failed,
  TOOL_BROKEN: EXIT.refused,
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
  APPROVAL_STALE: EXIT.refused,
  RESOLVER_REJECTED: EXIT.refused,
  DECLINED: EXIT.refused,
  REFUSED: EXIT.refused,
  NOT_ANSWERED: EXIT.needsApproval,
}

export function exitOf(code: ErrorCode): ExitCode {
  return EXIT_BY_CODE[code]
}

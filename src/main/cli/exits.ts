import type { CallErrorCode } from '#shared/call/plan'
import { type Message, textOf } from '#shared/messages/message'
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

/** All others are refusals. */
const EXITS: Partial<Record<ErrorCode, ExitCode>> = {
  USAGE: EXIT.usage,
  TOOL_UNKNOWN: EXIT.usage,
  TOOL_TAKES_NOTHING: EXIT.usage,
  SKILL_UNKNOWN: EXIT.usage,
  NO_SUCH_ACCESS: EXIT.usage,
  SERVER_UNREADABLE: EXIT.usage,
  FAILED: EXIT.failed,
  BINARY_NOT_FOUND: EXIT.failed,
  SPAWN_FAILED: EXIT.failed,
  RECORD_FAILED: EXIT.failed,
  SKILL_NOT_KEPT: EXIT.failed,
  SERVER_FAILED: EXIT.failed,
  OLLAMA_ERROR: EXIT.failed,
  MODEL_TOO_LARGE: EXIT.failed,
  MODEL_CRASHED: EXIT.failed,
  DISK_FULL: EXIT.failed,
  CONTEXT_TOO_LONG: EXIT.failed,
  CALL_UNREADABLE: EXIT.failed,
  STREAM_BROKEN: EXIT.failed,
  STREAM_TOO_LARGE: EXIT.failed,
  NOT_ANSWERED: EXIT.needsApproval,
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
}

export const exitOf = (code: ErrorCode): ExitCode => EXITS[code] ?? EXIT.refused

/** For a code that is stored as text, such as the end of a turn. */
export const exitOfText = (code: string): ExitCode =>
  Object.hasOwn(EXITS, code) ? exitOf(code as ErrorCode) : EXIT.failed

export interface Problem {
  code: ErrorCode
  message: Message | string
  path?: string
}

/** Ends a command. `main` prints the problem and exits with the number of its code. */
export class CommandError extends Error {
  readonly problem: Problem

  constructor(problem: Problem) {
    super(textOf(problem.message))
    this.problem = problem
  }
}

export function fail(code: ErrorCode, message: Message | string): never {
  throw new CommandError({ code, message })
}

/** An answer that is no failure; a failure ends the command. */
export function need<A extends { ok: true } | { ok: false; error: Problem }>(answer: A): Extract<A, { ok: true }> {
  if (!answer.ok) throw new CommandError(answer.error)
  return answer as Extract<A, { ok: true }>
}

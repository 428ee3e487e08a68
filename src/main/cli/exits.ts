import { type Message, textOf } from '#shared/messages/message'
import type { ReplyErrorCode } from '#shared/requests/requests'

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
export type ErrorCode = ReplyErrorCode | 'USAGE' | 'FAILED'

/** All others are refusals. */
const CODES: readonly [exit: ExitCode, codes: readonly ErrorCode[]][] = [
  [EXIT.usage, ['USAGE', 'TOOL_UNKNOWN', 'TOOL_TAKES_NOTHING', 'SKILL_UNKNOWN', 'NO_SUCH_ACCESS', 'SERVER_UNREADABLE']],
  [EXIT.failed, ['FAILED', 'BINARY_NOT_FOUND', 'SPAWN_FAILED', 'RECORD_FAILED', 'SKILL_NOT_KEPT', 'SERVER_FAILED']],
  [EXIT.failed, ['OLLAMA_ERROR', 'MODEL_TOO_LARGE', 'MODEL_CRASHED', 'DISK_FULL', 'CONTEXT_TOO_LONG']],
  [EXIT.failed, ['CALL_UNREADABLE', 'STREAM_BROKEN', 'STREAM_TOO_LARGE']],
  [EXIT.needsApproval, ['NOT_ANSWERED']],
  [EXIT.interrupted, ['STOPPED']],
  [EXIT.ollama, ['NO_MODEL', 'HOST_NEEDS_CONSENT', 'NOT_OLLAMA', 'REGISTRY_UNREACHABLE', 'STREAM_SILENT']],
  [EXIT.ollama, ['OLLAMA_UNREACHABLE', 'OLLAMA_REDIRECTED', 'OLLAMA_TOO_OLD', 'MODEL_MISSING', 'MODEL_NOT_PUBLISHED']],
  [EXIT.ollama, ['MODEL_WITHOUT_TOOLS', 'MODEL_WITHOUT_THINKING', 'MODEL_CANNOT_SEE', 'MODEL_NOT_FOR_CHAT']],
]

const EXITS = new Map<string, ExitCode>(CODES.flatMap(([exit, codes]) => codes.map((code) => [code, exit] as const)))

export const exitOf = (code: ErrorCode): ExitCode => EXITS.get(code) ?? EXIT.refused

/** For a code that is stored as text, such as the end of a turn. */
export const exitOfText = (code: string): ExitCode => EXITS.get(code) ?? EXIT.failed

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

import { expect, it } from 'vitest'
import { type ErrorCode, exitOf } from '#main/cli/exits'

const EXPECTED: Record<number, ErrorCode[]> = {
  1: ['FAILED', 'BINARY_NOT_FOUND', 'SPAWN_FAILED', 'RECORD_FAILED'],
  2: ['USAGE', 'TOOL_UNKNOWN'],
  3: [
    ...(['TOOL_BROKEN', 'ARGS_NOT_OBJECT', 'ARGS_INVALID', 'PARAM_MISSING', 'PARAM_UNKNOWN', 'PARAM_TYPE'] as const),
    'SECRET_UNAVAILABLE',
    ...(['ARG_LOOKS_LIKE_OPTION', 'ARG_NUL', 'ARG_ILL_FORMED', 'ARG_TOO_LONG', 'ARG_DENIED'] as const),
    ...(['PATH_NOT_GRANTED', 'BINARY_NOT_ALLOWED', 'SUBCOMMAND_NOT_ALLOWED', 'BINARY_NAME'] as const),
    ...(['SKILL_UNTRUSTED', 'SKILL_CHANGED', 'APPROVAL_STALE', 'RESOLVER_REJECTED', 'DECLINED', 'REFUSED'] as const),
  ],
  4: ['NOT_ANSWERED'],
}

it.each(Object.entries(EXPECTED).flatMap(([exit, codes]) => codes.map((code) => [code, Number(exit)] as const)))(
  '%s exits with %d',
  (code, exit) => {
    expect(exitOf(code)).toBe(exit)
  },
)

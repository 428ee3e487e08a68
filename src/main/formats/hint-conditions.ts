import { isObject, type JsonObject } from '#shared/json'
import { message } from '#shared/messages/message'
import type { HintCondition } from '#shared/skill/tool'
import { type ExecutionContext, noteParam } from './execution-context.ts'
import {
  type Fields,
  get,
  has,
  isIntegerBetween,
  openFields,
  reportMissing,
  reportType,
  takeArray,
  takeBoolean,
  takeString,
} from './fields.ts'
import { inside, quote, report } from './place.ts'

const HINT_FIELDS = new Set(['match', 'exitCode', 'notEmpty', 'whenArg', 'hint'])
const MOST_EXIT_CODE = 4_294_967_295

export function readHints(fields: Fields, context: ExecutionContext): HintCondition[] {
  const hints: HintCondition[] = []
  const at = inside(fields, 'hintConditions')
  for (const [index, value] of (takeArray(fields, 'hintConditions') ?? []).entries()) {
    const condition = openFields(inside(at, index), value, HINT_FIELDS)
    if (condition) hints.push(readHint(condition, context))
  }
  return hints
}

function readHint(fields: Fields, context: ExecutionContext): HintCondition {
  const hint = takeString(fields, 'hint')
  if (!has(fields, 'hint')) reportMissing(fields, 'hint', message('write-hint'))
  for (const [, name] of (hint ?? '').matchAll(/\{([^{}]+)\}/g)) noteParam(context, name as string)
  const match = takeString(fields, 'match')
  const exitCode = readExitCode(fields)
  const notEmpty = takeBoolean(fields, 'notEmpty')
  const whenArg = readWhenArg(fields, context)
  if (!['match', 'exitCode', 'notEmpty', 'whenArg'].some((name) => has(fields, name))) {
    reportMissing(fields, 'match', message('say-when-hint-shows'))
  }
  return {
    ...(match !== undefined && { match }),
    ...(exitCode !== undefined && { exitCode }),
    ...(notEmpty !== undefined && { notEmpty }),
    ...(whenArg && { whenArg }),
    hint: hint ?? '',
  }
}

function readExitCode(fields: Fields): number | 'nonzero' | undefined {
  const value = get(fields, 'exitCode')
  if (value === undefined || value === 'nonzero' || isIntegerBetween(value, 0, MOST_EXIT_CODE)) return value
  reportType(inside(fields, 'exitCode'), value, message('nonzero-or-exit-code'))
  return undefined
}

function readWhenArg(fields: Fields, context: ExecutionContext): JsonObject | undefined {
  const value = get(fields, 'whenArg')
  if (value === undefined) return undefined
  const at = inside(fields, 'whenArg')
  if (!isObject(value)) {
    reportType(at, value, message('value-for-each-parameter'))
    return undefined
  }
  for (const name of Object.keys(value)) {
    if (noteParam(context, name)) continue
    report(at, {
      severity: 'warning',
      code: 'PARAM_NOT_IN_SCHEMA',
      message: message('hint-parameter-unknown', { name: quote(name) }),
      remedy: message('correct-the-name'),
      at: name,
    })
  }
  return value
}

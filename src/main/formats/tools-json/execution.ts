import {
  type FieldReader,
  field,
  has,
  isIntegerBetween,
  openFields,
  reportMissing,
  reportType,
  take,
  takeAll,
} from '#main/formats/fields'
import { inside, type Place, quote, report } from '#main/formats/place'
import { isObject, type Json, type JsonObject } from '#shared/json'
import { message } from '#shared/messages/message'
import type { ArgMapping, Execution, HintCondition } from '#shared/skill/tool'
import { COMMAND, readCommand } from './allowlist.ts'
import { readArg } from './arg-mapping.ts'
import { type ExecutionContext, noteParam, type PartReader, readPostProcess } from './value-command.ts'

export const LONGEST_TIMEOUT_MS = 24 * 60 * 60 * 1000
const MOST_LINES = 1_000_000
const MOST_EXIT_CODE = 4_294_967_295

export interface ExecutionReading {
  execution: Execution
  timeoutMs?: number
}

const readParams: PartReader<string[]> = (value, place, context) =>
  field.texts(value, place)?.map(([index, param]) => {
    if (!noteParam(context, param)) {
      const at = inside(place, index)
      report(at, 'error', 'PARAM_NOT_IN_SCHEMA', 'condition-parameter-unknown', 'correct-or-add-property')
    }
    return param
  })

const readCondition: PartReader<NonNullable<Execution['when']>> = (value, at, context) => {
  const condition = takeAll(at, value, { present: readParams, absent: readParams }, context)
  if (!condition) return undefined
  const { present = [], absent = [] } = condition
  if (present.length + absent.length === 0) reportType(at, value, message('condition-on-parameter'))
  return { present, absent }
}

const isExitCode = (value: Json): value is number => isIntegerBetween(value, 0, MOST_EXIT_CODE)

const listExitCodes = field.listOf((code, at) =>
  isExitCode(code) ? code : reportType(at, code, message('an-exit-code')),
)
const readExitCodes: FieldReader<number[]> = (value, at) => [...new Set([0, ...(listExitCodes(value, at) ?? [])])]

const readExitCode: FieldReader<number | 'nonzero'> = (value, at) => {
  if (value === 'nonzero' || isExitCode(value)) return value
  reportType(at, value, message('nonzero-or-exit-code'))
  return undefined
}

const readWhenArg: PartReader<JsonObject> = (value, at, context) => {
  if (!isObject(value)) {
    reportType(at, value, message('value-for-each-parameter'))
    return undefined
  }
  for (const name of Object.keys(value)) {
    if (noteParam(context, name)) continue
    report(inside(at, name), 'warning', 'PARAM_NOT_IN_SCHEMA', 'hint-parameter-unknown', 'correct-the-name', {
      name: quote(name),
    })
  }
  return value
}

const HINT = {
  ...{ match: field.string, exitCode: readExitCode, notEmpty: field.boolean, whenArg: readWhenArg },
  hint: field.string,
}

function readHint(place: Place, value: Json, context: ExecutionContext): HintCondition | null {
  const fields = openFields(place, value, HINT, context)
  if (!fields) return null
  const { hint = '' } = take(fields, 'hint')
  if (!has(fields, 'hint')) reportMissing(inside(fields, 'hint'), message('write-hint'))
  for (const [, name] of hint.matchAll(/\{([^{}]+)\}/g)) noteParam(context, name as string)
  const names = ['match', 'exitCode', 'notEmpty', 'whenArg'] as const
  const conditions = take(fields, ...names)
  if (!names.some((name) => has(fields, name))) reportMissing(inside(fields, 'match'), message('say-when-hint-shows'))
  return { ...conditions, hint }
}

const readHints: PartReader<HintCondition[]> = (value, at, context) =>
  field.listOf((each, here) => readHint(here, each, context))(value, at)

const EXECUTION = {
  ...{ tool: field.any, ...COMMAND, args: field.array, paramCondition: readCondition, condition: field.any },
  ...{ binaryWrapper: field.any, successExitCodes: readExitCodes, maxOutputLines: field.integer(1, MOST_LINES) },
  ...{ truncationHint: field.string, hintConditions: readHints, postProcess: readPostProcess },
  timeoutMs: field.integer(1, LONGEST_TIMEOUT_MS),
}

/** What one execution runs; null if it is never used. Problems are in the place's diagnostics. */
export function readExecution(place: Place, value: Json, context: ExecutionContext): ExecutionReading | null {
  const fields = openFields(place, value, EXECUTION, context)
  if (!fields) return null
  const { command } = readCommand(fields, context.allowlist, message('name-the-program'))
  if (has(fields, 'binaryWrapper')) {
    const at = inside(fields, 'binaryWrapper')
    report(at, 'error', 'FIELD_PROTECTS', 'wrapper-not-supported', 'name-program-in-binary')
  }
  const { paramCondition: when, ...output } = take(
    fields,
    ...(['paramCondition', 'maxOutputLines', 'truncationHint', 'postProcess'] as const),
  )
  const limit = take(fields, 'timeoutMs')
  const args = readArgs(inside(fields, 'args'), take(fields, 'args').args, command.binary, context)
  const { successExitCodes = [0], hintConditions = [] } = take(fields, 'successExitCodes', 'hintConditions')
  const execution = { ...command, args, ...(when && { when }), ...output, successExitCodes, hintConditions }
  if (!has(fields, 'condition')) return { execution, ...limit }
  // It depends on installed programs, which reading files cannot tell.
  const at = inside(fields, 'condition')
  return report(at, 'warning', 'FIELD_UNKNOWN', 'install-condition-not-supported', 'remove-condition-or-split')
}

function readArgs(place: Place, list: Json[] = [], binary: string, context: ExecutionContext): ArgMapping[] {
  const args: ArgMapping[] = []
  for (const [index, value] of list.entries()) {
    const at = inside(place, index)
    const arg = readArg(at, value, binary, context)
    if (!arg) continue
    const { kind } = arg
    const isTwice = (kind === 'stdin' || kind === 'workingdir') && args.some((other) => other.kind === kind)
    if (isTwice) report(inside(at, 'kind'), 'error', 'FIELD_TYPE', 'kind-given-twice', 'keep-one', { kind })
    args.push(arg)
  }
  return args
}

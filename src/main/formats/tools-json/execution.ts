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
import { type ExecutionContext, noteParam, readPostProcess } from './value-command.ts'

export const LONGEST_TIMEOUT_MS = 24 * 60 * 60 * 1000
const MOST_LINES = 1_000_000
const MOST_EXIT_CODE = 4_294_967_295

export interface ExecutionReading {
  execution: Execution
  timeoutMs?: number
}

const fieldsOf = (context: ExecutionContext) => ({
  ...{ tool: field.any, ...COMMAND, args: field.array, paramCondition: readCondition(context), condition: field.any },
  ...{ binaryWrapper: field.any, successExitCodes: readExitCodes, maxOutputLines: field.integer(1, MOST_LINES) },
  ...{ truncationHint: field.string, hintConditions: field.listOf((value, at) => readHint(at, value, context)) },
  ...{ postProcess: readPostProcess(context), timeoutMs: field.integer(1, LONGEST_TIMEOUT_MS) },
})

/** What one execution runs; null if it is never used. Problems are in the place's diagnostics. */
export function readExecution(place: Place, value: Json, context: ExecutionContext): ExecutionReading | null {
  const fields = openFields(place, value, fieldsOf(context))
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
  const execution = {
    ...command,
    args,
    ...(when && { when }),
    ...output,
    ...take(fields, 'successExitCodes', 'hintConditions'),
  }
  if (!has(fields, 'condition')) return { execution, ...limit }
  // It depends on installed programs, which reading files cannot tell.
  const at = inside(fields, 'condition')
  return report(at, 'warning', 'FIELD_UNKNOWN', 'install-condition-not-supported', 'remove-condition-or-split')
}

function readArgs(place: Place, list: Json[] = [], binary: string, context: ExecutionContext): ArgMapping[] {
  const isTaken = { stdin: false, workingdir: false }
  return list.flatMap((value, index) => {
    const at = inside(place, index)
    const arg = readArg(at, value, binary, context)
    if (arg?.kind === 'stdin' || arg?.kind === 'workingdir') {
      const { kind } = arg
      if (isTaken[kind]) report(inside(at, 'kind'), 'error', 'FIELD_TYPE', 'kind-given-twice', 'keep-one', { kind })
      isTaken[kind] = true
    }
    return arg ?? []
  })
}

const readCondition =
  (context: ExecutionContext): FieldReader<Execution['when']> =>
  (value, at) => {
    if (value === undefined) return undefined
    const params = readParams(context)
    const condition = takeAll(at, value, { present: params, absent: params })
    if (condition && condition.present.length + condition.absent.length === 0)
      reportType(at, value, message('condition-on-parameter'))
    return condition ?? undefined
  }

const readParams =
  (context: ExecutionContext): FieldReader<string[]> =>
  (value, at) =>
    field.texts(value, at).map(([index, param]) => {
      if (!noteParam(context, param)) {
        const here = inside(at, index)
        report(here, 'error', 'PARAM_NOT_IN_SCHEMA', 'condition-parameter-unknown', 'correct-or-add-property')
      }
      return param
    })

const isExitCode = (value: Json): value is number => isIntegerBetween(value, 0, MOST_EXIT_CODE)

const readExitCodes: FieldReader<number[]> = (value, at) => {
  const read = field.listOf((code, here) => (isExitCode(code) ? code : reportType(here, code, message('an-exit-code'))))
  return [...new Set([0, ...read(value, at)])]
}

const hintFieldsOf = (context: ExecutionContext) => ({
  ...{ match: field.string, exitCode: readExitCode, notEmpty: field.boolean, whenArg: readWhenArg(context) },
  hint: field.string,
})

function readHint(place: Place, value: Json, context: ExecutionContext): HintCondition | null {
  const fields = openFields(place, value, hintFieldsOf(context))
  if (!fields) return null
  const { hint = '' } = take(fields, 'hint')
  if (!has(fields, 'hint')) reportMissing(inside(fields, 'hint'), message('write-hint'))
  for (const [, name] of hint.matchAll(/\{([^{}]+)\}/g)) noteParam(context, name as string)
  const names = ['match', 'exitCode', 'notEmpty', 'whenArg'] as const
  const conditions = take(fields, ...names)
  if (!names.some((name) => has(fields, name))) reportMissing(inside(fields, 'match'), message('say-when-hint-shows'))
  return { ...conditions, hint }
}

const readExitCode: FieldReader<number | 'nonzero' | undefined> = (value, at) => {
  if (value === undefined || value === 'nonzero' || isExitCode(value)) return value
  reportType(at, value, message('nonzero-or-exit-code'))
  return undefined
}

const readWhenArg =
  (context: ExecutionContext): FieldReader<JsonObject | undefined> =>
  (value, at) => {
    if (value === undefined) return undefined
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

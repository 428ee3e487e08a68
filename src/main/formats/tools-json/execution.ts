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
  takeElement,
  takeInteger,
  takeString,
  takeTexts,
} from '#main/formats/fields'
import { inside, type Place, quote, report } from '#main/formats/place'
import { isObject, type Json, type JsonObject } from '#shared/json'
import { message } from '#shared/messages/message'
import type { ArgMapping, Execution, HintCondition } from '#shared/skill/tool'
import { checkAllowed, isBinaryName } from './allowlist.ts'
import { readArg } from './arg-mapping.ts'
import { type ExecutionContext, noteParam } from './execution-context.ts'
import { readPostProcess } from './value-command.ts'

const EXECUTION_FIELDS = new Set(
  (
    'tool binary subcommand args paramCondition condition binaryWrapper successExitCodes maxOutputLines ' +
    'truncationHint hintConditions postProcess timeoutMs'
  ).split(' '),
)
const CONDITION_FIELDS = new Set(['present', 'absent'])

export const LONGEST_TIMEOUT_MS = 24 * 60 * 60 * 1000
const MOST_LINES = 1_000_000
const MOST_EXIT_CODE = 4_294_967_295

export interface ExecutionReading {
  execution: Execution
  timeoutMs?: number
  /** It depends on something we cannot check, so it is never used. */
  isDropped: boolean
}

/** What one execution runs. Problems are in the place's diagnostics. */
export function readExecution(place: Place, value: Json, context: ExecutionContext): ExecutionReading | null {
  const fields = openFields(place, value, EXECUTION_FIELDS)
  if (!fields) return null
  const { binary, subcommand } = readCommand(fields, context)
  reportWrapper(fields)
  const when = readParamCondition(fields, context)
  const maxOutputLines = takeInteger(fields, 'maxOutputLines', 1, MOST_LINES)
  const truncationHint = takeString(fields, 'truncationHint')
  const postProcess = readPostProcess(fields, context)
  const timeoutMs = takeInteger(fields, 'timeoutMs', 1, LONGEST_TIMEOUT_MS)
  const execution: Execution = {
    binary,
    subcommand,
    args: readArgs(fields, binary, context),
    ...(when && { when }),
    successExitCodes: readExitCodes(fields),
    ...(maxOutputLines !== undefined && { maxOutputLines }),
    ...(truncationHint !== undefined && { truncationHint }),
    hintConditions: readHints(fields, context),
    ...(postProcess && { postProcess }),
  }
  return { execution, ...(timeoutMs !== undefined && { timeoutMs }), isDropped: isConditional(fields) }
}

function readCommand(fields: Fields, context: ExecutionContext): { binary: string; subcommand: string } {
  const binary = takeString(fields, 'binary')
  const subcommand = takeElement(fields, 'subcommand')
  if (!has(fields, 'binary')) reportMissing(fields, 'binary', message('name-the-program'))
  if (!has(fields, 'subcommand')) reportMissing(fields, 'subcommand', message('empty-if-no-subcommand'))
  if (binary !== undefined && isBinaryName(inside(fields, 'binary'), binary) && subcommand !== undefined) {
    checkAllowed(fields, binary, subcommand, context.allowlist)
  }
  return { binary: binary ?? '', subcommand: subcommand ?? '' }
}

function reportWrapper(fields: Fields): void {
  if (!has(fields, 'binaryWrapper')) return
  report(inside(fields, 'binaryWrapper'), 'error', 'FIELD_PROTECTS', 'wrapper-not-supported', 'name-program-in-binary')
}

function readArgs(fields: Fields, binary: string, context: ExecutionContext): ArgMapping[] {
  const args: ArgMapping[] = []
  const at = inside(fields, 'args')
  const isTaken = { stdin: false, workingdir: false }
  takeArray(fields, 'args')?.forEach((value, index) => {
    const arg = readArg(inside(at, index), value, binary, context)
    if (!arg) return
    args.push(arg)
    if (arg.kind !== 'stdin' && arg.kind !== 'workingdir') return
    if (isTaken[arg.kind]) {
      report(inside(inside(at, index), 'kind'), 'error', 'FIELD_TYPE', 'kind-given-twice', 'keep-one', {
        kind: arg.kind,
      })
    }
    isTaken[arg.kind] = true
  })
  return args
}

function readParamCondition(fields: Fields, context: ExecutionContext): Execution['when'] {
  if (!has(fields, 'paramCondition')) return undefined
  const condition = openFields(inside(fields, 'paramCondition'), get(fields, 'paramCondition'), CONDITION_FIELDS)
  if (!condition) return undefined
  const present = readParamNames(condition, 'present', context)
  const absent = readParamNames(condition, 'absent', context)
  if (present.length === 0 && absent.length === 0)
    reportType(condition, condition.value, message('condition-on-parameter'))
  return { present, absent }
}

function readParamNames(condition: Fields, name: 'present' | 'absent', context: ExecutionContext): string[] {
  const params = takeTexts(condition, name)
  for (const [index, param] of params) {
    if (noteParam(context, param)) continue
    const at = inside(inside(condition, name), index)
    report(at, 'error', 'PARAM_NOT_IN_SCHEMA', 'condition-parameter-unknown', 'correct-or-add-property')
  }
  return params.map(([, param]) => param)
}

function readExitCodes(fields: Fields): number[] {
  if (!has(fields, 'successExitCodes')) return [0]
  const codes = new Set([0])
  const at = inside(fields, 'successExitCodes')
  for (const [index, code] of (takeArray(fields, 'successExitCodes') ?? []).entries()) {
    if (isIntegerBetween(code, 0, MOST_EXIT_CODE)) codes.add(code)
    else reportType(inside(at, index), code, message('an-exit-code'))
  }
  return [...codes]
}

/** `condition` depends on installed programs, which reading files cannot tell. */
function isConditional(fields: Fields): boolean {
  if (!has(fields, 'condition')) return false
  const at = inside(fields, 'condition')
  report(at, 'warning', 'FIELD_UNKNOWN', 'install-condition-not-supported', 'remove-condition-or-split')
  return true
}

const HINT_FIELDS = new Set(['match', 'exitCode', 'notEmpty', 'whenArg', 'hint'])

function readHints(fields: Fields, context: ExecutionContext): HintCondition[] {
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
    report(inside(at, name), 'warning', 'PARAM_NOT_IN_SCHEMA', 'hint-parameter-unknown', 'correct-the-name', {
      name: quote(name),
    })
  }
  return value
}

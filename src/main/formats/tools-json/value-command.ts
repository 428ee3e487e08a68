import {
  type ContextReader,
  type Fields,
  field,
  has,
  isElement,
  openFields,
  reportMissing,
  reportType,
  take,
} from '#main/formats/fields'
import type { Checks } from '#main/formats/format'
import { isScriptName } from '#main/formats/names'
import { inside, type Place, quote, report } from '#main/formats/place'
import type { JsonObject } from '#shared/json'
import { message } from '#shared/messages/message'
import type { Resolver, ValueCommand } from '#shared/skill/tool'
import { type Allowlist, readCommand } from './allowlist.ts'

/** What the parts of an execution are checked against. */
export interface ExecutionContext {
  checks: Checks
  allowlist: Allowlist
  /** Files in scripts/ that may run. */
  scripts: ReadonlySet<string>
  /** The schemas of the parameters; null if the tool's schema is invalid, which is reported elsewhere. */
  properties: JsonObject | null
  /** Collects the parameters that have an effect. */
  used: Set<string>
}

/** Marks a parameter as used; false if the tool has no such parameter. */
export function noteParam({ properties, used }: ExecutionContext, name: string): boolean {
  if (properties === null) return true
  if (!Object.hasOwn(properties, name)) return false
  used.add(name)
  return true
}

const POST_PROCESS = { script: field.string, binary: field.string, subcommand: field.string, args: field.texts }
const RESOLVE_COMMAND = { ...POST_PROCESS, onFailure: field.string }

/** Reads a part of an execution. */
export type PartReader<T> = ContextReader<T, ExecutionContext>

export const readResolver: PartReader<Resolver> = (value, at, context) => {
  const fields = openFields(at, value, RESOLVE_COMMAND)
  if (!fields) return undefined
  const { onFailure = 'keep' } = take(fields, 'onFailure')
  if (onFailure !== 'keep' && onFailure !== 'reject') {
    reportType(inside(fields, 'onFailure'), onFailure, message('keep-or-reject'))
  }
  return { ...readHelper(fields, context), onFailure: onFailure === 'reject' ? 'reject' : 'keep' }
}

export const readPostProcess: PartReader<ValueCommand> = (value, at, context) => {
  const fields = openFields(at, value, POST_PROCESS)
  return fields ? readHelper(fields, context) : undefined
}

function readHelper(fields: Fields<typeof POST_PROCESS>, context: ExecutionContext): ValueCommand {
  const args = readArgs(fields, context)
  const { script } = take(fields, 'script')
  if (script !== undefined) checkScript(inside(fields, 'script'), script, context.scripts)
  const read: ValueCommand = { args, ...(script !== undefined && { script }) }
  if (has(fields, 'binary') || has(fields, 'subcommand')) {
    const { command, isUsable } = readCommand(fields, context.allowlist, message('name-subcommand-program'))
    if (isUsable) read.command = command
  } else if (!has(fields, 'script')) reportMissing(inside(fields, 'script'), message('name-script-or-program'))
  return read
}

function checkScript(place: Place, name: string, scripts: ReadonlySet<string>): void {
  const values = { name: quote(name), one: quote(`scripts/${name}`), other: quote(`scripts/${name}.sh`) }
  if (!isScriptName(name))
    report(place, 'warning', 'SCRIPT_NAME', 'script-name-invalid', 'use-script-letters-no-folders', values)
  else if (!scripts.has(name) && !scripts.has(`${name}.sh`))
    report(place, 'warning', 'SCRIPT_MISSING', 'script-missing', 'add-script-or-correct-name', values)
}

function readArgs(fields: Fields<typeof POST_PROCESS>, context: ExecutionContext): string[] {
  const { args = [] } = take(fields, 'args')
  for (const [index, arg] of args) {
    const at = inside(inside(fields, 'args'), index)
    if (!isElement(at, arg) || !arg.startsWith('$') || arg === '$param') continue
    const name = arg.slice(1)
    if (noteParam(context, name) || !/^[A-Za-z_]\w*$/.test(name)) continue
    const values = { text: quote(arg), param: quote(name) }
    report(at, 'warning', 'PARAM_NOT_IN_SCHEMA', 'argument-parameter-unknown', 'correct-or-add-parameter', values)
  }
  return args.map(([, arg]) => arg)
}

import {
  type Fields,
  get,
  has,
  isElement,
  openFields,
  reportMissing,
  reportType,
  takeString,
  takeTexts,
} from '#main/formats/fields'
import { isScriptName } from '#main/formats/names'
import { inside, type Place, quote, report } from '#main/formats/place'
import { message } from '#shared/messages/message'
import type { Resolver, ValueCommand } from '#shared/skill/tool'
import { checkAllowed, isBinaryName } from './allowlist.ts'
import { type ExecutionContext, noteParam } from './execution-context.ts'

const POST_PROCESS = new Set(['script', 'binary', 'subcommand', 'args'])
const RESOLVE_COMMAND = new Set([...POST_PROCESS, 'onFailure'])

export function readResolver(fields: Fields, context: ExecutionContext): Resolver | undefined {
  if (!has(fields, 'resolveCommand')) return undefined
  const at = inside(fields, 'resolveCommand')
  const resolver = openFields(at, get(fields, 'resolveCommand'), RESOLVE_COMMAND)
  if (!resolver) return undefined
  const onFailure = takeString(resolver, 'onFailure') ?? 'keep'
  if (onFailure !== 'keep' && onFailure !== 'reject') {
    reportType(inside(resolver, 'onFailure'), onFailure, message('keep-or-reject'))
  }
  const command = readCommand(resolver, context)
  return { ...command, onFailure: onFailure === 'reject' ? 'reject' : 'keep' }
}

export function readPostProcess(fields: Fields, context: ExecutionContext): ValueCommand | undefined {
  if (!has(fields, 'postProcess')) return undefined
  const command = openFields(inside(fields, 'postProcess'), get(fields, 'postProcess'), POST_PROCESS)
  return command ? readCommand(command, context) : undefined
}

function readCommand(fields: Fields, context: ExecutionContext): ValueCommand {
  const read: ValueCommand = { args: readCommandArgs(fields, context) }
  const script = takeString(fields, 'script')
  if (script !== undefined) {
    checkScript(inside(fields, 'script'), script, context.scripts)
    read.script = script
  }
  const binary = takeString(fields, 'binary')
  const subcommand = takeString(fields, 'subcommand')
  if (has(fields, 'binary') || has(fields, 'subcommand')) {
    if (!has(fields, 'binary')) reportMissing(fields, 'binary', message('name-subcommand-program'))
    if (!has(fields, 'subcommand')) reportMissing(fields, 'subcommand', message('empty-if-no-subcommand'))
    if (binary !== undefined && isBinaryName(inside(fields, 'binary'), binary) && subcommand !== undefined) {
      checkAllowed(fields, binary, subcommand, context.allowlist)
      read.command = { binary, subcommand }
    }
  } else if (!has(fields, 'script')) {
    reportMissing(fields, 'script', message('name-script-or-program'))
  }
  return read
}

function checkScript(place: Place, name: string, scripts: ReadonlySet<string>): void {
  if (!isScriptName(name)) {
    report(place, 'warning', 'SCRIPT_NAME', 'script-name-invalid', 'use-script-letters-no-folders', {
      name: quote(name),
    })
  } else if (!scripts.has(name) && !scripts.has(`${name}.sh`)) {
    report(place, 'warning', 'SCRIPT_MISSING', 'script-missing', 'add-script-or-correct-name', {
      one: quote(`scripts/${name}`),
      other: quote(`scripts/${name}.sh`),
    })
  }
}

function readCommandArgs(fields: Fields, context: ExecutionContext): string[] {
  const args = takeTexts(fields, 'args')
  const at = inside(fields, 'args')
  for (const [index, arg] of args) {
    if (!isElement(inside(at, index), arg) || !arg.startsWith('$') || arg === '$param') continue
    const name = arg.slice(1)
    if (noteParam(context, name) || !/^[A-Za-z_]\w*$/.test(name)) continue
    const here = inside(at, index)
    report(here, 'warning', 'PARAM_NOT_IN_SCHEMA', 'argument-parameter-unknown', 'correct-or-add-parameter', {
      text: quote(arg),
      param: quote(name),
    })
  }
  return args.map(([, arg]) => arg)
}

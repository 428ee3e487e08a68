import {
  type FieldReader,
  type Fields,
  field,
  get,
  has,
  isElement,
  openFields,
  reportMissing,
  reportType,
  take,
} from '#main/formats/fields'
import { dashed, FLAG_NAME } from '#main/formats/names'
import { tryCheck } from '#main/formats/params-schema'
import { inside, type Place, quote, report } from '#main/formats/place'
import type { Json } from '#shared/json'
import { message } from '#shared/messages/message'
import type { ArgMapping } from '#shared/skill/tool'
import { reportSubcommand } from './allowlist.ts'
import { type ExecutionContext, noteParam, type PartReader, readResolver } from './value-command.ts'

const readAbsentDefault: FieldReader<string | number | boolean> = (value, at) => {
  if (typeof value === 'boolean') return value
  if (typeof value === 'string') return isElement(at, value) ? value : undefined
  if (typeof value === 'number' && Number.isFinite(value)) return value
  reportType(at, value, message('string-number-or-boolean'))
  return undefined
}

const readDenyPattern: PartReader<string> = (value, at, { checks }) => {
  const source = field.string(value, at)
  const problem = source === undefined ? null : tryCheck(() => checks.pattern(source))
  if (problem === null) return source
  report(at, 'error', 'FIELD_PROTECTS', 'deny-pattern-unusable', 'write-linear-pattern', { problem })
  return undefined
}

const readSwitch: FieldReader<string> = (value, at) => {
  const flag = field.element(value, at)
  if (flag !== '') return flag
  const values = { name: String(at.key) }
  report(at, 'warning', 'FLAG_NAME', 'empty-flag-adds-nothing', 'leave-it-out', values)
  return undefined
}

const ARG = {
  ...{ param: field.string, kind: field.string, resolveCommand: readResolver, optional: field.boolean },
  ...{ absentDefault: readAbsentDefault, readPath: field.boolean, writePath: field.boolean },
  ...{ denyPattern: readDenyPattern, normalizeNewlines: field.boolean, allowLeadingDash: field.boolean },
  ...{ split: field.boolean, disambiguateAfterSkippedPositionals: field.boolean },
  ...{ flag: field.string, flagIfTrue: readSwitch, flagIfFalse: readSwitch, subcommandOverride: field.element },
  value: field.element,
}

type ArgFields = Fields<typeof ARG>

const PLAIN_WORDS = { split: false, disambiguateAfterSkippedPositionals: false }
const NO_RULES = {
  ...{ optional: false, normalizeNewlines: false, allowLeadingDash: false, readPath: false, writePath: false },
}

/** How one parameter becomes part of the command; null if it cannot. */
export function readArg(place: Place, value: Json, binary: string, context: ExecutionContext): ArgMapping | null {
  const fields = openFields(place, value, ARG, context)
  if (!fields) return null
  const kind = readKind(fields)
  if (kind) reportWithoutEffect(fields, kind)
  // Every field is read whatever the kind is, so that every wrong type is reported.
  const flag = readFlag(fields, kind)
  const switches = readSwitches(fields, kind, context.allowlist[binary], binary)
  const words = { ...PLAIN_WORDS, ...take(fields, 'split', 'disambiguateAfterSkippedPositionals') }
  const { value: literal = '' } = take(fields, 'value')
  const { resolveCommand, ...plain } = take(
    fields,
    ...(['optional', 'normalizeNewlines', 'allowLeadingDash', 'readPath', 'writePath'] as const),
    ...(['absentDefault', 'denyPattern', 'resolveCommand'] as const),
  )
  const rules = { ...NO_RULES, ...plain, ...(resolveCommand && { resolve: resolveCommand }) }
  if (kind === null) return null
  if (kind === 'literal') {
    take(fields, 'param')
    if (!has(fields, 'value')) reportMissing(inside(fields, 'value'), message('write-literal-text'))
    return { kind, value: literal }
  }
  const param = readParam(fields, context)
  switch (kind) {
    case 'flagifboolean': {
      const { absentDefault } = rules
      return { kind, param, ...switches, ...(absentDefault !== undefined && { absentDefault }) }
    }
    case 'positional':
      return { kind, ...rules, param, ...words }
    case 'flag':
    case 'tempfile':
      return { kind, ...rules, param, flag: flag ?? flagOfParam(fields, param) }
    case 'stdin':
      return { kind, ...rules, param }
    case 'workingdir':
      return { kind, ...rules, param, readPath: true }
  }
}

function readKind(fields: ArgFields): Kind | null {
  const { kind = has(fields, 'kind') ? null : 'positional' } = take(fields, 'kind')
  if (kind === null || isKind(kind)) return kind
  const values = { kind: quote(kind), kinds: KINDS.join(', ') }
  return report(inside(fields, 'kind'), 'error', 'KIND_UNKNOWN', 'kind-unknown', 'write-one-of-kinds', values)
}

function readParam(fields: ArgFields, context: ExecutionContext): string {
  const at = inside(fields, 'param')
  const { param } = take(fields, 'param')
  if (param === undefined) {
    if (!has(fields, 'param')) reportMissing(at, message('name-the-parameter'))
    return ''
  }
  if (!noteParam(context, param)) {
    const values = { param: quote(param) }
    report(at, 'error', 'PARAM_NOT_IN_SCHEMA', 'parameter-not-in-schema', 'correct-or-add-property', values)
  }
  return param
}

function readFlag(fields: ArgFields, kind: Kind | null): string | undefined {
  const { flag } = take(fields, 'flag')
  if (flag === undefined) return undefined
  if (FLAG_NAME.test(flag)) return dashed(flag)
  reportFlagName(fields, flag, 'flag')
  return kind === null ? undefined : ''
}

function flagOfParam(fields: ArgFields, param: string): string {
  if (typeof get(fields, 'param') === 'string' && !has(fields, 'flag') && !FLAG_NAME.test(param)) {
    reportFlagName(fields, param, 'param')
  }
  return dashed(param)
}

function reportFlagName(fields: ArgFields, name: string, at: 'flag' | 'param'): void {
  const remedy = at === 'flag' ? 'write-plain-flag-name' : 'name-flag-with-flag'
  report(inside(fields, at), 'error', 'FLAG_NAME', 'flag-name-invalid', remedy, { name: quote(name) })
}

/** What a boolean adds. `allowed`: the subcommands of the program. */
function readSwitches(fields: ArgFields, kind: Kind | null, allowed: string[] | undefined, binary: string) {
  const names = ['flagIfTrue', 'flagIfFalse', 'subcommandOverride'] as const
  const switches = take(fields, ...names)
  if (kind !== 'flagifboolean') return switches
  const { subcommandOverride: subcommand } = switches
  if (subcommand !== undefined && allowed && !allowed.includes(subcommand)) {
    reportSubcommand(inside(fields, 'subcommandOverride'), binary, subcommand)
  }
  if (!names.some((name) => has(fields, name))) {
    report(fields, 'warning', 'FLAG_NAME', 'boolean-flag-without-flags', 'give-one-of-both')
  }
  return switches
}

const VALUE = ['param', 'kind', 'resolveCommand', 'optional', 'absentDefault', 'readPath', 'writePath', 'denyPattern']
const IN_ARGV = [...VALUE, 'normalizeNewlines', 'allowLeadingDash']

/** Which fields have a meaning for which kind of argument. */
const FIELDS_OF = {
  positional: new Set([...IN_ARGV, 'split', 'disambiguateAfterSkippedPositionals']),
  flag: new Set([...IN_ARGV, 'flag']),
  flagifboolean: new Set('param kind optional absentDefault flagIfTrue flagIfFalse subcommandOverride'.split(' ')),
  stdin: new Set(VALUE),
  tempfile: new Set([...VALUE, 'flag']),
  workingdir: new Set(VALUE),
  literal: new Set(['kind', 'value']),
} satisfies Record<string, Set<string>>

type Kind = keyof typeof FIELDS_OF
const KINDS = Object.keys(FIELDS_OF) as Kind[]

const PROTECTING = new Set(['readPath', 'writePath', 'denyPattern'])

const isKind = (name: string): name is Kind => Object.hasOwn(FIELDS_OF, name)

/** A field of another kind has no effect here, but one that protects must not be ignored. */
function reportWithoutEffect(fields: ArgFields, kind: Kind): void {
  const known: ReadonlySet<string> = FIELDS_OF[kind]
  for (const name in fields.value) {
    if (known.has(name) || !Object.hasOwn(fields.readers, name) || get(fields, name) === false) continue
    const [at, values] = [inside(fields, name), { name: quote(name), kind }]
    if (PROTECTING.has(name)) {
      report(at, 'error', 'FIELD_PROTECTS', 'field-protects-nothing', 'remove-or-take-value', values)
    } else report(at, 'warning', 'FIELD_UNKNOWN', 'field-has-no-effect', 'remove-or-fix-kind', values)
  }
}

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
  type Taken,
  takeEach,
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
type TakenArg = Taken<typeof ARG>

/** How one parameter becomes part of the command; null if it cannot. */
export function readArg(place: Place, value: Json, binary: string, context: ExecutionContext): ArgMapping | null {
  const fields = openFields(place, value, ARG, context)
  if (!fields) return null
  // Every field is read whatever the kind is, so that every wrong type is reported.
  const taken = takeEach(fields)
  const kind = readKind(fields, taken)
  if (kind) reportWithoutEffect(fields, kind)
  const flag = readFlag(fields, taken, kind)
  if (kind === null) return null
  if (kind === 'literal') {
    if (!has(fields, 'value')) reportMissing(inside(fields, 'value'), message('write-literal-text'))
    return { kind, value: taken.value ?? '' }
  }
  const param = readParam(fields, taken, context)
  switch (kind) {
    case 'flagifboolean':
      return { kind, param, ...readSwitches(fields, taken, context.allowlist[binary], binary) }
    case 'positional': {
      const { split = false, disambiguateAfterSkippedPositionals = false } = taken
      return { ...rulesOf(taken, param), kind, split, disambiguateAfterSkippedPositionals }
    }
    case 'flag':
    case 'tempfile':
      return { ...rulesOf(taken, param), kind, flag: flag ?? flagOfParam(fields, param) }
    case 'stdin':
      return { ...rulesOf(taken, param), kind }
    case 'workingdir':
      return { ...rulesOf(taken, param), kind, readPath: true }
  }
}

function rulesOf(taken: TakenArg, param: string) {
  const { optional = false, normalizeNewlines = false, allowLeadingDash = false } = taken
  const { readPath = false, writePath = false, absentDefault, denyPattern, resolveCommand: resolve } = taken
  const rules = { param, optional, normalizeNewlines, allowLeadingDash, readPath, writePath }
  // Written for speed: a spread for each of these takes longer than all checks of the argument.
  if (absentDefault === undefined && denyPattern === undefined && !resolve) return rules
  return {
    ...rules,
    ...(absentDefault !== undefined && { absentDefault }),
    ...(denyPattern !== undefined && { denyPattern }),
    ...(resolve && { resolve }),
  }
}

function readKind(fields: ArgFields, taken: TakenArg): Kind | null {
  const { kind = has(fields, 'kind') ? null : 'positional' } = taken
  if (kind === null || isKind(kind)) return kind
  const values = { kind: quote(kind), kinds: KINDS.join(', ') }
  return report(inside(fields, 'kind'), 'error', 'KIND_UNKNOWN', 'kind-unknown', 'write-one-of-kinds', values)
}

function readParam(fields: ArgFields, { param }: TakenArg, context: ExecutionContext): string {
  if (param === undefined) {
    if (!has(fields, 'param')) reportMissing(inside(fields, 'param'), message('name-the-parameter'))
    return ''
  }
  if (!noteParam(context, param)) {
    const [at, values] = [inside(fields, 'param'), { param: quote(param) }]
    report(at, 'error', 'PARAM_NOT_IN_SCHEMA', 'parameter-not-in-schema', 'correct-or-add-property', values)
  }
  return param
}

function readFlag(fields: ArgFields, { flag }: TakenArg, kind: Kind | null): string | undefined {
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
function readSwitches(fields: ArgFields, taken: TakenArg, allowed: string[] | undefined, binary: string) {
  const { flagIfTrue, flagIfFalse, subcommandOverride: subcommand, absentDefault } = taken
  if (subcommand !== undefined && allowed && !allowed.includes(subcommand)) {
    reportSubcommand(inside(fields, 'subcommandOverride'), binary, subcommand)
  }
  if (!['flagIfTrue', 'flagIfFalse', 'subcommandOverride'].some((name) => has(fields, name))) {
    report(fields, 'warning', 'FLAG_NAME', 'boolean-flag-without-flags', 'give-one-of-both')
  }
  return {
    ...(flagIfTrue !== undefined && { flagIfTrue }),
    ...(flagIfFalse !== undefined && { flagIfFalse }),
    ...(subcommand !== undefined && { subcommandOverride: subcommand }),
    ...(absentDefault !== undefined && { absentDefault }),
  }
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

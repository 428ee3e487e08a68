import { tryCheck } from '#main/formats/checks'
import {
  type Fields,
  get,
  has,
  isElement,
  openFields,
  reportMissing,
  reportType,
  takeBoolean,
  takeElement,
  takeString,
} from '#main/formats/fields'
import { dashed, FLAG_NAME } from '#main/formats/names'
import { inside, type Place, quote, report } from '#main/formats/place'
import type { Json } from '#shared/json'
import { message } from '#shared/messages/message'
import type { ArgMapping, ValueRules } from '#shared/skill/tool'
import { reportSubcommand } from './allowlist.ts'
import { type ExecutionContext, noteParam } from './execution-context.ts'
import { readResolver } from './value-command.ts'

/** How one parameter becomes part of the command; null if it cannot. */
export function readArg(place: Place, value: Json, binary: string, context: ExecutionContext): ArgMapping | null {
  const fields = openFields(place, value, ARG_FIELDS)
  if (!fields) return null
  const kind = readKind(fields)
  if (kind) reportWithoutEffect(fields, kind)
  // Every field is read whatever the kind is, so that every wrong type is reported.
  const flag = readFlag(fields, kind)
  const switches = readSwitches(fields, kind, binary, context)
  const split = takeBoolean(fields, 'split') ?? false
  const disambiguateAfterSkippedPositionals = takeBoolean(fields, 'disambiguateAfterSkippedPositionals') ?? false
  const literal = takeElement(fields, 'value')
  const rules = readValueRules(fields, context)

  switch (kind) {
    case null:
      return null
    case 'literal':
      takeString(fields, 'param')
      if (!has(fields, 'value')) reportMissing(fields, 'value', message('write-literal-text'))
      return { kind, value: literal ?? '' }
    case 'flagifboolean': {
      const { absentDefault } = rules
      const param = readParam(fields, context)
      return { kind, param, ...switches, ...(absentDefault !== undefined && { absentDefault }) }
    }
    case 'positional':
      return { kind, ...rules, param: readParam(fields, context), split, disambiguateAfterSkippedPositionals }
    case 'flag':
    case 'tempfile': {
      const param = readParam(fields, context)
      return { kind, ...rules, param, flag: flag ?? flagOfParam(fields, param) }
    }
    case 'stdin':
      return { kind, ...rules, param: readParam(fields, context) }
    case 'workingdir':
      return { kind, ...rules, param: readParam(fields, context), readPath: true }
  }
}

function readKind(fields: Fields): Kind | null {
  if (!has(fields, 'kind')) return 'positional'
  const kind = takeString(fields, 'kind')
  if (kind === undefined || isKind(kind)) return kind ?? null
  return report(inside(fields, 'kind'), 'error', 'KIND_UNKNOWN', 'kind-unknown', 'write-one-of-kinds', {
    kind: quote(kind),
    kinds: KINDS.join(', '),
  })
}

function readParam(fields: Fields, context: ExecutionContext): string {
  const param = takeString(fields, 'param')
  if (param === undefined) {
    if (!has(fields, 'param')) reportMissing(fields, 'param', message('name-the-parameter'))
    return ''
  }
  if (!noteParam(context, param)) {
    const at = inside(fields, 'param')
    report(at, 'error', 'PARAM_NOT_IN_SCHEMA', 'parameter-not-in-schema', 'correct-or-add-property', {
      param: quote(param),
    })
  }
  return param
}

function readFlag(fields: Fields, kind: Kind | null): string | undefined {
  const flag = takeString(fields, 'flag')
  if (flag === undefined) return undefined
  if (FLAG_NAME.test(flag)) return dashed(flag)
  reportFlagName(fields, flag, 'flag')
  return kind === null ? undefined : ''
}

function flagOfParam(fields: Fields, param: string): string {
  if (typeof get(fields, 'param') === 'string' && !has(fields, 'flag') && !FLAG_NAME.test(param)) {
    reportFlagName(fields, param, 'param')
  }
  return dashed(param)
}

function reportFlagName(fields: Fields, name: string, at: 'flag' | 'param'): void {
  const remedy = at === 'flag' ? 'write-plain-flag-name' : 'name-flag-with-flag'
  report(inside(fields, at), 'error', 'FLAG_NAME', 'flag-name-invalid', remedy, { name: quote(name) })
}

type Switches = { flagIfTrue?: string; flagIfFalse?: string; subcommandOverride?: string }

function readSwitches(fields: Fields, kind: Kind | null, binary: string, context: ExecutionContext): Switches {
  const flagIfTrue = readSwitch(fields, 'flagIfTrue')
  const flagIfFalse = readSwitch(fields, 'flagIfFalse')
  const subcommandOverride = takeElement(fields, 'subcommandOverride')
  if (subcommandOverride !== undefined && kind === 'flagifboolean') {
    const allowed = context.allowlist[binary]
    if (allowed && !allowed.includes(subcommandOverride)) {
      reportSubcommand(fields, binary, subcommandOverride, 'subcommandOverride')
    }
  }
  if (
    kind === 'flagifboolean' &&
    !['flagIfTrue', 'flagIfFalse', 'subcommandOverride'].some((name) => has(fields, name))
  ) {
    report(fields, 'warning', 'FLAG_NAME', 'boolean-flag-without-flags', 'give-one-of-both')
  }
  return {
    ...(flagIfTrue !== undefined && { flagIfTrue }),
    ...(flagIfFalse !== undefined && { flagIfFalse }),
    ...(subcommandOverride !== undefined && { subcommandOverride }),
  }
}

function readSwitch(fields: Fields, name: 'flagIfTrue' | 'flagIfFalse'): string | undefined {
  const flag = takeElement(fields, name)
  if (flag !== '') return flag
  report(inside(fields, name), 'warning', 'FLAG_NAME', 'empty-flag-adds-nothing', 'leave-it-out', { name })
  return undefined
}

function readValueRules(fields: Fields, context: ExecutionContext): Omit<ValueRules, 'param'> {
  const rules: Omit<ValueRules, 'param'> = {
    optional: takeBoolean(fields, 'optional') ?? false,
    normalizeNewlines: takeBoolean(fields, 'normalizeNewlines') ?? false,
    allowLeadingDash: takeBoolean(fields, 'allowLeadingDash') ?? false,
    readPath: takeBoolean(fields, 'readPath') ?? false,
    writePath: takeBoolean(fields, 'writePath') ?? false,
  }
  const absentDefault = readAbsentDefault(fields)
  if (absentDefault !== undefined) rules.absentDefault = absentDefault
  const denyPattern = readDenyPattern(fields, context)
  if (denyPattern !== undefined) rules.denyPattern = denyPattern
  const resolve = readResolver(fields, context)
  if (resolve !== undefined) rules.resolve = resolve
  return rules
}

function readAbsentDefault(fields: Fields): string | number | boolean | undefined {
  const value = get(fields, 'absentDefault')
  if (value === undefined || typeof value === 'boolean') return value
  const at = inside(fields, 'absentDefault')
  if (typeof value === 'string') return isElement(at, value) ? value : undefined
  if (typeof value === 'number' && Number.isFinite(value)) return value
  reportType(at, value, message('string-number-or-boolean'))
  return undefined
}

function readDenyPattern(fields: Fields, context: ExecutionContext): string | undefined {
  const source = takeString(fields, 'denyPattern')
  if (source === undefined) return undefined
  const problem = tryCheck(() => context.checks.pattern(source))
  if (problem === null) return source
  report(inside(fields, 'denyPattern'), 'error', 'FIELD_PROTECTS', 'deny-pattern-unusable', 'write-linear-pattern', {
    problem,
  })
  return undefined
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
const ARG_FIELDS: ReadonlySet<string> = new Set(KINDS.flatMap((kind) => [...FIELDS_OF[kind]]))

const PROTECTING = new Set(['readPath', 'writePath', 'denyPattern'])

function isKind(name: string): name is Kind {
  return Object.hasOwn(FIELDS_OF, name)
}

/** A field of another kind has no effect here, but one that protects must not be ignored. */
function reportWithoutEffect(fields: Fields, kind: Kind): void {
  const known: ReadonlySet<string> = FIELDS_OF[kind]
  for (const name in fields.value) {
    if (known.has(name) || !ARG_FIELDS.has(name) || isOff(fields, name)) continue
    if (PROTECTING.has(name)) {
      report(inside(fields, name), 'error', 'FIELD_PROTECTS', 'field-protects-nothing', 'remove-or-take-value', {
        name: quote(name),
        kind,
      })
    } else {
      report(inside(fields, name), 'warning', 'FIELD_UNKNOWN', 'field-has-no-effect', 'remove-or-fix-kind', {
        name: quote(name),
        kind,
      })
    }
  }
}

function isOff(fields: Fields, name: string): boolean {
  return has(fields, name) && get(fields, name) === false
}

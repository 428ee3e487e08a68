import { message } from '#shared/messages/message'
import { type Fields, get, has } from './fields.ts'
import { quote, report } from './place.ts'

const VALUE = ['param', 'kind', 'resolveCommand', 'optional', 'absentDefault', 'readPath', 'writePath', 'denyPattern']
const IN_ARGV = [...VALUE, 'normalizeNewlines', 'allowLeadingDash']

/** Which fields mean something for which kind of argument. */
const FIELDS_OF = {
  positional: new Set([...IN_ARGV, 'split', 'disambiguateAfterSkippedPositionals']),
  flag: new Set([...IN_ARGV, 'flag']),
  flagifboolean: new Set([
    'param',
    'kind',
    'optional',
    'absentDefault',
    'flagIfTrue',
    'flagIfFalse',
    'subcommandOverride',
  ]),
  stdin: new Set(VALUE),
  tempfile: new Set([...VALUE, 'flag']),
  workingdir: new Set(VALUE),
  literal: new Set(['kind', 'value']),
} satisfies Record<string, Set<string>>

export type Kind = keyof typeof FIELDS_OF
export const KINDS = Object.keys(FIELDS_OF) as Kind[]
export const ARG_FIELDS: ReadonlySet<string> = new Set(KINDS.flatMap((kind) => [...FIELDS_OF[kind]]))

const PROTECTING = new Set(['readPath', 'writePath', 'denyPattern'])

export function isKind(name: string): name is Kind {
  return Object.hasOwn(FIELDS_OF, name)
}

/** A field of another kind does nothing here; one that protects must not be passed over. */
export function reportWithoutEffect(fields: Fields, kind: Kind): void {
  const known: ReadonlySet<string> = FIELDS_OF[kind]
  for (const name in fields.value) {
    if (known.has(name) || !ARG_FIELDS.has(name) || isOff(fields, name)) continue
    if (PROTECTING.has(name)) {
      report(fields, {
        severity: 'error',
        code: 'FIELD_PROTECTS',
        message: message('field-protects-nothing', { name: quote(name), kind }),
        remedy: message('remove-or-take-value'),
        at: name,
      })
    } else {
      report(fields, {
        severity: 'warning',
        code: 'FIELD_UNKNOWN',
        message: message('field-has-no-effect', { name: quote(name), kind }),
        remedy: message('remove-or-fix-kind'),
        at: name,
      })
    }
  }
}

function isOff(fields: Fields, name: string): boolean {
  return has(fields, name) && get(fields, name) === false
}

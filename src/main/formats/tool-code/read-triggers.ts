import { type FieldReader, field, openFields, reportMissing, take, takeAll } from '#main/formats/fields'
import { inside, report } from '#main/formats/place'
import { message } from '#shared/messages/message'
import { type Bootstrap, type ContextMatch, MATCH_OPS, type Subscription } from '#shared/skill/tool-code'

const MODES = ['once', 'continuous', 'disabled'] as const
const DEFAULT_PRIORITY = 50

const readMode: FieldReader<(typeof MODES)[number] | undefined> = (value, at) => {
  const written = field.string(value, at) ?? 'disabled'
  const mode = MODES.find((each) => each === written)
  if (mode === undefined) report(at, 'error', 'FIELD_TYPE', 'bootstrap-mode', 'write-bootstrap-mode')
  return mode
}

const BOOTSTRAP = {
  ...{ enabled: field.boolean, mode: readMode, priority: field.clamped(0, 100), wait_for: field.names },
  input: field.input,
}

/** What the tool wants to happen at the start; null if nothing. A person decides. */
export const readBootstrap: FieldReader<Bootstrap | null> = (value, at) => {
  const read = value === undefined ? null : takeAll(at, value, BOOTSTRAP)
  if (!read?.enabled || read.mode === undefined || read.mode === 'disabled') return null
  const { mode, priority = DEFAULT_PRIORITY, wait_for: waitFor, input = {} } = read
  return { mode, priority, waitFor, input }
}

const MATCH = {
  path: field.string,
  op: (value: unknown) => MATCH_OPS.find((each) => each === value),
  value: field.any,
}

const readMatches = field.listOf((match, at): ContextMatch | null => {
  const read = takeAll(at, match, MATCH)
  if (read === null) return null
  const { path, op, ...wanted } = read
  if (path !== undefined && op !== undefined) return { path, op, ...wanted }
  return report(at, 'error', 'FIELD_TYPE', 'match-incomplete', 'write-match', { ops: MATCH_OPS.join(', ') })
})

const SUBSCRIPTION = {
  ...{ schema_name: field.string, tag: field.string, description: field.string, context_match: readMatches },
  ...{ selector: field.any, role: field.any, key: field.any, fetch: field.any },
}

export const readSubscriptions = field.listOf((value, at): Subscription | null => {
  const fields = openFields(at, value, SUBSCRIPTION)
  if (!fields) return null
  const { schema_name: schema } = take(fields, 'schema_name')
  if (schema === undefined) return reportMissing(inside(at, 'schema_name'), message('name-the-schema'))
  const { description = '', context_match: matches, ...tag } = take(fields, 'tag', 'description', 'context_match')
  return { schema, ...tag, matches, description }
})

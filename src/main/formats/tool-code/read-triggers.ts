import {
  type Fields,
  get,
  openFields,
  reportMissing,
  reportType,
  takeArray,
  takeBoolean,
  takeClamped,
  takeNames,
  takeString,
} from '#main/formats/fields'
import { inside, report } from '#main/formats/place'
import { isObject, type JsonObject } from '#shared/json'
import { message } from '#shared/messages/message'
import { type Bootstrap, type ContextMatch, MATCH_OPS, type Subscription } from '#shared/skill/tool-code'

const BOOTSTRAP_FIELDS: ReadonlySet<string> = new Set(['enabled', 'mode', 'priority', 'wait_for', 'input'])
const SUBSCRIPTION_FIELDS: ReadonlySet<string> = new Set([
  ...['schema_name', 'tag', 'description', 'context_match', 'selector', 'role', 'key', 'fetch'],
])
const MATCH_FIELDS: ReadonlySet<string> = new Set(['path', 'op', 'value'])
const MODES = ['once', 'continuous', 'disabled'] as const
const DEFAULT_PRIORITY = 50

/** What the tool wants to happen at the start; null if nothing. A person decides. */
export function readBootstrap(context: Fields): Bootstrap | null {
  const value = get(context, 'bootstrap')
  const fields = value === undefined ? null : openFields(inside(context, 'bootstrap'), value, BOOTSTRAP_FIELDS)
  if (!fields) return null
  const isEnabled = takeBoolean(fields, 'enabled') ?? false
  const written = takeString(fields, 'mode') ?? 'disabled'
  const mode = MODES.find((each) => each === written)
  if (mode === undefined)
    report(inside(fields, 'mode'), 'error', 'FIELD_TYPE', 'bootstrap-mode', 'write-bootstrap-mode')
  const priority = takeClamped(fields, 'priority', 0, 100) ?? DEFAULT_PRIORITY
  const waitFor = takeNames(fields, 'wait_for')
  const input = get(fields, 'input') ?? {}
  if (!isObject(input)) reportType(inside(fields, 'input'), input, message('an-object'))
  if (!isEnabled || mode === undefined || mode === 'disabled') return null
  return { mode, priority, waitFor, input: isObject(input) ? (input as JsonObject) : {} }
}

export function readSubscriptions(context: Fields): Subscription[] {
  const place = inside(context, 'subscriptions')
  return (takeArray(context, 'subscriptions') ?? []).flatMap((value, index): Subscription[] => {
    const fields = openFields(inside(place, index), value, SUBSCRIPTION_FIELDS)
    if (!fields) return []
    const schema = takeString(fields, 'schema_name')
    if (schema === undefined) {
      reportMissing(fields, 'schema_name', message('name-the-schema'))
      return []
    }
    const tag = takeString(fields, 'tag')
    const description = takeString(fields, 'description') ?? ''
    return [{ schema, ...(tag !== undefined && { tag }), matches: readMatches(fields), description }]
  })
}

function readMatches(subscription: Fields): ContextMatch[] {
  const place = inside(subscription, 'context_match')
  return (takeArray(subscription, 'context_match') ?? []).flatMap((value, index): ContextMatch[] => {
    const fields = openFields(inside(place, index), value, MATCH_FIELDS)
    if (!fields) return []
    const path = takeString(fields, 'path')
    const op = MATCH_OPS.find((each) => each === get(fields, 'op'))
    if (path === undefined || op === undefined) {
      report(fields, 'error', 'FIELD_TYPE', 'match-incomplete', 'write-match', { ops: MATCH_OPS.join(', ') })
      return []
    }
    const wanted = get(fields, 'value')
    return [{ path, op, ...(wanted !== undefined && { value: wanted }) }]
  })
}

import { describeValue, field, reportType } from '#main/formats/fields'
import { inside, type Place, quote, report } from '#main/formats/place'
import { isObject, type Json, type JsonObject } from '#shared/json'
import { message } from '#shared/messages/message'
import type { Cost, RetryPolicy, ToolAbout } from '#shared/skill/about'
import type { ConfigRequest, Needs } from '#shared/skill/tool'

const text = (value: Json | undefined) => (typeof value === 'string' && value !== '' ? value : undefined)
const texts = (value: Json | undefined) =>
  Array.isArray(value) ? value.filter((each) => typeof each === 'string') : []
const object = (value: Json | undefined): JsonObject => (isObject(value) ? value : {})
const number = (value: Json | undefined, otherwise: number) =>
  typeof value === 'number' && Number.isFinite(value) && value >= 0 ? value : otherwise

/** Metadata, documentation and cost. */
export function readAbout(path: string, chain: string[], fields: JsonObject, requires: string[]): ToolAbout {
  const documentation = object(fields.documentation)
  const { deprecated, experimental, ...metadata } = object(fields.metadata)
  const known = {
    ...{ version: text(fields.version), alias: text(fields.tool_id), url: text(documentation.url) },
    ...{ author: text(metadata.author), maintainer: text(metadata.maintainer), stability: text(metadata.stability) },
  }
  const lists = { tags: texts(fields.tags), requires, examples: texts(documentation.examples) }
  return {
    ...{ path, chain },
    ...(Object.fromEntries(Object.entries(known).filter(([, value]) => value !== undefined)) as Partial<ToolAbout>),
    ...(Object.fromEntries(Object.entries(lists).filter(([, list]) => list.length > 0)) as Partial<ToolAbout>),
    ...(deprecated === true && { isDeprecated: true }),
    ...(experimental === true && { isExperimental: true }),
    ...(isObject(fields.cost) && { cost: readCost(fields.cost) }),
  }
}

const readCost = (cost: JsonObject): Cost => ({
  ...{ perCall: number(cost.per_invocation, 0), perMinute: number(cost.per_minute, 0) },
  ...(typeof cost.estimated_duration === 'number' && { estimatedDuration: number(cost.estimated_duration, 0) }),
  currency: text(cost.currency) ?? 'USD',
})

/** A number in its range, or the digits of one, as in a comment; any other value is replaced, with a warning. */
export function readNumber(place: Place, value: Json | undefined, least: number, most: number, otherwise: number) {
  if (value === undefined || value === null) return otherwise
  const given = typeof value === 'string' && /^\d+(?:\.\d+)?$/.test(value) ? Number(value) : value
  const nearest = Math.min(most, Math.max(least, number(given, otherwise)))
  if (nearest === given) return nearest
  const values = { wanted: message('number-between', { least, most }), value: describeValue(value) }
  report(place, 'warning', 'FIELD_TYPE', 'value-type-wrong', 'write-type-or-remove-field', values)
  return nearest
}

const MOST_ATTEMPTS = 10
const MOST_DELAY_S = 600

export function readRetry(place: Place, value: Json | undefined): RetryPolicy | null {
  const policy = object(value)
  const take = (name: string, least: number, most: number, otherwise: number) =>
    readNumber(inside(place, name), policy[name], least, most, otherwise)
  const attempts = Math.floor(take('max_attempts', 1, MOST_ATTEMPTS, 1))
  if (attempts < 2) return null
  const backoff =
    policy.backoff_type === 'fixed' || policy.backoff_type === 'linear' ? policy.backoff_type : 'exponential'
  const seconds = (name: string, otherwise: number) => take(name, 0, MOST_DELAY_S, otherwise) * 1000
  return {
    ...{ attempts, backoff, initialMs: seconds('initial_delay', 1), mostMs: seconds('max_delay', 60) },
    multiplier: take('backoff_multiplier', 0, MOST_DELAY_S, 2),
  }
}

const NETWORK = /^net\.(?:http|call|\*)$/
const HERE = /^(?:fs\.(?:read|write|\*)|shell\.execute)$/
const CHANGES = /^fs\.(?:write|\*)$|^shell\./
const DOTTED = /^[a-z][\w-]*(?:\.(?:[\w-]+|\*))*$/

export interface Required {
  names: string[]
  writes: boolean
  /** By its own declaration, running it twice changes nothing. */
  repeats: boolean
  needs?: Needs
  /** Needs that nothing here can meet. */
  impossible: string[]
}

/** A tool that declares no needs may write in its working folder and use no network. */
export function readRequires(place: Place, value: Json | undefined): Required {
  const at = inside(place, 'requires')
  // A comment can only give a text.
  const list = typeof value === 'string' ? value.split(/[\s,]+/).filter(Boolean) : value
  const names = Array.isArray(list) ? (field.names(list, at) ?? []) : []
  if (!Array.isArray(list ?? [])) reportType(at, list, message('an-array'), 'warning')
  for (const name of names) {
    if (DOTTED.test(name)) continue
    report(at, 'warning', 'METADATA', 'rye-capability-form', 'rye-write-capability', { name: quote(name) })
  }
  const impossible = names.filter((name) => name === 'rye' || name.startsWith('rye.'))
  const unknown = names.filter((name) => !NETWORK.test(name) && !HERE.test(name) && !impossible.includes(name))
  const needs: Needs = {
    ...(names.some((name) => NETWORK.test(name)) && { network: true }),
    ...(unknown.length > 0 && { unknown }),
  }
  return {
    names,
    repeats: !names.some((name) => CHANGES.test(name)),
    writes: value === undefined || names.some((name) => CHANGES.test(name)),
    ...(Object.keys(needs).length > 0 && { needs }),
    impossible,
  }
}

const CONFIG_PATH = /^(?!.*(?:^|\/)\.\.?(?:\/|$))[\w.@-]+(?:\/[\w.@-]+)*\.(?:ya?ml|json|toml)$/

/** One file or a list of files. Anything else is null and a diagnostic. */
export function readConfigRequests(place: Place, value: Json | undefined): ConfigRequest[] | null {
  if (value === undefined || value === null) return []
  const list = Array.isArray(value) ? value : [value]
  const requests = list.flatMap((each): ConfigRequest[] => {
    const { path, mode = 'deep_merge' } = object(each)
    const isGood =
      typeof path === 'string' && CONFIG_PATH.test(path) && (mode === 'deep_merge' || mode === 'first_match')
    return isGood ? [{ path, mode, isAlone: !Array.isArray(value) }] : []
  })
  if (requests.length === list.length) return requests
  const at = inside(place, 'config_resolve')
  return report(at, 'error', 'FIELD_TYPE', 'rye-config-request', 'rye-write-config-request')
}

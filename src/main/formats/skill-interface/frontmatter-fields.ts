import type { Checks } from '#main/formats/checks'
import { readParams } from '#main/formats/params-schema'
import { type Finding, inside, type Place, quote, report } from '#main/formats/place'
import { readAllowedTools } from '#main/formats/read-allowed-tools'
import { isObject, type Json, type JsonObject } from '#shared/json'
import { type Message, message } from '#shared/messages/message'
import type { ParamsSchema, Role } from '#shared/skill/tool'

/** What a file declares, whatever its shape. */
export interface Declared {
  name: string | null
  description: string
  /** Absent if it may call whatever its caller may. */
  allowedTools?: string
  role?: Role
  isHidden: boolean
  tags: string[]
  params: ParamsSchema | null
  returns: JsonObject | null
  /** Where its schemas are looked up first. */
  resolve: { params?: string; returns?: string }
  delegate: string | null
  /** Values for the tools below, and the names of middleware for this one. */
  data: JsonObject
  /** Annotations of the data, including their `$`. */
  annotations: JsonObject
}

const LIFTED = new Set(['role', 'params', 'returns', 'visibility', 'tags', 'delegate'])
const ROLES: readonly string[] = ['main', 'middleware', 'context']
const ACTING = new Set(['$inherit', '$private', '$remove', '$merge', '$order', '$local', '$global'])
const KEPT = new Set(['$dynamic', '$static', '$public', '$self', '$hook'])
const IN_SCHEMAS = new Set(['$ref', '$defs', '$id', '$schema', '$comment', '$resolve'])
const PATH = /^[\w$-]+(?:\.[\w$-]+)*$/
/** A place filled with metadata, unless a backslash protects it. */
const FILLED = /(?<!\\)\$\{([\w$-]+)(?:\.[\w$-]+)*\}/g
const ROOTS = new Set(['args', 'locals', 'nonlocals', 'run'])
const UNSAFE = /(?:^|\.)(?:__proto__|constructor|prototype)(?:\.|$)/

/** Reads the fields and reports those that have no meaning here. */
export function readDeclared(place: Place, fields: JsonObject, checks: Checks): Declared {
  for (const field of Object.keys(fields)) {
    if (!LIFTED.has(field)) continue
    warn(place, field, message('field-belongs-in-metadata', { field }), message('move-into-metadata', { field }))
  }
  const at = inside(place, 'metadata')
  const metadata = isObject(fields.metadata) ? fields.metadata : {}
  const params = readSchema(at, 'params', metadata)
  const returns = readSchema(at, 'returns', metadata)
  const allowedTools = readAllowedTools(place, fields['allowed-tools'])
  const role = readRole(at, metadata.role)
  const delegate = takeText(at, 'delegate', metadata.delegate)
  const rest = Object.entries(metadata).filter(([name]) => !LIFTED.has(name))
  return {
    name: takeText(place, 'name', fields.name),
    description: takeText(place, 'description', fields.description) ?? '',
    ...(allowedTools !== null && { allowedTools }),
    ...(role && { role }),
    isHidden: readVisibility(at, metadata.visibility),
    tags: readTags(at, metadata.tags),
    params: params && readParams(inside(at, 'params'), params.schema, checks),
    returns: returns?.schema ?? null,
    resolve: { ...(params?.path && { params: params.path }), ...(returns?.path && { returns: returns.path }) },
    delegate,
    data: readData(at, rest),
    annotations: readAnnotations(at, rest),
  }
}

function takeText(place: Place, field: string, value: Json | undefined): string | null {
  if (value === undefined || value === null) return null
  if (typeof value === 'string') return value
  if (typeof value === 'number' || typeof value === 'boolean') return String(value)
  const wrong = { wanted: message('a-string'), value: quote(JSON.stringify(value)) }
  warn(place, field, message('value-type-wrong', wrong), message('put-in-quotes'))
  return null
}

function readRole(place: Place, value: Json | undefined): Role | null {
  if (value === undefined || value === null) return null
  if (typeof value === 'string' && ROLES.includes(value)) return value as Role
  warn(place, 'role', message('role-unknown', { role: quote(String(value)) }), message('use-known-role'))
  return null
}

function readVisibility(place: Place, value: Json | undefined): boolean {
  if (value === undefined || value === null || value === 'hidden') return value === 'hidden'
  const given = { value: quote(String(value)) }
  warn(place, 'visibility', message('visibility-unknown', given), message('use-hidden-or-leave-out'))
  return false
}

/** In lower case, with a single dash for everything but letters and digits. */
export function readTags(place: Place, value: Json | undefined): string[] {
  if (value === undefined || value === null) return []
  const given = Array.isArray(value) ? value : [value]
  if (given.some((tag) => typeof tag !== 'string')) {
    warn(place, 'tags', message('tags-not-texts'), message('write-strings-here'))
  }
  const tags = given.filter((tag) => typeof tag === 'string').map(normalizeTag)
  return [...new Set(tags.filter((tag) => tag !== ''))]
}

const normalizeTag = (tag: string) =>
  tag
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '-')
    .replace(/^-|-$/g, '')

/** Separates the schema from its `$resolve`, which no validator knows. */
function readSchema(
  place: Place,
  field: string,
  metadata: JsonObject,
): { schema: JsonObject; path: string | null } | null {
  const value = metadata[field]
  if (!isObject(value)) {
    if (value !== undefined && value !== null) {
      warn(place, field, message('schema-not-object'), message('write-object-here'))
    }
    return null
  }
  const { $resolve: path, ...schema } = value
  if (path === undefined) return { schema, path: null }
  if (typeof path === 'string' && PATH.test(path) && !UNSAFE.test(path)) return { schema, path }
  const unsafe = message('path-unsafe', { path: quote(String(path)) })
  warn(inside(place, field), '$resolve', unsafe, message('write-plain-path'))
  return { schema, path: null }
}

function readData(place: Place, entries: readonly [string, Json][]): JsonObject {
  const data: JsonObject = {}
  for (const [name, value] of entries) {
    if (name.startsWith('$') || name === '__proto__') continue
    for (const [written, root = ''] of JSON.stringify(value).matchAll(FILLED)) {
      if (ROOTS.has(root) && !UNSAFE.test(written.slice(2, -1))) continue
      warn(place, name, message('place-nowhere', { place: quote(written) }), message('write-known-place'))
    }
    const nested = findAnnotation(value, inside(place, name))
    if (nested !== null) {
      const nestedName = { name: quote(String(nested.key)) }
      tell(nested, 'error', message('annotation-nested', nestedName), message('put-annotation-in-metadata'))
    } else data[name] = value
  }
  return data
}

/** The first key with `$` that is not a keyword of JSON Schema. */
function findAnnotation(value: Json, place: Place): Place | null {
  if (typeof value !== 'object' || value === null) return null
  for (const [key, each] of Object.entries(value)) {
    const at = inside(place, Array.isArray(value) ? Number(key) : key)
    if (key.startsWith('$') && !IN_SCHEMAS.has(key)) return at
    const below = findAnnotation(each, at)
    if (below !== null) return below
  }
  return null
}

function readAnnotations(place: Place, entries: readonly [string, Json][]): JsonObject {
  const annotations: JsonObject = {}
  for (const [name, value] of entries) {
    if (!name.startsWith('$')) continue
    if (ACTING.has(name)) annotations[name] = value
    else if (KEPT.has(name)) {
      annotations[name] = value
      tell(place, 'info', message('annotation-kept-only', { name }), message('annotation-may-stay'), name)
    } else {
      const remedy = message('use-known-annotation', { names: [...ACTING, ...KEPT].join(', ') })
      warn(place, name, message('annotation-unknown', { name: quote(name) }), remedy)
    }
  }
  return annotations
}

const warn = (place: Place, at: string, problem: Message, remedy: Message): void =>
  tell(place, 'warning', problem, remedy, at)

/** `at`: below the place's own path. */
export function tell(
  place: Place,
  severity: Finding['severity'],
  message: Message,
  remedy: Message,
  at?: string,
  code: Finding['code'] = 'FRONTMATTER',
): void {
  report(place, { severity, code, message, remedy, ...(at !== undefined && { at }) })
}

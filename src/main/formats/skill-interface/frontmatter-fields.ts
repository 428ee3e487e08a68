import { describeValue, type FieldReader, take } from '#main/formats/fields'
import type { Checks } from '#main/formats/format'
import { SKILL_MD } from '#main/formats/names'
import { checkResults, readParams } from '#main/formats/params-schema'
import { inside, type Place, placeIn, quote, report } from '#main/formats/place'
import { readAllowedTools } from '#main/formats/read-allowed-tools'
import { isObject, type Json, type JsonObject, ownOf, toText } from '#shared/json'
import { message } from '#shared/messages/message'
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

const ROLES: readonly string[] = ['main', 'middleware', 'context']
const isBoolean = (value: Json) => typeof value === 'boolean'
const isNames = (value: Json) => [value].flat().every((name) => typeof name === 'string')
const areOwn = (value: Json, data: JsonObject) =>
  isNames(value) && [value].flat().every((name) => Object.hasOwn(data, toText(name)))
const areHidden = (value: Json, data: JsonObject) => isBoolean(value) || areOwn(value, data)
/** Which values have an effect, beside the other data of the file. */
const ACTING: Readonly<Record<string, (value: Json, data: JsonObject) => boolean>> = {
  ...{ $inherit: isBoolean, $remove: isNames, $order: (value) => typeof value === 'number', $global: areOwn },
  $merge: (value) => ['deep', 'shallow', 'replace'].includes(toText(value)),
  ...{ $private: areHidden, $local: areHidden },
}
const KEPT = new Set(['$dynamic', '$static', '$public', '$self', '$hook'])
const IN_SCHEMAS = new Set(['$ref', '$defs', '$id', '$schema', '$comment', '$resolve'])
const PATH = /^[\w$-]+(?:\.[\w$-]+)*$/
/** A place filled with metadata, unless a backslash protects it. */
const FILLED = /(?<!\\)\$\{([\w$-]+)(?:\.[\w$-]+)*\}/g
const ROOTS = new Set(['args', 'locals', 'nonlocals', 'run'])
const UNSAFE = /(?:^|\.)(?:__proto__|constructor|prototype)(?:\.|$)/

const readText: FieldReader<string | null> = (value, at) => {
  if (value === null) return null
  if (typeof value === 'string') return value
  if (typeof value === 'number' || typeof value === 'boolean') return toText(value)
  const values = { wanted: message('a-string'), value: quote(JSON.stringify(value)) }
  return report(at, 'warning', 'FRONTMATTER', 'value-type-wrong', 'put-in-quotes', values)
}

const readRole: FieldReader<Role | null> = (value, at) => {
  if (value === null) return null
  if (typeof value === 'string' && ROLES.includes(value)) return value as Role
  const values = { role: quote(toText(value)) }
  return report(at, 'warning', 'FRONTMATTER', 'role-unknown', 'use-known-role', values)
}

/** Whether it is hidden. */
const readVisibility: FieldReader<boolean> = (value, at) => {
  if (value === null || value === 'hidden') return value === 'hidden'
  const values = { value: quote(toText(value)) }
  report(at, 'warning', 'FRONTMATTER', 'visibility-unknown', 'use-hidden-or-leave-out', values)
  return false
}

/** In lower case, with a single dash for everything but letters and digits. */
const readTags: FieldReader<string[]> = (value, at) => {
  const given = Array.isArray(value) ? value : [value ?? []].flat()
  if (given.some((tag) => typeof tag !== 'string')) {
    report(at, 'warning', 'FRONTMATTER', 'tags-not-texts', 'write-strings-here')
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
const readSchema: FieldReader<{ schema: JsonObject; path?: string } | null> = (value, at) => {
  if (value === null) return null
  if (!isObject(value)) return report(at, 'warning', 'FRONTMATTER', 'schema-not-object', 'write-object-here')
  const { $resolve: path, ...schema } = value
  if (path === undefined) return { schema }
  if (typeof path === 'string' && PATH.test(path) && !UNSAFE.test(path)) return { schema, path }
  const values = { path: quote(toText(path)) }
  report(inside(at, '$resolve'), 'warning', 'FRONTMATTER', 'path-unsafe', 'write-plain-path', values)
  return { schema }
}

/** The fields of `metadata` that belong to the file itself. */
const LIFTED = {
  ...{ role: readRole, params: readSchema, returns: readSchema, visibility: readVisibility, tags: readTags },
  delegate: readText,
}

/** Reads the fields and reports those that have no meaning here. */
export function readDeclared(place: Place, fields: JsonObject, checks: Checks): Declared {
  for (const field of Object.keys(fields)) {
    if (!Object.hasOwn(LIFTED, field)) continue
    report(inside(place, field), 'warning', 'FRONTMATTER', 'field-belongs-in-metadata', 'move-into-metadata', { field })
  }
  const at = inside(place, 'metadata')
  // Faults of the skill's own page are reported with the page.
  const listed = place.file === SKILL_MD ? placeIn(SKILL_MD, []) : place
  if (!isObject(fields.metadata ?? {}))
    report(inside(listed, 'metadata'), 'warning', 'FRONTMATTER', 'fields-expected', 'write-fields-indented')
  const metadata = { ...at, value: isObject(fields.metadata) ? fields.metadata : {}, readers: LIFTED }
  const { params = null, returns = null } = take(metadata, 'params', 'returns')
  const allowedTools = readAllowedTools(listed, fields['allowed-tools'])
  if (returns) checkResults(inside(at, 'returns'), returns.schema, checks, 'error')
  const { role, delegate = null } = take(metadata, 'role', 'delegate')
  const rest = Object.entries(metadata.value).filter(([name]) => !Object.hasOwn(LIFTED, name))
  const texts = { ...place, value: fields, readers: { name: readText, description: readText } }
  const { name = null, description = null } = take(texts, 'name', 'description')
  const { visibility: isHidden = false, tags = [] } = take(metadata, 'visibility', 'tags')
  return {
    ...{ name, description: description ?? '' },
    ...(allowedTools !== null && { allowedTools }),
    ...(role && { role }),
    ...{ isHidden, tags },
    params: params && readParams(inside(at, 'params'), params.schema, checks),
    returns: returns?.schema ?? null,
    resolve: { ...(params?.path && { params: params.path }), ...(returns?.path && { returns: returns.path }) },
    delegate,
    data: readData(at, rest),
    annotations: readAnnotations(at, rest, metadata.value),
  }
}

function readData(place: Place, entries: readonly [string, Json][]): JsonObject {
  const data: JsonObject = {}
  for (const [name, value] of entries) {
    if (name.startsWith('$') || name === '__proto__') continue
    for (const [written, root = ''] of JSON.stringify(value).matchAll(FILLED)) {
      if (ROOTS.has(root) && !UNSAFE.test(written.slice(2, -1))) continue
      const values = { place: quote(written) }
      report(inside(place, name), 'warning', 'FRONTMATTER', 'place-nowhere', 'write-known-place', values)
    }
    const nested = findAnnotation(value, inside(place, name))
    const values = { name: quote(toText(nested?.key)) }
    if (nested) report(nested, 'error', 'FRONTMATTER', 'annotation-nested', 'put-annotation-in-metadata', values)
    else data[name] = value
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

function readAnnotations(place: Place, entries: readonly [string, Json][], data: JsonObject): JsonObject {
  const annotations: JsonObject = {}
  for (const [name, value] of entries) {
    if (!name.startsWith('$')) continue
    const hasEffect = ownOf(ACTING, name)
    if (hasEffect) {
      annotations[name] = value
      if (!hasEffect(value, data))
        report(inside(place, name), 'warning', 'FRONTMATTER', 'annotation-value', 'write-annotation-value', {
          ...{ name, value: describeValue(value) },
        })
    } else if (KEPT.has(name)) {
      annotations[name] = value
      report(inside(place, name), 'info', 'FRONTMATTER', 'annotation-kept-only', 'annotation-may-stay', { name })
    } else {
      const values = { names: [...Object.keys(ACTING), ...KEPT].join(', '), name: quote(name) }
      report(inside(place, name), 'warning', 'FRONTMATTER', 'annotation-unknown', 'use-known-annotation', values)
    }
  }
  return annotations
}

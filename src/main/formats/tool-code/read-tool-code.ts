import { type FieldReader, field, get, has, openFields, take, takeToolName } from '#main/formats/fields'
import type { Checks, FormatReader, FormatReading, SkillFiles } from '#main/formats/format'
import { MAX_JSON_BYTES, readJson } from '#main/formats/json-scan'
import { propertiesOf, readParams } from '#main/formats/params-schema'
import { hasError, inside, type Place, placeIn, quote, report } from '#main/formats/place'
import { isObject, type Json } from '#shared/json'
import type { Diagnostic } from '#shared/messages/diagnostic'
import { findCycle } from '#shared/skill/startup-order'
import type { CodeRuntime, ParamsSchema, Tool } from '#shared/skill/tool'
import type { ToolExample } from '#shared/skill/tool-code'
import { readForm } from './read-form.ts'
import { readBootstrap, readPermissions, readSource, readSubscriptions } from './read-parts.ts'

/** A file with this name always counts; any other JSON file only if it says so. */
const NAMED = /(?:^|[./])tool\.json$/i
const MOST_DATA_BYTES = 10 * MAX_JSON_BYTES
const OTHERS = new Set(['tools.json', 'allowlist.json', 'execution.json', 'package.json', 'package-lock.json'])

export const toolCode: FormatReader = {
  format: 'tool-code',
  claims: (name) => NAMED.test(name),
  mostBytes: (path) => {
    if (NAMED.test(path)) return MAX_JSON_BYTES
    return /^(?:tools\/)?[^/]+\.json$/i.test(path) && !OTHERS.has(path) ? MOST_DATA_BYTES : null
  },
  read: readToolCode,
}

/** Whether a file declares itself a tool of this format. */
export const saysToolCode = (bytes: Uint8Array): boolean =>
  bytes.length <= MAX_JSON_BYTES && /"schema_name"\s*:\s*"tool\.code\./.test(Buffer.from(bytes).toString('latin1'))

function readToolCode({ skill, files }: SkillFiles, checks: Checks): FormatReading | null {
  const own = [...files].filter(([file, { bytes }]) => NAMED.test(file) || (isOurs(file) && saysToolCode(bytes)))
  if (own.length === 0) return null
  const reading: FormatReading = { tools: [], withheld: [], diagnostics: [], page: null }
  for (const [file, { bytes, sha256 }] of own) {
    const bare = stripComments(bytes)
    const { value, diagnostics } = readJson(file, bare ?? bytes)
    const place = placeIn(file, diagnostics)
    if (value !== undefined && bare) report(place, 'info', 'JSON_SYNTAX', 'tool-file-comments', 'remove-comments')
    const made = value === undefined ? null : readTool(place, value, { skill, sha256, checks })
    const twin = hasError(diagnostics) ? null : reading.tools.find(({ name }) => name === made?.tool.name)
    if (twin) {
      const values = { name: quote(twin.name), file: twin.source.file }
      const at = inside(inside(place, 'context'), 'name')
      report(at, 'error', 'TOOL_DUPLICATE', 'tool-declared-elsewhere', 'give-tools-own-names', values)
    }
    const blocker = diagnostics.find(({ severity }) => severity === 'error')
    if (blocker) reading.withheld.push({ name: (nameIn(value) ?? file).slice(0, 128), diagnostic: blocker })
    else if (made) reading.tools.push(made.tool, ...made.requests)
    reading.diagnostics.push(...diagnostics)
  }
  for (const tool of reading.tools) reportCircle(tool, reading.tools, reading.diagnostics)
  return { ...reading, code: own.map(([file]) => file), page: describe(reading.tools) }
}

const isOurs = (file: string) => toolCode.mostBytes(file) !== null

/** Tools that wait for each other would never start in the background. They can still be called. */
function reportCircle(tool: Tool, tools: readonly Tool[], diagnostics: Diagnostic[]): void {
  const waiting = tools.map(({ name, code }) => ({ name, waitFor: code?.bootstrap?.waitFor ?? [] }))
  const names = findCycle(waiting, tool.name)
  if (!names) return
  const at = inside(inside(inside(placeIn(tool.source.file, diagnostics), 'context'), 'bootstrap'), 'wait_for')
  report(at, 'warning', 'FIELD_TYPE', 'wait-for-cycle', 'break-the-cycle', { names: names.map(quote).join(', ') })
}

/** Describes the skill if there is no SKILL.md. */
function describe(tools: readonly Tool[]): FormatReading['page'] {
  const lines = tools.map(({ description, code }) => code?.title || description.split('\n')[0] || '')
  return { description: lines.filter(Boolean).join('; ').slice(0, 1024), body: '' }
}

function nameIn(value: Json | undefined): string | undefined {
  const context = isObject(value) ? value.context : undefined
  return isObject(context) && typeof context.name === 'string' ? context.name : undefined
}

const TOKEN = /"(?:[^"\\\n]|\\.)*"?|\/\/[^\n]*|\/\*[\s\S]*?(?:\*\/|$)/g

/** Replaces every comment with spaces, so that lines and columns stay the same; null if there is none. */
function stripComments(bytes: Uint8Array): Uint8Array | null {
  const text = Buffer.from(bytes).toString('latin1')
  const bare = text.replace(TOKEN, (found) => (found.startsWith('"') ? found : found.replace(/[^\n\r]/g, ' ')))
  return bare === text ? null : Buffer.from(bare, 'latin1')
}

const ANYTHING: ParamsSchema = { type: 'object', additionalProperties: true }
const DEFAULT_TIMEOUT_MS = 30_000
const LONGEST_TIMEOUT_MS = 600_000
/** A continuous tool may run for a day before it is restarted. */
const LONGEST_UPTIME_MS = 86_400_000
const REQUEST_MS = 30_000

const TOP = {
  ...{ schema_name: field.any, title: field.string, tags: field.names, context: field.any, description: field.string },
  semantic_version: field.string,
  ...field.ignored('version id owner_id created_at updated_at ttl visibility sensitivity checksum size_bytes'),
  ...field.ignored('llm_hints message embedding entity_keywords'),
}

const EXAMPLE = {
  ...{ input: field.input, output: field.any, description: field.string, explanation: field.any, title: field.string },
  name: field.any,
}

const readExamples = field.listOf((value, at): ToolExample | null => {
  const fields = openFields(at, value, EXAMPLE)
  if (!fields) return null
  const { input = has(fields, 'input') ? null : {} } = take(fields, 'input')
  if (input === null) return null
  const { description = take(fields, 'title').title ?? '' } = take(fields, 'description')
  return { input, description, ...take(fields, 'output') }
})

const contextOf = (checks: Checks, name: unknown) => ({
  ...{ name: field.string, description: field.string, version: field.string, code: field.any },
  ...{ input_schema: readSchema(checks), output_schema: readSchema(checks, true), required_secrets: field.names },
  ...{ limits: field.any, permissions: readPermissions, examples: readExamples, ui_schema: readForm(name) },
  ...{ subscriptions: readSubscriptions, bootstrap: readBootstrap },
  ...field.ignored('category author metadata entrypoint dependencies'),
})

/** One file of tool.code.v1: its tool, and those that fetch options for its form. Otherwise null, which is reported. */
export function readTool(
  place: Place,
  value: Json,
  { skill, sha256, checks }: { skill: string; sha256: string; checks: Checks },
): { tool: Tool; requests: Tool[] } | null {
  const top = openFields(place, value, TOP)
  if (!top) return null
  if (get(top, 'schema_name') !== 'tool.code.v1')
    return report(inside(top, 'schema_name'), 'error', 'FIELD_TYPE', 'schema-name-wrong', 'write-schema-name')
  const written = get(top, 'context')
  const readers = contextOf(checks, isObject(written) ? written.name : undefined)
  const context = openFields(inside(place, 'context'), written, readers)
  if (!context) return null
  const name = takeToolName(context)
  const tags = readTags(inside(top, 'tags'), take(top, 'tags').tags ?? [], name)
  const code = readSource(inside(context, 'code'), get(context, 'code'))
  const { input_schema: params = has(context, 'input_schema') ? null : ANYTHING } = take(context, 'input_schema')
  const { permissions, bootstrap = null } = take(context, 'permissions', 'bootstrap')
  const isContinuous = bootstrap?.mode === 'continuous'
  const { timeoutMs, memory, cpu } = readLimits(inside(context, 'limits'), get(context, 'limits'), isContinuous)
  const { required_secrets: secrets = [], ui_schema: form } = take(context, 'required_secrets', 'ui_schema')
  if (name === null || !code || !params) return null
  const { description = take(top, 'description').description ?? '' } = take(context, 'description')
  const { examples = [] } = take(context, 'examples')
  const { title = '' } = take(top, 'title')
  const { version = take(top, 'semantic_version').semantic_version ?? '' } = take(context, 'version')
  const { output_schema: output, subscriptions = [] } = take(context, 'output_schema', 'subscriptions')
  const source = { skill, file: place.file, sha256 }
  const runtime: CodeRuntime = {
    ...{ kind: 'code', launcher: 'deno', mode: 'function', entry: { file: place.file, sha256 }, opens: true },
    ...{ source: code, ...permissions },
    ...(secrets.length > 0 && { secrets }),
    ...memory,
  }
  const tool: Tool = {
    ...{ id: `${skill}/${name}`, name, modelName: name, description, format: 'tool-code' },
    ...{ source, params, runtime, limits: { timeoutMs }, diagnostics: place.diagnostics, examples },
    code: { title, version, tags, fields: form?.fields ?? [], subscriptions, bootstrap, ...cpu },
    // The schema decides whether unnamed parameters are accepted; by default they are not.
    ...((params.additionalProperties ?? false) !== false && { isOpen: true }),
    ...(output && { output }),
  }
  return { tool, requests: form?.requests.map((request) => makeRequest(request, skill, source)) ?? [] }
}

/** Never offered to a model; a button in the form calls it. */
const makeRequest = ({ name, url }: { name: string; url: string }, skill: string, source: Tool['source']): Tool => ({
  ...{ id: `${skill}/${name}`, name, modelName: name, description: url, format: 'tool-code', source, isHidden: true },
  ...{ params: { type: 'object', properties: {}, additionalProperties: false }, diagnostics: [] },
  runtime: { kind: 'http', spec: { method: 'GET', url, headers: [], body: { type: 'none' } } },
  limits: { timeoutMs: REQUEST_MS },
})

function readTags(at: Place, tags: string[], name: string | null): string[] {
  const needed = ['tool', `tool:${name ?? ''}`, 'workspace:tools', 'self-contained']
  const missing = needed.filter((tag) => !tags.includes(tag))
  if (missing.length > 0)
    report(at, 'warning', 'FIELD_TYPE', 'tags-missing', 'add-tags', { tags: missing.map(quote).join(', ') })
  return tags
}

/** Without a schema any input is accepted. An output schema may have any type. */
const readSchema =
  (checks: Checks, isOutput = false): FieldReader<ParamsSchema> =>
  (value, place) => {
    if (isOutput && isObject(value) && value.type !== 'object') {
      const wrapped = readParams(place, { type: 'object', properties: { value } }, checks)
      return wrapped ? (value as ParamsSchema) : undefined
    }
    const schema = readParams(place, value, checks)
    for (const [name, property] of Object.entries(schema ? propertiesOf(schema) : {})) {
      const bare = isObject(property) ? ['type', 'description'].filter((each) => !Object.hasOwn(property, each)) : []
      if (bare.length === 0 || (isObject(property) && '$ref' in property)) continue
      const at = inside(inside(place, 'properties'), name)
      const values = { name: quote(name), fields: bare.join(', ') }
      report(at, 'warning', 'FIELD_TYPE', 'property-undescribed', 'describe-property', values)
    }
    return schema ?? undefined
  }

const readCpu: FieldReader<number> = (value, at) => {
  const cpuPercent = field.clamped(1, 100)(value, at)
  if (cpuPercent !== undefined) report(at, 'info', 'FIELD_TYPE', 'cpu-not-enforced', 'nothing-to-do')
  return cpuPercent
}

function readLimits(place: Place, value: Json | undefined, isContinuous: boolean) {
  const longest = isContinuous ? LONGEST_UPTIME_MS : LONGEST_TIMEOUT_MS
  const usual = isContinuous ? longest : DEFAULT_TIMEOUT_MS
  const limits = { memory_mb: field.clamped(16, 4096), timeout_ms: field.clamped(1, longest), cpu_percent: readCpu }
  const fields = value === undefined ? null : openFields(place, value, limits)
  if (!fields) return { timeoutMs: usual, memory: {}, cpu: {} }
  const { timeout_ms: timeoutMs = usual, memory_mb: memoryMb } = take(fields, 'timeout_ms', 'memory_mb')
  const { cpu_percent: cpuPercent } = take(fields, 'cpu_percent')
  const memory = memoryMb !== undefined && { memoryMb }
  return { timeoutMs, memory, cpu: cpuPercent !== undefined && { cpuPercent } }
}

import type { Checks } from '#main/formats/checks'
import {
  type Fields,
  get,
  has,
  openFields,
  reportType,
  takeArray,
  takeClamped,
  takeNames,
  takeString,
  takeTexts,
  takeToolName,
} from '#main/formats/fields'
import { propertiesOf, readParams } from '#main/formats/params-schema'
import { inside, type Place, quote, report } from '#main/formats/place'
import { isObject, type Json, type JsonObject } from '#shared/json'
import { message } from '#shared/messages/message'
import type { CodeRuntime, ParamsSchema, Tool } from '#shared/skill/tool'
import type { ToolCode, ToolExample } from '#shared/skill/tool-code'
import { readPermissions } from './permissions.ts'
import { type Form, readForm } from './read-form.ts'
import { readSource } from './read-source.ts'
import { readBootstrap, readSubscriptions } from './read-triggers.ts'

export interface ReadTool {
  name: string
  description: string
  params: ParamsSchema
  code: string
  language: 'javascript' | 'typescript'
  limits: Tool['limits']
  runtime: Pick<CodeRuntime, 'secrets' | 'network' | 'memoryMb' | 'store'>
  examples: ToolExample[]
  detail: ToolCode
  requests: Form['requests']
}

const FIELDS = words(
  'schema_name title tags context description semantic_version version id owner_id created_at updated_at ttl ' +
    'visibility sensitivity checksum size_bytes llm_hints message embedding entity_keywords',
)
const CONTEXT_FIELDS = words(
  'name description version code input_schema output_schema required_secrets limits permissions examples ui_schema ' +
    'subscriptions bootstrap category author metadata entrypoint dependencies',
)
const LIMIT_FIELDS = words('memory_mb timeout_ms cpu_percent')
const EXAMPLE_FIELDS = words('input output description explanation title name')
const ANYTHING: ParamsSchema = { type: 'object', additionalProperties: true }

const DEFAULT_TIMEOUT_MS = 30_000
const LONGEST_TIMEOUT_MS = 600_000
/** A continuous tool may run for a day before it is restarted. */
const LONGEST_UPTIME_MS = 86_400_000
export const MAX_OUTPUT_BYTES = 512 * 1024
const MEMORY_MB = { least: 16, most: 4096 }

function words(text: string): ReadonlySet<string> {
  return new Set(text.split(' '))
}

/** One file of tool.code.v1. Null if it is not one, which is reported. */
export function readTool(place: Place, value: Json, checks: Checks): ReadTool | null {
  const top = openFields(place, value, FIELDS)
  if (!top) return null
  if (get(top, 'schema_name') !== 'tool.code.v1')
    return report(inside(top, 'schema_name'), 'error', 'FIELD_TYPE', 'schema-name-wrong', 'write-schema-name')
  const context = openFields(inside(place, 'context'), get(top, 'context'), CONTEXT_FIELDS)
  if (!context) return null
  const name = takeToolName(context)
  readTags(top, name)
  const source = readSource(context)
  const params = readSchema(context, 'input_schema', checks)
  const permissions = readPermissions(context)
  const bootstrap = readBootstrap(context)
  const isContinuous = bootstrap?.mode === 'continuous'
  const limits = readLimits(context, isContinuous ? LONGEST_UPTIME_MS : LONGEST_TIMEOUT_MS)
  const secrets = takeNames(context, 'required_secrets')
  const form = readForm(context)
  if (name === null || !source || !params) return null
  return {
    name,
    description: takeString(context, 'description') ?? takeString(top, 'description') ?? '',
    params,
    ...source,
    limits: { timeoutMs: limits.timeoutMs, maxOutputBytes: MAX_OUTPUT_BYTES },
    runtime: {
      ...permissions,
      ...(secrets.length > 0 && { secrets }),
      ...(limits.memoryMb !== undefined && { memoryMb: limits.memoryMb }),
    },
    examples: readExamples(context),
    requests: form.requests,
    detail: {
      title: takeString(top, 'title') ?? '',
      version: takeString(context, 'version') ?? takeString(top, 'semantic_version') ?? '',
      tags: textsOf(get(top, 'tags')),
      outputSchema: has(context, 'output_schema') ? readSchema(context, 'output_schema', checks) : null,
      ...(limits.cpuPercent !== undefined && { cpuPercent: limits.cpuPercent }),
      fields: form.fields,
      subscriptions: readSubscriptions(context),
      bootstrap,
    },
  }
}

function readTags(top: Fields, name: string | null): void {
  const tags = textsOf(get(top, 'tags'))
  if (has(top, 'tags')) takeTexts(top, 'tags')
  const needed = ['tool', `tool:${name ?? ''}`, 'workspace:tools', 'self-contained']
  const missing = needed.filter((tag) => !tags.includes(tag))
  if (missing.length > 0)
    report(inside(top, 'tags'), 'warning', 'FIELD_TYPE', 'tags-missing', 'add-tags', {
      tags: missing.map(quote).join(', '),
    })
}

/** Without a schema any input is accepted. An output schema may have any type. */
function readSchema(context: Fields, field: 'input_schema' | 'output_schema', checks: Checks): ParamsSchema | null {
  const place = inside(context, field)
  const value = get(context, field)
  if (value === undefined) return ANYTHING
  if (field === 'output_schema' && isObject(value) && value.type !== 'object') {
    const wrapped = readParams(place, { type: 'object', properties: { value } }, checks)
    return wrapped && (value as ParamsSchema)
  }
  const schema = readParams(place, value, checks)
  for (const [name, property] of Object.entries(schema ? propertiesOf(schema) : {})) {
    const bare = isObject(property) ? ['type', 'description'].filter((each) => !Object.hasOwn(property, each)) : []
    if (bare.length === 0 || (isObject(property) && '$ref' in property)) continue
    const at = inside(inside(place, 'properties'), name)
    const values = { name: quote(name), fields: bare.join(', ') }
    report(at, 'warning', 'FIELD_TYPE', 'property-undescribed', 'describe-property', values)
  }
  return schema
}

function readLimits(context: Fields, longest: number): { timeoutMs: number; memoryMb?: number; cpuPercent?: number } {
  const value = get(context, 'limits')
  const fields = value === undefined ? null : openFields(inside(context, 'limits'), value, LIMIT_FIELDS)
  if (!fields) return { timeoutMs: longest === LONGEST_UPTIME_MS ? longest : DEFAULT_TIMEOUT_MS }
  const timeoutMs = takeClamped(fields, 'timeout_ms', 1, longest)
  const memoryMb = takeClamped(fields, 'memory_mb', MEMORY_MB.least, MEMORY_MB.most)
  const cpuPercent = takeClamped(fields, 'cpu_percent', 1, 100)
  if (cpuPercent !== undefined)
    report(inside(fields, 'cpu_percent'), 'info', 'FIELD_TYPE', 'cpu-not-enforced', 'nothing-to-do')
  return {
    timeoutMs: timeoutMs ?? DEFAULT_TIMEOUT_MS,
    ...(memoryMb !== undefined && { memoryMb }),
    ...(cpuPercent !== undefined && { cpuPercent }),
  }
}

function readExamples(context: Fields): ToolExample[] {
  const place = inside(context, 'examples')
  return (takeArray(context, 'examples') ?? []).flatMap((value, index): ToolExample[] => {
    const fields = openFields(inside(place, index), value, EXAMPLE_FIELDS)
    if (!fields) return []
    const input = get(fields, 'input') ?? {}
    if (!isObject(input)) {
      reportType(inside(fields, 'input'), input, message('an-object'))
      return []
    }
    const description = takeString(fields, 'description') ?? takeString(fields, 'title') ?? ''
    const output = get(fields, 'output')
    return [{ input: input as JsonObject, description, ...(output !== undefined && { output }) }]
  })
}

const textsOf = (value: Json | undefined): string[] =>
  Array.isArray(value) ? value.filter((each) => typeof each === 'string') : []

import { type Fields, field, get, openFields, reportLong, reportType, take, takeToolName } from '#main/formats/fields'
import type { Checks, FormatReader, FormatReading, SkillFile, SkillFiles } from '#main/formats/format'
import { MAX_JSON_BYTES, openJson } from '#main/formats/json-scan'
import { propertiesOf, readParams } from '#main/formats/params-schema'
import { hasError, inside, notListed, type Place, placeIn, quote, report } from '#main/formats/place'
import { isObject, type Json, type JsonObject } from '#shared/json'
import type { Diagnostic } from '#shared/messages/diagnostic'
import { message } from '#shared/messages/message'
import type { CommandTool, ParamsSchema, Tool } from '#shared/skill/tool'
import { LONGEST_TITLE, oneLine, type ToolWords } from '#shared/skill/tool-words'
import { type Allowlist, readAllowlist } from './allowlist.ts'
import { type ExecutionReading, LONGEST_TIMEOUT_MS, readExecution } from './execution.ts'
import type { ExecutionContext } from './value-command.ts'

export type ToolsJsonReading = FormatReading & { tools: CommandTool[] }

const MOST_TOOLS = 128
const MOST_EXECUTIONS = 1024
const MOST_FINDINGS = 1000
const DEFAULT_TIMEOUT_MS = 120_000

/** A tool while it is read: what the model is told, how it runs, and its problems. */
interface Draft extends ToolSpec {
  place: Place
  executions: ExecutionReading[]
  /** The parameters that have an effect. */
  used: Set<string>
}

export const toolsJson: FormatReader = {
  format: 'tools-json',
  claims: (name) => name === TOOLS_FILE,
  mostBytes: (path) => (path === TOOLS_FILE || FILES_BESIDE.some((name) => name === path) ? MAX_JSON_BYTES : null),
  read: readToolsJson,
}

/** Pure and total: for any bytes, says which tools can be offered and why the others cannot. */
export function readToolsJson(files: SkillFiles, checks: Checks): ToolsJsonReading | null {
  if (!files.files.has(TOOLS_FILE)) return null
  const diagnostics: Diagnostic[] = []
  const descriptor = openDescriptor(files.files, diagnostics)
  const reading: ToolsJsonReading = { tools: [], withheld: [], diagnostics, page: null }
  if (!descriptor) return reading

  const specs = listOf(descriptor.tools, 'too-many-tools', MOST_TOOLS)
  const executions = listOf(descriptor.execution, 'too-many-executions', MOST_EXECUTIONS)
  if (!specs || !executions) return reading
  const allowlist = readAllowlist(descriptor.allowlist.place, descriptor.allowlist.value)
  const drafts = specs.map((value, index): Draft => {
    const place = { ...inside(descriptor.tools.place, index), diagnostics: [] }
    return { place, ...readToolSpec(place, value, checks), executions: [], used: new Set() }
  })
  const byName = Map.groupBy(drafts, ({ name }) => name)
  for (const [name, group] of byName) {
    if (name === null || group.length === 1) continue
    const values = { count: group.length, name: quote(name) }
    for (const { place } of group)
      report(inside(place, 'name'), 'error', 'TOOL_DUPLICATE', 'tool-name-shared', 'give-tools-own-names', values)
  }
  const context = { checks, allowlist, scripts: files.scripts }
  executions.forEach((value, index) => {
    const name = isObject(value) && Object.hasOwn(value, 'tool') ? value.tool : undefined
    const [draft] = (typeof name === 'string' && byName.get(name)) || []
    attachExecution(inside(descriptor.execution.place, index), value, draft, context)
  })

  const source = { skill: files.skill, file: TOOLS_FILE, sha256: files.files.get(TOOLS_FILE)?.sha256 ?? '' }
  drafts.forEach((draft, index) => {
    finish(draft, descriptor.execution.place.file)
    const blocker = descriptor.blocker ?? draft.place.diagnostics.find((found) => found.severity === 'error')
    const name = draft.name?.slice(0, 128) ?? `tools[${index}]`
    if (blocker) reading.withheld.push({ name, diagnostic: blocker })
    else reading.tools.push(buildTool(draft, source, allowlist))
    mergeFindings(diagnostics, draft.place.diagnostics, blocker)
  })
  return reading
}

/** The elements of an optional array; null if it is no array or too long, which is reported. */
function listOf(part: Part, many: 'too-many-tools' | 'too-many-executions', most: number): Json[] | null {
  if (part.value === undefined) return []
  if (!Array.isArray(part.value)) {
    reportType(part.place, part.value, message('an-array'))
    return []
  }
  if (part.value.length <= most) return part.value
  return report(part.place, 'error', 'TOO_MANY_TOOLS', many, 'split-the-skill', { count: part.value.length, most })
}

function attachExecution(
  at: Place,
  value: Json,
  draft: Draft | undefined,
  context: Omit<ExecutionContext, 'properties' | 'used'>,
): void {
  const place = { ...at, diagnostics: draft?.place.diagnostics ?? [] }
  const { properties = null, used = new Set<string>() } = draft ?? {}
  const reading = readExecution(place, value, { ...context, properties, used })
  if (!draft) {
    if (isObject(value)) reportNoTool(inside(place, 'tool'), value.tool)
    mergeFindings(at.diagnostics, place.diagnostics, undefined)
  } else if (reading) {
    if (!reading.execution.when && draft.executions.some(({ execution }) => !execution.when)) {
      const [tool, values] = [inside(place, 'tool'), { name: quote(draft.name ?? '') }]
      report(tool, 'error', 'TOOL_DUPLICATE', 'execution-given-twice', 'keep-one-or-tell-apart', values)
    }
    draft.executions.push(reading)
  }
}

function reportNoTool(at: Place, name: Json | undefined): void {
  if (typeof name !== 'string') return void reportType(at, name, message('name-of-a-tool'))
  const values = { name: quote(name) }
  report(at, 'error', 'EXECUTION_NO_TOOL', 'execution-tool-unknown', 'correct-or-declare-tool', values)
}

/** Checks that need everything about a tool. */
function finish(draft: Draft, executionFile: string): void {
  const { name, properties, used } = draft
  const isDuplicate = draft.place.diagnostics.some(({ code }) => code === 'TOOL_DUPLICATE')
  if (draft.executions.length === 0 && name !== null && !isDuplicate) {
    const remedy = executionFile === TOOLS_FILE ? 'add-execution' : 'add-execution-in'
    const values = { name: quote(name), file: executionFile }
    report(draft.place, 'error', 'TOOL_NO_EXECUTION', 'tool-without-execution', remedy, values)
  }
  if (!properties || hasError(draft.place.diagnostics)) return
  for (const param in properties) {
    if (used.has(param)) continue
    const at = inside(inside(inside(draft.place, 'parameters'), 'properties'), param)
    report(at, 'info', 'PARAM_UNUSED', 'parameter-unused', 'map-or-remove-parameter', { param: quote(param) })
  }
}

function buildTool(draft: Draft, source: Tool['source'], allowlist: Allowlist): CommandTool {
  const { name, description, words, params, executions } = draft
  if (name === null || params === null) throw new Error('a tool without errors has a name and a schema')
  const timeouts = executions.map(({ timeoutMs }) => timeoutMs ?? draft.timeoutMs ?? DEFAULT_TIMEOUT_MS)
  return {
    ...{ id: `${source.skill}/${name}`, name, modelName: name, description, ...(words && { words }) },
    ...{ format: 'tools-json', source, params },
    runtime: { kind: 'command', allowlist, executions: executions.map(({ execution }) => execution) },
    limits: { timeoutMs: Math.max(...timeouts) },
    diagnostics: draft.place.diagnostics,
  }
}

/** Of thousands of findings, keeps the first ones and every one that withholds a tool. */
function mergeFindings(all: Diagnostic[], found: Diagnostic[], blocker: Diagnostic | undefined): void {
  for (const finding of found) {
    if (all.length < MOST_FINDINGS || finding === blocker) all.push(finding)
    if (all.length === MOST_FINDINGS) all.push(notListed(finding.file))
  }
}

/** A part of a descriptor and its place; `value` is absent if the skill did not write it. */
export interface Part {
  place: Place
  value: Json | undefined
}

interface Descriptor {
  tools: Part
  allowlist: Part
  execution: Part
  /** A problem that affects all tools and so withholds them. */
  blocker: Diagnostic | null
}

const TOOLS_FILE = 'tools.json'
const FILES_BESIDE = ['allowlist.json', 'execution.json'] as const
const ROOT = { $schema: field.string, tools: field.any, allowlist: field.any, execution: field.any }

/**
 * Finds the three parts in either dialect: one object, or an array with two more files. Null if tools.json cannot be
 * used.
 */
function openDescriptor(files: ReadonlyMap<string, SkillFile>, diagnostics: Diagnostic[]): Descriptor | null {
  const open = (name: string): Part => {
    const file = files.get(name)
    return { place: placeIn(name, diagnostics), value: file && openJson(name, file.bytes, diagnostics) }
  }
  const tools = open(TOOLS_FILE)
  if (tools.value === undefined) return null
  if (Array.isArray(tools.value)) {
    const [allowlist, execution] = FILES_BESIDE.map((file) => {
      const [part, values] = [open(file), { tools: TOOLS_FILE, file }]
      if (!files.has(file))
        report(part.place, 'error', 'FILE_UNREADABLE', 'file-beside-array-missing', 'add-file-or-one-object', values)
      return part
    }) as [Part, Part]
    return { tools, allowlist, execution, blocker: null }
  }
  if (!isObject(tools.value)) return reportType(tools.place, tools.value, message('a-descriptor'))
  const fields = openFields(tools.place, tools.value, ROOT)
  if (!fields) return null
  take(fields, '$schema')
  for (const file of FILES_BESIDE) {
    if (!files.has(file)) continue
    const [at, values] = [placeIn(file, diagnostics), { file, tools: TOOLS_FILE }]
    report(at, 'info', 'FIELD_UNKNOWN', 'file-ignored-beside-object', 'delete-or-move-into', values)
  }
  const part = (name: string): Part => ({ place: inside(fields, name), value: get(fields, name) })
  return {
    ...{ tools: part('tools'), allowlist: part('allowlist'), execution: part('execution') },
    blocker: diagnostics.find((diagnostic) => diagnostic.code === 'FIELD_PROTECTS') ?? null,
  }
}

/** What the model and the person are told about a tool. */
export interface ToolSpec {
  /** As written, even if it is not a valid name; null if there is none. */
  name: string | null
  description: string
  words?: Partial<ToolWords>
  params: ParamsSchema | null
  /** The schema of each parameter; null if the whole schema is invalid. */
  properties: JsonObject | null
  timeoutMs?: number
}

const WORDS = { title: field.string, summary: field.string, past: field.string }
const TOOL = {
  ...{ name: field.string, ...WORDS, description: field.string, parameters: field.any },
  timeoutMs: field.integer(1, LONGEST_TIMEOUT_MS),
}

function readToolSpec(place: Place, value: Json, checks: Checks): ToolSpec {
  const fields = openFields(place, value, TOOL)
  if (!fields) return { name: null, description: '', params: null, properties: null }
  const limit = take(fields, 'timeoutMs')
  const params = readParams(inside(fields, 'parameters'), get(fields, 'parameters'), checks)
  const properties = params && propertiesOf(params)
  const words = readWords(fields, properties)
  const name = takeToolName(fields)
  const { description = '' } = take(fields, 'description')
  reportLong(inside(fields, 'description'), description, 'tool-description-long', 'move-rest-to-skill-md')
  return { name, description, ...(words && { words }), params, properties, ...limit }
}
/** The headings of its calls. Only short texts whose parameters exist are used. */
function readWords(fields: Fields<typeof WORDS>, properties: JsonObject | null): Partial<ToolWords> | null {
  const words: Partial<ToolWords> = {}
  for (const at of ['title', 'summary', 'past'] as const) {
    const written = take(fields, at)[at]
    if (written === undefined) continue
    const text = oneLine(written)
    if (text === '') continue
    const unknown = [...text.matchAll(/\{([^{}]*)\}/g)].find(
      ([, param = '']) => !Object.hasOwn(properties ?? {}, param),
    )
    if (text.length > LONGEST_TITLE) {
      report(inside(fields, at), 'warning', 'TEXT_TOO_LONG', 'tool-words-long', 'shorten-it', { most: LONGEST_TITLE })
    } else if (unknown && at !== 'title') {
      const told = message('parameter-not-in-schema', { param: quote(unknown[1] ?? '') })
      report(inside(fields, at), 'warning', 'PARAM_NOT_IN_SCHEMA', told, 'correct-or-add-property')
    } else words[at] = text
  }
  return Object.keys(words).length > 0 ? words : null
}

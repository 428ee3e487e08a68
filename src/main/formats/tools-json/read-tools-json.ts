import type { Checks } from '#main/formats/checks'
import { reportType } from '#main/formats/fields'
import type { FormatReader, FormatReading, SkillFiles } from '#main/formats/format'
import { MAX_JSON_BYTES } from '#main/formats/json-scan'
import { hasError, inside, notListed, type Place, quote, report } from '#main/formats/place'
import { isObject, type Json } from '#shared/json'
import type { Diagnostic } from '#shared/messages/diagnostic'
import { message } from '#shared/messages/message'
import type { CommandTool, Execution, Tool } from '#shared/skill/tool'
import { type Allowlist, readAllowlist } from './allowlist.ts'
import { FILES_BESIDE, openDescriptor, type Part, TOOLS_FILE } from './descriptor.ts'
import { type ExecutionReading, readExecution } from './execution.ts'
import { readToolSpec, type ToolSpec } from './tool-spec.ts'

export type ToolsJsonReading = FormatReading & { tools: CommandTool[] }

const MOST_TOOLS = 128
const MOST_EXECUTIONS = 1024
const MOST_FINDINGS = 1000
const DEFAULT_TIMEOUT_MS = 120_000

/** A tool while it is read: what the model is told, how it runs, and its problems. */
interface Draft {
  place: Place
  spec: ToolSpec
  executions: ExecutionReading[]
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
  const none: ToolsJsonReading = { tools: [], withheld: [], diagnostics, page: null }
  if (!descriptor) return none

  const specs = listOf(descriptor.tools, 'too-many-tools', MOST_TOOLS)
  const executions = listOf(descriptor.execution, 'too-many-executions', MOST_EXECUTIONS)
  if (!specs || !executions) return none
  const allowlist = readAllowlist(descriptor.allowlist.place, descriptor.allowlist.value)
  const drafts = specs.map((value, index) => readDraft(descriptor.tools.place, index, value, checks))
  const byName = groupByName(drafts)
  const reader: Reader = { files, checks, allowlist, used: new Set() }
  executions.forEach((value, index) => {
    attachExecution(descriptor.execution.place, index, value, byName, reader)
  })

  const source = { skill: files.skill, file: TOOLS_FILE, sha256: files.files.get(TOOLS_FILE)?.sha256 ?? '' }
  const reading = none
  drafts.forEach((draft, index) => {
    finish(draft, reader.used, descriptor.execution.place.file)
    const blocker = descriptor.blocker ?? draft.place.diagnostics.find((found) => found.severity === 'error')
    if (blocker) reading.withheld.push({ name: nameOf(draft, index), diagnostic: blocker })
    else reading.tools.push(buildTool(draft, files.skill, source, allowlist))
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

function readDraft(tools: Place, index: number, value: Json, checks: Checks): Draft {
  const place = { ...inside(tools, index), diagnostics: [] }
  return { place, spec: readToolSpec(place, value, checks), executions: [] }
}

function groupByName(drafts: Draft[]): Map<string, Draft[]> {
  const byName = new Map<string, Draft[]>()
  for (const draft of drafts) {
    const { name } = draft.spec
    if (name === null) continue
    const group = byName.get(name)
    if (group) group.push(draft)
    else byName.set(name, [draft])
  }
  for (const [name, group] of byName) {
    if (group.length > 1) for (const draft of group) reportDuplicate(draft, name, group.length)
  }
  return byName
}

function reportDuplicate(draft: Draft, name: string, count: number): void {
  report(inside(draft.place, 'name'), 'error', 'TOOL_DUPLICATE', 'tool-name-shared', 'give-tools-own-names', {
    count,
    name: quote(name),
  })
}

interface Reader {
  files: Pick<SkillFiles, 'scripts'>
  checks: Checks
  allowlist: Allowlist
  used: Set<Json | undefined>
}

function attachExecution(list: Place, index: number, value: Json, byName: Map<string, Draft[]>, reader: Reader): void {
  const name = isObject(value) && Object.hasOwn(value, 'tool') ? value.tool : undefined
  const drafts = (typeof name === 'string' && byName.get(name)) || []
  const [draft] = drafts
  const place = { ...inside(list, index), diagnostics: draft?.place.diagnostics ?? [] }
  const reading = readExecution(place, value, {
    checks: reader.checks,
    allowlist: reader.allowlist,
    scripts: reader.files.scripts,
    properties: draft?.spec.properties ?? null,
    used: reader.used,
  })
  if (draft) {
    if (reading && !reading.isDropped) addExecution(place, draft, reading)
    return
  }
  if (isObject(value)) reportNoTool(place, name)
  mergeFindings(list.diagnostics, place.diagnostics, undefined)
}

function addExecution(place: Place, draft: Draft, reading: ExecutionReading): void {
  const isAlone = !reading.execution.when && draft.executions.some(({ execution }) => !execution.when)
  if (isAlone) {
    report(inside(place, 'tool'), 'error', 'TOOL_DUPLICATE', 'execution-given-twice', 'keep-one-or-tell-apart', {
      name: quote(draft.spec.name ?? ''),
    })
  }
  draft.executions.push(reading)
}

function reportNoTool(place: Place, name: Json | undefined): void {
  if (typeof name === 'string') {
    report(inside(place, 'tool'), 'error', 'EXECUTION_NO_TOOL', 'execution-tool-unknown', 'correct-or-declare-tool', {
      name: quote(name),
    })
  } else reportType(inside(place, 'tool'), name, message('name-of-a-tool'))
}

/** Checks that need everything about a tool. */
function finish(draft: Draft, used: ReadonlySet<Json | undefined>, executionFile: string): void {
  const { name, properties } = draft.spec
  const isDuplicate = draft.place.diagnostics.some(({ code }) => code === 'TOOL_DUPLICATE')
  if (draft.executions.length === 0 && name !== null && !isDuplicate) {
    const remedy = executionFile === TOOLS_FILE ? 'add-execution' : 'add-execution-in'
    const values = { name: quote(name), file: executionFile }
    report(draft.place, 'error', 'TOOL_NO_EXECUTION', 'tool-without-execution', remedy, values)
  }
  if (!properties || hasError(draft.place.diagnostics)) return
  for (const param in properties) {
    if (used.has(properties[param])) continue
    const at = inside(inside(inside(draft.place, 'parameters'), 'properties'), param)
    report(at, 'info', 'PARAM_UNUSED', 'parameter-unused', 'map-or-remove-parameter', { param: quote(param) })
  }
}

function nameOf(draft: Draft, index: number): string {
  return draft.spec.name?.slice(0, 128) ?? `tools[${index}]`
}

function buildTool(draft: Draft, skill: string, source: Tool['source'], allowlist: Allowlist): CommandTool {
  const { spec, executions } = draft
  if (spec.name === null || spec.params === null) throw new Error('a tool without errors has a name and a schema')
  const timeouts = executions.flatMap(({ timeoutMs }) => timeoutMs ?? [])
  return {
    id: `${skill}/${spec.name}`,
    name: spec.name,
    modelName: spec.name,
    description: spec.description,
    ...(spec.words && { words: spec.words }),
    format: 'tools-json',
    source,
    params: spec.params,
    runtime: { kind: 'command', allowlist, executions: executions.map(({ execution }): Execution => execution) },
    limits: { timeoutMs: timeouts.length > 0 ? Math.max(...timeouts) : (spec.timeoutMs ?? DEFAULT_TIMEOUT_MS) },
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

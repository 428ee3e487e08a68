import type { Checks } from '#main/formats/checks'
import type { FormatReader, FormatReading, SkillFile, SkillFiles } from '#main/formats/format'
import { MAX_JSON_BYTES, readJson } from '#main/formats/json-scan'
import { hasError, inside, placeIn, quote, report } from '#main/formats/place'
import { isObject, type Json } from '#shared/json'
import type { Diagnostic } from '#shared/messages/diagnostic'
import { findCycle } from '#shared/skill/startup-order'
import type { CodeRuntime, ParamsSchema, Tool } from '#shared/skill/tool'
import { MAX_OUTPUT_BYTES, type ReadTool, readTool } from './read-tool.ts'

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
  const reading: FormatReading = { tools: [], withheld: [], diagnostics: [], page: null, code: [] }
  const code: string[] = []
  for (const [file, content] of own) {
    const { tool, name, diagnostics, requests = [] } = readFile(file, content, skill, checks)
    const twin = tool && reading.tools.find((other) => other.name === tool.name)
    if (twin) reportTwin(file, tool.name, twin.source.file, diagnostics)
    const blocker = diagnostics.find(({ severity }) => severity === 'error')
    if (blocker) reading.withheld.push({ name: name.slice(0, 128), diagnostic: blocker })
    else if (tool) reading.tools.push(tool, ...requests)
    reading.diagnostics.push(...diagnostics)
    code.push(file)
  }
  for (const tool of reading.tools) reportCircle(tool, reading.tools, reading.diagnostics)
  return { ...reading, code, page: describe(reading.tools) }
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

interface FileReading {
  tool: Tool<CodeRuntime> | null
  name: string
  diagnostics: Diagnostic[]
  /** Tools that fetch options for its form. */
  requests?: Tool[]
}

function readFile(file: string, { bytes, sha256 }: SkillFile, skill: string, checks: Checks): FileReading {
  const bare = stripComments(bytes)
  const read = readJson(file, bare ?? bytes)
  const place = placeIn(file, read.diagnostics)
  if (read.value === undefined) return { tool: null, name: file, diagnostics: read.diagnostics }
  if (bare) {
    report(place, 'info', 'JSON_SYNTAX', 'tool-file-comments', 'remove-comments')
  }
  const tool = readTool(place, read.value, checks)
  const name = tool?.name ?? nameIn(read.value) ?? file
  if (!tool || hasError(read.diagnostics)) return { tool: null, name, diagnostics: read.diagnostics }
  const { code, language, ...rest } = tool
  const runtime: CodeRuntime = {
    ...{ kind: 'code', launcher: 'deno', mode: 'function', entry: { file, sha256 }, opens: true },
    ...{ source: { code, language }, ...tool.runtime },
  }
  const source = { skill, file, sha256 }
  return {
    ...{ name, diagnostics: read.diagnostics },
    requests: tool.requests.map((request) => makeRequest(request, skill, source)),
    tool: {
      ...{ id: `${skill}/${name}`, name, modelName: name, description: rest.description, format: 'tool-code' },
      ...{ source, params: rest.params, runtime, limits: rest.limits },
      ...{ diagnostics: read.diagnostics, examples: rest.examples, code: rest.detail },
      ...(letsMore(rest.params) && { isOpen: true }),
    },
  }
}

const REQUEST_MS = 30_000

/** Never offered to a model; a button in the form calls it. */
const makeRequest = ({ name, url }: ReadTool['requests'][number], skill: string, source: Tool['source']): Tool => ({
  ...{ id: `${skill}/${name}`, name, modelName: name, description: url, format: 'tool-code', source, isHidden: true },
  ...{ params: { type: 'object', properties: {}, additionalProperties: false }, diagnostics: [] },
  runtime: { kind: 'http', spec: { method: 'GET', url, headers: [], body: { type: 'none' } } },
  limits: { timeoutMs: REQUEST_MS, maxOutputBytes: MAX_OUTPUT_BYTES },
})

/** The schema decides whether unnamed parameters are accepted; by default they are not. */
const letsMore = ({ additionalProperties: more = false }: ParamsSchema) => more !== false

function nameIn(value: Json): string | undefined {
  const context = isObject(value) ? value.context : undefined
  return isObject(context) && typeof context.name === 'string' ? context.name : undefined
}

function reportTwin(file: string, name: string, other: string, diagnostics: Diagnostic[]): void {
  const at = inside(inside(placeIn(file, diagnostics), 'context'), 'name')
  report(at, 'error', 'TOOL_DUPLICATE', 'tool-declared-elsewhere', 'give-tools-own-names', {
    name: quote(name),
    file: other,
  })
}
const TOKEN = /"(?:[^"\\\n]|\\.)*"?|\/\/[^\n]*|\/\*[\s\S]*?(?:\*\/|$)/g

/** Replaces every comment with spaces, so that lines and columns stay the same; null if there is none. */
function stripComments(bytes: Uint8Array): Uint8Array | null {
  const text = Buffer.from(bytes).toString('latin1')
  const bare = text.replace(TOKEN, (found) => (found.startsWith('"') ? found : found.replace(/[^\n\r]/g, ' ')))
  return bare === text ? null : Buffer.from(bare, 'latin1')
}

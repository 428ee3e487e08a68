import type { Checks, FormatReader, FormatReading, SkillFiles } from '#main/formats/format'
import { MAX_JSON_BYTES, readJson } from '#main/formats/json-scan'
import { hasError, inside, type Place, placeIn, quote, report } from '#main/formats/place'
import { isObject, type Json } from '#shared/json'
import type { Diagnostic } from '#shared/messages/diagnostic'
import { findCycle } from '#shared/skill/startup-order'
import type { Tool } from '#shared/skill/tool'
import { readTool } from './read-tool.ts'

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
    if (made && twin) reportTwin(place, made.tool.name, twin.source.file)
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

function reportTwin(place: Place, name: string, other: string): void {
  const at = inside(inside(place, 'context'), 'name')
  const values = { name: quote(name), file: other }
  report(at, 'error', 'TOOL_DUPLICATE', 'tool-declared-elsewhere', 'give-tools-own-names', values)
}

const TOKEN = /"(?:[^"\\\n]|\\.)*"?|\/\/[^\n]*|\/\*[\s\S]*?(?:\*\/|$)/g

/** Replaces every comment with spaces, so that lines and columns stay the same; null if there is none. */
function stripComments(bytes: Uint8Array): Uint8Array | null {
  const text = Buffer.from(bytes).toString('latin1')
  const bare = text.replace(TOKEN, (found) => (found.startsWith('"') ? found : found.replace(/[^\n\r]/g, ' ')))
  return bare === text ? null : Buffer.from(bare, 'latin1')
}

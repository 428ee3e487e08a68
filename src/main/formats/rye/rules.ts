import { inside, type Place, quote, report } from '#main/formats/place'
import type { Item } from './item.ts'

/** Kinds that other tools use. They are listed and never called. */
export const UNCALLED = new Set(['library', 'runtime', 'primitive', 'mcp_server'])
const SEMVER = /^\d+\.\d+\.\d+$/
const TOOL_ID = /^[a-z0-9]+(?:[-_/][a-z0-9]+)*$/

/** The rules of both documents. Something that only looks wrong withholds nothing. */
export function checkRules(place: Place, { fields, id, language, faults, annotated }: Item): void {
  const isCode = language === 'python' || language === 'node'
  const isUncalled = UNCALLED.has(String(fields.tool_type))
  const shown = (name: string) => (isCode ? (name === 'description' ? '__tool_description__' : `__${name}__`) : name)
  for (const name of ['version', 'tool_type', 'category', 'description', 'executor_id']) {
    const [at, key, fault] = [inside(place, name), shown(name), faults[name]]
    if (fault && fields[name] === undefined) {
      report(at, 'warning', 'METADATA', 'rye-not-literal', 'rye-write-literal', { name: key, key, line: fault.line })
    } else if (fields[name] === undefined && name !== 'executor_id' && !(isUncalled && name === 'description')) {
      report(at, 'warning', 'METADATA', 'rye-field-missing', 'rye-add-field', { name: quote(key) })
    }
  }
  for (const name of annotated) {
    report(inside(place, name), 'warning', 'METADATA', 'rye-annotated', 'rye-remove-annotation', { name: quote(name) })
  }
  const { version, tool_id: toolId, category } = fields
  const at = inside(place, 'version')
  if (typeof version === 'number') {
    const quoted = `"${version}.0"`
    report(at, 'warning', 'METADATA', 'rye-version-number', 'rye-quote-version', { version, quoted })
  } else if (version !== undefined && !(typeof version === 'string' && SEMVER.test(version))) {
    report(at, 'warning', 'METADATA', 'rye-version', 'rye-write-version', { version: quote(String(version)) })
  }
  if (typeof toolId === 'string' && !TOOL_ID.test(toolId)) {
    report(inside(place, 'tool_id'), 'warning', 'METADATA', 'rye-tool-id', 'rye-write-tool-id', { id: quote(toolId) })
  }
  const folder = id.includes('/') ? id.slice(0, id.lastIndexOf('/')) : ''
  if (typeof category === 'string' && category !== folder) {
    const both = { category: quote(category), folder: quote(folder) }
    report(inside(place, 'category'), 'warning', 'METADATA', 'rye-category', 'rye-write-category', both)
  }
  if (category === '' && folder === '') {
    report(inside(place, 'category'), 'info', 'METADATA', 'rye-category-empty', 'rye-move-to-folder')
  }
  if (fields.executor_id === null && !isUncalled) {
    const type = quote(String(fields.tool_type))
    report(inside(place, 'executor_id'), 'error', 'EXECUTOR', 'rye-executor-null', 'rye-name-runtime', { type })
  }
}

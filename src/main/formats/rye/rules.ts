import { inside, type Place, quote, report } from '#main/formats/place'
import type { JsonObject } from '#shared/json'
import type { Diagnostic } from '#shared/messages/diagnostic'
import { type Message, message } from '#shared/messages/message'
import type { Item } from './item.ts'

/** Types that other tools use: they are listed, and never called. */
export const UNCALLED = new Set(['library', 'runtime', 'primitive', 'mcp_server'])
const SEMVER = /^\d+\.\d+\.\d+$/
const TOOL_ID = /^[a-z0-9]+(?:[-_/][a-z0-9]+)*$/

/** The rules that both documents state. What only looks wrong withholds nothing. */
export function checkRules(place: Place, item: Item): void {
  const { fields, id, language } = item
  const isCode = language === 'python' || language === 'node'
  const warn = (at: string, problem: Message, remedy: Message, severity: Diagnostic['severity'] = 'warning') =>
    report(inside(place, at), { severity, code: 'METADATA', message: problem, remedy })
  const isUncalled = UNCALLED.has(String(fields.tool_type))
  for (const name of ['version', 'tool_type', 'category', 'description']) {
    if (fields[name] !== undefined || (isUncalled && name === 'description')) continue
    const shown = isCode ? (name === 'description' ? '__tool_description__' : `__${name}__`) : name
    const fault = item.faults[name]
    if (fault)
      warn(
        name,
        message('rye-not-literal', { name: shown, key: shown, line: fault.line }),
        message('rye-write-literal'),
      )
    else warn(name, message('rye-field-missing', { name: quote(shown) }), message('rye-add-field', { name: shown }))
  }
  if (item.faults.executor_id) {
    const { line } = item.faults.executor_id
    warn(
      'executor_id',
      message('rye-not-literal', { name: '__executor_id__', key: '__executor_id__', line }),
      message('rye-write-literal'),
    )
  }
  for (const name of item.annotated) {
    warn(name, message('rye-annotated', { name: quote(name) }), message('rye-remove-annotation'))
  }
  checkVersion(fields, warn)
  const toolId = fields.tool_id
  if (typeof toolId === 'string' && !TOOL_ID.test(toolId)) {
    warn('tool_id', message('rye-tool-id', { id: quote(toolId) }), message('rye-write-tool-id'))
  }
  const folder = id.includes('/') ? id.slice(0, id.lastIndexOf('/')) : ''
  const { category } = fields
  if (typeof category === 'string' && category !== folder) {
    warn(
      'category',
      message('rye-category', { category: quote(category), folder: quote(folder) }),
      message('rye-write-category', { folder: quote(folder) }),
    )
  }
  if (fields.executor_id === null && !isUncalled) {
    const problem = message('rye-executor-null', { type: quote(String(fields.tool_type)) })
    report(inside(place, 'executor_id'), {
      severity: 'error',
      code: 'EXECUTOR',
      message: problem,
      remedy: message('rye-name-runtime'),
    })
  }
}

function checkVersion({ version }: JsonObject, warn: (at: string, problem: Message, remedy: Message) => void): void {
  if (version === undefined) return
  if (typeof version === 'number') {
    warn(
      'version',
      message('rye-version-number', { version }),
      message('rye-quote-version', { version: `"${version}.0"` }),
    )
  } else if (typeof version !== 'string' || !SEMVER.test(version)) {
    warn('version', message('rye-version', { version: quote(String(version)) }), message('rye-write-version'))
  }
}

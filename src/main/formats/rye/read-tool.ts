import { reportMissing, reportType } from '#main/formats/fields'
import type { Checks, SkillFiles } from '#main/formats/format'
import { OWN_TOOLS } from '#main/formats/names'
import { checkResults, propertiesOf } from '#main/formats/params-schema'
import { hasError, inside, type Place, quote, report } from '#main/formats/place'
import { isObject, type Json, type JsonObject, toText } from '#shared/json'
import { message } from '#shared/messages/message'
import type { ConfigRequest, Runtime, Tool } from '#shared/skill/tool'
import { makeRuntime } from './build-tool.ts'
import { findItem, followChain, type ItemsOfSpaces } from './executors.ts'
import type { Item } from './item.ts'
import { type Action, readSchema } from './parameters.ts'
import { type Required, readAbout, readConfigRequests, readNumber, readRequires, readRetry } from './read-about.ts'
import { readSignature } from './signature.ts'

const DEFAULT_TIMEOUT_S = 300
const LONGEST_TIMEOUT_S = 30 * 60

interface Context {
  files: SkillFiles
  checks: Checks
  spaces: ItemsOfSpaces
}

/** A file that declares nothing is a library or configuration. */
const says = ({ fields, faults, language }: Item) =>
  ['executor_id', 'tool_type', 'tool_id'].some((name) => fields[name] !== undefined || faults[name] !== undefined) &&
  !(language === 'toml' && fields.executor_id === undefined)

/** Null if it is withheld for a reason in `place`; empty if the file is not a tool. */
export function readTools(item: Item, place: Place, context: Context): Tool[] | null {
  if (item.fault) return report(place, 'error', 'SOURCE_SYNTAX', item.fault, 'rye-correct-syntax')
  if (!says(item)) return []
  const signature = readSignature(item.text)
  const { state } = signature
  if (state === 'malformed') report(place, 'warning', 'SIGNATURE', 'rye-signature-malformed', 'rye-sign-again')
  if (state === 'modified') report(place, 'error', 'SIGNATURE', 'rye-signature-modified', 'rye-sign-again')
  checkRules(place, item)
  const type = toText(item.fields.tool_type)
  if (UNCALLED.has(type)) {
    return report(place, 'info', 'NOT_OFFERED', 'rye-not-offered', 'rye-not-offered-remedy', { type })
  }
  const chain = followChain(item, spaceOf(context), context.spaces)
  if (!chain.ok) {
    // The rules have already reported a missing executor.
    const { code, problem, remedy } = chain
    const severity = code === 'NO_RUNTIME' ? 'warning' : 'error'
    if (!hasError(place.diagnostics)) report(place, severity, code, problem, remedy)
    return null
  }
  const tools = makeTools(item, place, chain, context)
  const isWhole = tools !== null && !hasError(place.diagnostics)
  return isWhole ? tools.map((tool) => ({ ...tool, signature, diagnostics: place.diagnostics })) : null
}

const spaceOf = ({ files }: Context) => files.spaces?.own ?? 'project'

/** Names for models contain no slashes. */
export const nameOf = (id: string) => id.replace(/[^A-Za-z0-9_-]+/g, '_').slice(-64)

function makeTools(
  item: Item,
  place: Place,
  { names, engine, config }: Extract<ReturnType<typeof followChain>, { ok: true }>,
  context: Context,
): Tool[] | null {
  const { fields } = item
  const { files, checks, spaces } = context
  const required = readRequires(place, fields.requires)
  if (required.impossible.length > 0) {
    const [at, lacking] = [inside(place, 'requires'), required.impossible.join(', ')]
    return report(at, 'error', 'NO_RUNTIME', 'rye-requires-impossible', 'rye-drop-capability', { names: lacking })
  }
  const requests = readConfigRequests(place, fields.config_resolve)
  if (requests === null) return null
  const about = readAbout(item.id, names, fields, required.names)
  const outputs = isObject(fields.output_schema) ? 'output_schema' : 'outputs'
  const promised = fields[outputs]
  const output =
    isObject(promised) && checkResults(inside(place, outputs), promised, checks, 'warning') ? promised : null
  // A tool that changes files or runs commands may have done half of its work.
  const retry = required.repeats ? readRetry(inside(place, 'retry_policy'), fields.retry_policy) : null
  const name = nameOf(item.id)
  if (OWN_TOOLS.has(name)) {
    return report(place, 'error', 'TOOL_DUPLICATE', 'tool-name-is-own', 'choose-another-name', { name: quote(name) })
  }
  const find = (id: string) => findItem(id, spaceOf(context), spaces)?.item ?? null
  const server = engine === 'mcp' ? (find(toText(config.server))?.fields.config ?? null) : null
  const timeout = fields.timeout ?? config.timeout ?? (isObject(server) ? server.timeout : undefined)
  const timeoutS = readNumber(inside(place, 'timeout'), timeout, 1, LONGEST_TIMEOUT_S, DEFAULT_TIMEOUT_S)
  const timeoutMs = Math.ceil(timeoutS * 1000)
  const build = (action?: Action): Tool | null => {
    const params = readSchema(place, item, checks, action)
    if (params === null) return null
    const runtime = makeRuntime({
      ...{ place, item, engine, config, files: files.files, skill: files.skill, find },
      params: [...Object.keys(propertiesOf(params)), ...(action ? ['action'] : [])],
      network: required.needs?.network === true,
    })
    if (runtime === null) return null
    const full = action === undefined ? name : nameOf(`${name}__${action.name}`)
    return {
      ...{ id: `${files.skill}/${full}`, name: full, modelName: full, format: 'rye', params, about, isOpen: true },
      description: describe({ ...fields, ...action?.fields }, about.examples ?? []),
      source: { skill: files.skill, file: item.file, sha256: item.sha256 },
      runtime: give(runtime, required, requests),
      limits: { timeoutMs },
      diagnostics: [],
      ...(retry && { retry }),
      ...(output && { output }),
      ...(action && { fixedArgs: { action: action.name } }),
    }
  }
  const actions = listActions(inside(place, 'actions'), fields.actions ?? [])
  const tools = actions.length === 0 ? [build()] : actions.map(build)
  return tools.every((tool) => tool !== null) ? tools : null
}

function give(runtime: Runtime, { writes, needs }: Required, config: ConfigRequest[]): Runtime {
  if (runtime.kind !== 'code' && runtime.kind !== 'program') return runtime
  return { ...runtime, ...(writes && { writes }), ...(needs && { needs }), ...(config.length > 0 && { config }) }
}

function describe({ description }: JsonObject, examples: readonly string[]): string {
  const text = typeof description === 'string' ? description : ''
  return examples.length === 0 ? text : `${text} Examples: ${examples.join('; ')}`
}

/** An object with the actions by name, or a list of objects with names. One without content says nothing of its own. */
function listActions(place: Place, actions: Json): Action[] {
  const entries = Array.isArray(actions)
    ? actions.map((each, index) => [index, isObject(each) ? each.name : '', each] as const)
    : Object.entries(isObject(actions) ? actions : {}).map(([name, each]) => [name, name, each ?? {}] as const)
  if (typeof actions !== 'object') reportType(place, actions, message('an-object'), 'warning')
  return entries.flatMap(([key, name, each]) => {
    const at = inside(place, key)
    if (!isObject(each)) return reportType(at, each, message('an-object'), 'warning') ?? []
    const named = inside(at, 'name')
    if ((name ?? '') === '') return reportMissing(named, message('rye-write-parameter-name'), 'warning') ?? []
    if (typeof name !== 'string') reportType(named, name, message('a-string'), 'warning')
    return { name: toText(name), place: at, fields: each }
  })
}

/** Kinds that other tools use. They are listed and never called. */
const UNCALLED = new Set(['library', 'runtime', 'primitive', 'mcp_server'])
const SEMVER = /^\d+\.\d+\.\d+$/
const TOOL_ID = /^[a-z0-9]+(?:[-_/][a-z0-9]+)*$/

/** The rules of both documents. Something that only looks wrong withholds nothing. */
function checkRules(place: Place, { fields, id, language, faults, annotated }: Item): void {
  const isCode = language === 'python' || language === 'node'
  const isUncalled = UNCALLED.has(toText(fields.tool_type))
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
    const quoted = `"${version}${Number.isInteger(version) ? '.0.0' : '.0'}"`
    report(at, 'warning', 'METADATA', 'rye-version-number', 'rye-quote-version', { version, quoted })
  } else if (version !== undefined && !(typeof version === 'string' && SEMVER.test(version))) {
    report(at, 'warning', 'METADATA', 'rye-version', 'rye-write-version', { version: quote(toText(version)) })
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
    const type = quote(toText(fields.tool_type))
    report(inside(place, 'executor_id'), 'error', 'EXECUTOR', 'rye-executor-null', 'rye-name-runtime', { type })
  }
}

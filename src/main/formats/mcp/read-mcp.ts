import { hash } from 'node:crypto'
import {
  type FieldReader,
  type Fields,
  field,
  get,
  openFields,
  reportLong,
  reportMissing,
  reportType,
  take,
} from '#main/formats/fields'
import type { Checks, FormatReader, FormatReading, SkillFiles } from '#main/formats/format'
import { MAX_JSON_BYTES, openJson } from '#main/formats/json-scan'
import { OWN_TOOLS, SKILL_NAME } from '#main/formats/names'
import { readParams } from '#main/formats/params-schema'
import { hasError, inside, type Place, placeIn, quote, report } from '#main/formats/place'
import { readWebAddress } from '#shared/call/web-address'
import { canonicalJson, isObject, type Json, type JsonObject, ownOf, toText } from '#shared/json'
import type { Diagnostic } from '#shared/messages/diagnostic'
import { type Message, message, textOf } from '#shared/messages/message'
import type { McpAddress, McpCommand, McpServer, NamedText, SecretText, ServerOffers } from '#shared/skill/mcp-server'
import type { Tool } from '#shared/skill/tool'

export const MCP_FILE = 'mcp.json'
/** What the servers listed; written by Skillet, reviewed by the person. */
export const LIST_FILE = 'mcp-tools.json'

const MOST_TOOLS = 256
const DEFAULT_TIMEOUT_MS = 120_000
const LONGEST_NAME = 64
const PLAIN_NAME = /^[A-Za-z0-9_./-]{1,128}$/

export const mcp: FormatReader = {
  format: 'mcp',
  claims: (name) => name === MCP_FILE,
  mostBytes: (path) => (path === MCP_FILE || path === LIST_FILE ? MAX_JSON_BYTES : null),
  read: readMcp,
}

/** Pure and total: starts nothing and takes the servers' tools from their reviewed list. */
export function readMcp({ files, skill }: SkillFiles, checks: Checks): FormatReading | null {
  const file = files.get(MCP_FILE)
  if (!file) return null
  const diagnostics: Diagnostic[] = []
  const root = openJson(MCP_FILE, file.bytes, diagnostics)
  const servers = root === undefined ? [] : readServers(placeIn(MCP_FILE, diagnostics), root, skill)
  const reading: FormatReading = { tools: [], withheld: [], diagnostics, page: describe(servers, {}), servers }
  const listFile = files.get(LIST_FILE)
  const offers: ServerOffers[] = []
  const lists = listFile && openJson(LIST_FILE, listFile.bytes, diagnostics)
  for (const server of servers) {
    const list = isObject(lists) ? ownOf(lists, server.name) : undefined
    if (!isObject(list)) {
      const at = inside(placeIn(MCP_FILE, diagnostics), server.name)
      report(at, 'info', 'SERVER_NOT_LISTED', 'server-not-listed', 'list-server-tools', {
        server: quote(server.name),
        skill,
      })
      continue
    }
    const place = inside(placeIn(LIST_FILE, diagnostics), server.name)
    offers.push(...readOffers(place, server.name, list))
    const source = { skill, file: LIST_FILE, sha256: listFile?.sha256 ?? '' }
    for (const made of readTools(place, list, { server, source, checks })) {
      if ('tool' in made) reading.tools.push(made.tool)
      else reading.withheld.push(made)
    }
  }
  return { ...reading, offers, page: describe(servers, isObject(lists) ? lists : {}) }
}

/** A folder without SKILL.md is described by its servers' own instructions. */
function describe(servers: readonly McpServer[], lists: JsonObject) {
  const names = servers.map(({ name }) => name).join(', ')
  const body = servers.flatMap(({ name }) => {
    const list = ownOf(lists, name)
    return isObject(list) && typeof list.instructions === 'string' ? [list.instructions] : []
  })
  return { description: textOf(message('skill-of-servers', { names })), body: body.join('\n\n') }
}

interface Listing {
  server: McpServer
  source: Tool['source']
  checks: Checks
}

type Made = { tool: Tool } | { name: string; diagnostic: Diagnostic }

function readTools(place: Place, list: JsonObject, listing: Listing): Made[] {
  const at = inside(place, 'tools')
  const { tools = [] } = list
  if (!Array.isArray(tools)) {
    reportType(at, tools, message('an-array'))
    return []
  }
  if (tools.length > MOST_TOOLS) {
    const values = { server: quote(listing.server.name), count: tools.length, most: MOST_TOOLS }
    report(at, 'warning', 'TOO_MANY_TOOLS', 'server-tools-many', 'server-decides-this', values)
  }
  const taken = new Map<string, number>()
  for (const each of tools) {
    const name = isObject(each) && typeof each.name === 'string' ? nameForModel(listing.server.name, each.name) : ''
    taken.set(name, (taken.get(name) ?? 0) + 1)
  }
  return tools.slice(0, MOST_TOOLS).map((value, index) => {
    const own: Place = { ...inside(at, index), diagnostics: [] }
    const tool = readTool(own, value, listing, taken)
    at.diagnostics.push(...own.diagnostics)
    const blocker = own.diagnostics.find(({ severity }) => severity === 'error')
    const name = isObject(value) && typeof value.name === 'string' ? value.name.slice(0, 128) : `tools[${index}]`
    if (tool !== null && !blocker) return { tool: { ...tool, diagnostics: own.diagnostics } }
    return { name, diagnostic: blocker ?? (at.diagnostics.at(-1) as Diagnostic) }
  })
}

function readTool(place: Place, value: Json, { server, source, checks }: Listing, taken: Map<string, number>) {
  if (!isObject(value)) return reportType(place, value, message('an-object'))
  const { name, description } = value
  if (typeof name !== 'string' || !PLAIN_NAME.test(name)) {
    reportName(place, message('server-tool-name', { name: quote(toText(name)) }))
    return null
  }
  const modelName = nameForModel(server.name, name)
  if (modelName.length > LONGEST_NAME || OWN_TOOLS.has(modelName)) {
    reportName(place, message('server-tool-name', { name: quote(modelName) }))
  }
  if ((taken.get(modelName) ?? 0) > 1) {
    reportName(place, message('tool-name-shared', { count: taken.get(modelName) ?? 0, name: quote(modelName) }))
  }
  const text = typeof description === 'string' ? description : ''
  reportLong(inside(place, 'description'), text, 'tool-description-long', 'server-decides-this')
  const params = readParams(inside(place, 'inputSchema'), value.inputSchema, checks)
  if (params === null || hasError(place.diagnostics)) return null
  return {
    ...{ id: `${server.skill}/${modelName}`, name: modelName, modelName, description: text, format: 'mcp' as const },
    ...{ source, params, limits: { timeoutMs: DEFAULT_TIMEOUT_MS } },
    ...(isObject(value.outputSchema ?? null) && { output: value.outputSchema as JsonObject }),
    runtime: { kind: 'mcp' as const, server, tool: name, listed: hashListed(value) },
  }
}

function reportName(place: Place, why: ReturnType<typeof message>): void {
  report(inside(place, 'name'), 'error', 'TOOL_NAME', why, 'server-decides-this')
}

/** Two servers may use the same name, so for the model each name starts with its server. */
export function nameForModel(server: string, tool: string): string {
  const plain = (text: string) => text.replace(/[^A-Za-z0-9_-]/g, '_')
  const [first, second] = [plain(server), plain(tool)]
  return second.startsWith(`${first}_`) ? second : `${first}_${second}`
}

const LISTED = ['name', 'title', 'description', 'inputSchema', 'outputSchema', 'annotations']

/** Over everything a server says about a tool. */
export function hashListed(tool: JsonObject): string {
  const kept = Object.entries(tool).filter(([key]) => LISTED.includes(key))
  return hash('sha256', canonicalJson(Object.fromEntries(kept)))
}

const MOST = 256
const LONGEST = 1000

/** What a server offers besides tools, from its reviewed list. Entries without a name are skipped. */
function readOffers(place: Place, server: string, list: JsonObject): ServerOffers[] {
  for (const name of ['prompts', 'resources', 'skills']) {
    const count = Array.isArray(list[name]) ? list[name].length : 0
    const values = { server: quote(server), name, count, most: MOST }
    if (count <= MOST) continue
    report(inside(place, name), 'warning', 'TOO_MANY_TOOLS', 'server-list-cut', 'server-decides-this', values)
  }
  const prompts = objectsIn(list.prompts).flatMap((each) => {
    const name = textIn(each, 'name')
    const args = objectsIn(each.arguments).flatMap((arg) => {
      const name = textIn(arg, 'name')
      return name === '' ? [] : [{ name, description: textIn(arg, 'description'), isRequired: arg.required === true }]
    })
    return name === '' ? [] : [{ name, description: textIn(each, 'description'), args }]
  })
  const resources = objectsIn(list.resources).flatMap((each) => {
    const uri = textIn(each, 'uri')
    const name = textIn(each, 'name') || uri
    return uri === '' ? [] : [{ uri, name, description: textIn(each, 'description'), type: textIn(each, 'mimeType') }]
  })
  const skills = objectsIn(list.skills).flatMap(({ uri, frontmatter, resources }) => {
    if (typeof uri !== 'string' || !isObject(frontmatter)) return []
    const files = Array.isArray(resources) ? resources.filter(isObject) : null
    const bytes = files?.reduce((sum, { size }) => sum + Number(size), 0) ?? 0
    const about = { name: textIn(frontmatter, 'name'), description: textIn(frontmatter, 'description') }
    return [{ ...about, uri, bytes, files: files === null ? null : files.length }]
  })
  return prompts.length + resources.length + skills.length > 0 ? [{ server, prompts, resources, skills }] : []
}

const objectsIn = (value: Json | undefined) => (Array.isArray(value) ? value.filter(isObject).slice(0, MOST) : [])

const textIn = (from: JsonObject, key: string) => {
  const value = ownOf(from, key)
  return typeof value === 'string' ? value.slice(0, LONGEST) : ''
}

const MOST_SERVERS = 32
const PLACEHOLDER = /\$\{(?:secret|input|env):([A-Za-z0-9][\w.-]{0,63})\}/
const TOKEN = /^[A-Za-z0-9!#$%&'*+.^_`|~-]{1,128}$/
const ENV_NAME = /^[A-Za-z_][A-Za-z0-9_]*$/

const namedTexts =
  (form: RegExp): FieldReader<NamedText[]> =>
  (value, place) =>
    Object.entries(field.object(value, place) ?? {}).flatMap(([name, each]) => {
      const at = inside(place, name)
      const text = field.string(typeof each === 'number' ? toText(each) : each, at)
      if (!form.test(name)) fail(at, message('name-not-usable', { name: quote(name) }))
      return text === undefined ? [] : [{ name, value: readSecrets(text) }]
    })

const SERVER = {
  ...{ type: field.any, command: field.element, args: field.names, env: namedTexts(ENV_NAME), url: field.element },
  ...{ headers: namedTexts(TOKEN), folders: field.names, network: field.boolean, description: field.any },
  disabled: field.boolean,
}

/** The usable servers; for all others the reason is reported. */
function readServers(place: Place, root: Json, skill: string): McpServer[] {
  const fields = openFields(place, root, field.ignored('$schema mcpServers servers inputs'))
  if (!fields) return []
  const key = get(fields, 'mcpServers') === undefined ? 'servers' : 'mcpServers'
  const at = inside(fields, key)
  const list = get(fields, key)
  if (!isObject(list)) {
    reportType(at, list, message('object-of-servers'))
    return []
  }
  const entries = Object.entries(list)
  if (entries.length > MOST_SERVERS) {
    fail(at, message('too-many-servers', { count: entries.length, most: MOST_SERVERS }))
    return []
  }
  return entries.flatMap(([name, value]) => {
    const own: Place = { ...inside(at, name), diagnostics: [] }
    const start = SKILL_NAME.test(name)
      ? readServer(own, value)
      : fail(own, message('server-name', { name: quote(name) }))
    at.diagnostics.push(...own.diagnostics)
    return start && !hasError(own.diagnostics) ? [{ skill, name, start }] : []
  })
}

function readServer(place: Place, value: Json): McpServer['start'] | null {
  const fields = openFields(place, value, SERVER)
  if (!fields || take(fields, 'disabled').disabled) return null
  const hasCommand = get(fields, 'command') !== undefined
  if (hasCommand === (get(fields, 'url') !== undefined)) return fail(fields, message('server-command-or-url'))
  return hasCommand ? readCommand(fields) : readAddress(fields)
}

function readCommand(fields: Fields<typeof SERVER>): McpCommand | null {
  const {
    command,
    args = [],
    folders = [],
    env = [],
    network = false,
  } = take(fields, ...(['command', 'args', 'folders', 'env', 'network'] as const))
  if (!command) return reportMissing(inside(fields, 'command'), message('server-command-or-url'))
  for (const text of [command, ...args, ...folders]) {
    if (text.includes('\0') || !text.isWellFormed()) fail(inside(fields, 'args'), message('text-not-for-argv'))
    // Every program on this computer can read the arguments of any other.
    else if (PLACEHOLDER.test(text)) fail(inside(fields, 'args'), message('secret-in-arguments', { text: quote(text) }))
  }
  for (const folder of folders) {
    if (!folder.startsWith('/') && !/^[A-Za-z]:[\\/]/.test(folder)) {
      fail(inside(fields, 'folders'), message('folder-not-absolute', { folder: quote(folder) }))
    }
  }
  return { kind: 'command', command, args, env, folders, network }
}

function readAddress(fields: Fields<typeof SERVER>): McpAddress | null {
  const read = readWebAddress(take(fields, 'url').url ?? '')
  if (!read.ok) return fail(inside(fields, 'url'), read.message)
  return { kind: 'address', url: read.address.href, headers: take(fields, 'headers').headers ?? [] }
}

/** `Bearer ${secret:token}` is a text followed by the name of a secret. */
export function readSecrets(text: string): SecretText {
  const parts: SecretText = []
  for (const [index, piece] of text.split(new RegExp(PLACEHOLDER, 'g')).entries()) {
    if (index % 2) parts.push({ secret: piece })
    else if (piece !== '') parts.push({ text: piece })
  }
  return parts
}

const fail = (place: Place, why: Message): null => report(place, 'error', 'SERVER', why, 'correct-server')

import { type FieldReader, field, openFields, reportMissing, reportType, take, takeAll } from '#main/formats/fields'
import { inside, type Place, report } from '#main/formats/place'
import { readWebAddress } from '#shared/call/web-address'
import type { Json } from '#shared/json'
import { message } from '#shared/messages/message'
import type { CodeRuntime } from '#shared/skill/tool'
import { type Bootstrap, type ContextMatch, MATCH_OPS, type Subscription } from '#shared/skill/tool-code'

export interface Source {
  code: string
  language: 'javascript' | 'typescript'
}

/** Both take linear time, whatever the source is. */
const EXPORTED =
  /\bexport(?:\s+(?:default\b|(?:async\s+)?function(?:\s+|\s*\*\s*)execute\b|(?:const|let|var)\s+execute\b)|\s*\{[^{}]*\b(?:execute|default)\b)/
const DECLARED = /\bfunction(?:\s+|\s*\*\s*)execute\b|\b(?:const|let|var)\s+execute\b/

/** Things that the sandbox blocks or a self-contained tool does not need. These are only warnings. */
const SUSPICIOUS: readonly (readonly [string, RegExp])[] = [
  ['eval(', /\beval\s*\(/],
  ['Function(', /\bFunction\s*\(/],
  ['require(', /\brequire\s*\(/],
  ['import(', /\bimport\s*\(/],
  ['__dirname', /\b__dirname\b/],
  ['__filename', /\b__filename\b/],
  ['process.exit', /\bprocess\.(?:exit|kill|abort)\b/],
  ['child_process', /child_process/],
  ['fs.', /\bfs\./],
]

const readLanguage: FieldReader<Source['language']> = (value, at) => {
  const language = field.string(value, at)
  if (language === undefined) return undefined
  if (language === 'javascript' || language === 'typescript') return language
  report(at, 'error', 'KIND_UNKNOWN', 'language-unknown', 'write-language')
  return undefined
}

/** The tool's code; null if there is none to run. */
export function readSource(place: Place, value: Json | undefined): Source | null {
  if (value === undefined) return reportMissing(place, message('add-code'))
  const fields = openFields(place, value, { language: readLanguage, source: field.string })
  if (!fields) return null
  const at = inside(fields, 'source')
  const { source } = take(fields, 'source')
  if (source === undefined) return reportMissing(at, message('add-code'))
  const found = SUSPICIOUS.flatMap(([name, pattern]) => (pattern.test(source) ? [name] : []))
  if (found.length > 0) {
    report(at, 'warning', 'ANY_CODE', 'source-suspicious', 'sandbox-decides', { names: found.join(', ') })
  }
  const { language = 'typescript' } = take(fields, 'language')
  if (EXPORTED.test(source)) return { code: source, language }
  const isThere = DECLARED.test(source)
  const problem = isThere ? 'execute-not-exported' : 'execute-missing'
  report(at, isThere ? 'warning' : 'error', 'FIELD_TYPE', problem, 'export-execute')
  return isThere ? { code: `${source}\nexport { execute }\n`, language } : null
}

type Permissions = Pick<CodeRuntime, 'network' | 'store'>

const HOST = /^[\w.:-]+$/

/** For Deno's permissions besides the network. A tool in one file gets none of them. */
const refuseWish: FieldReader<never> = (wish, at) => {
  if (wish === false || (Array.isArray(wish) && wish.length === 0)) return undefined
  report(at, 'warning', 'FIELD_TYPE', 'permission-not-given', 'remove-it', { name: String(at.key) })
  return undefined
}

/** Null if it is refused. */
const readHosts: FieldReader<Hosts> = (value, at) => {
  if (typeof value === 'boolean') return value ? 'any' : null
  if (!Array.isArray(value)) return reportType(at, value, message('true-false-or-hosts'))
  const origins = value.flatMap((each, index) => {
    const found = readOrigins(each)
    if (found.length === 0) report(inside(at, index), 'error', 'FIELD_TYPE', 'host-not-plain', 'write-host')
    return found
  })
  return origins.length === 0 ? null : [...new Set(origins)]
}

/** `api.test` means with and without encryption, and so does `api.test:8080`. A full address means exactly that one. */
function readOrigins(value: Json): string[] {
  if (typeof value !== 'string') return []
  const addresses = HOST.test(value) ? [`https://${value}`, `http://${value}`] : [value]
  return addresses.map(readWebAddress).flatMap((read) => (read.ok ? [read.address.origin] : []))
}

const readStore: FieldReader<NonNullable<CodeRuntime['store']>> = (value, at) => {
  const store = takeAll(at, value, { read: field.names, write: field.names })
  return store ? { read: [], write: [], ...store } : undefined
}

const PERMISSIONS = {
  ...{ network: readHosts, net: readHosts, breadcrumbs: readStore },
  ...{ read: refuseWish, write: refuseWish, run: refuseWish, env: refuseWish, ffi: refuseWish, hrtime: refuseWish },
}

/** What is not declared is not granted: neither network nor records. */
export const readPermissions: FieldReader<Permissions> = (value, at) => {
  const read = takeAll(at, value, PERMISSIONS)
  if (!read) return undefined
  const { network, net, breadcrumbs: store } = read
  const isTwice = network !== undefined && net !== undefined
  if (isTwice) report(inside(at, 'net'), 'warning', 'FIELD_TYPE', 'network-twice', 'write-network-once')
  const origins = isTwice ? intersect(network, net) : (network ?? net)
  return { ...(origins && { network: origins }), ...(store && { store }) }
}

type Hosts = readonly string[] | 'any' | null

/** Two names for the same thing. If both are used, only what both allow is granted. */
function intersect(network: Hosts, net: Hosts): Hosts {
  if (network === null || net === null) return null
  if (network === 'any') return net
  return net === 'any' ? network : network.filter((origin) => net.includes(origin))
}

const MODES = ['once', 'continuous', 'disabled'] as const
const DEFAULT_PRIORITY = 50

const readMode: FieldReader<(typeof MODES)[number]> = (value, at) => {
  const written = field.string(value, at)
  if (written === undefined) return 'disabled'
  const mode = MODES.find((each) => each === written)
  if (mode === undefined) report(at, 'error', 'FIELD_TYPE', 'bootstrap-mode', 'write-bootstrap-mode')
  return mode
}

const BOOTSTRAP = {
  ...{ enabled: field.boolean, mode: readMode, priority: field.clamped(0, 100), wait_for: field.names },
  input: field.input,
}

/** What the tool wants to happen at the start, if anything. A person decides. */
export const readBootstrap: FieldReader<Bootstrap> = (value, at) => {
  const read = takeAll(at, value, BOOTSTRAP)
  if (!read?.enabled || read.mode === undefined || read.mode === 'disabled') return undefined
  const { mode, priority = DEFAULT_PRIORITY, wait_for: waitFor = [], input = {} } = read
  return { mode, priority, waitFor, input }
}

const MATCH = {
  path: field.string,
  op: (value: unknown) => MATCH_OPS.find((each) => each === value),
  value: field.any,
}

const readMatches = field.listOf((match, at): ContextMatch | null => {
  const read = takeAll(at, match, MATCH)
  if (read === null) return null
  const { path, op, ...wanted } = read
  if (path !== undefined && op !== undefined) return { path, op, ...wanted }
  return report(at, 'error', 'FIELD_TYPE', 'match-incomplete', 'write-match', { ops: MATCH_OPS.join(', ') })
})

const SUBSCRIPTION = {
  ...{ schema_name: field.string, tag: field.string, description: field.string, context_match: readMatches },
  ...{ selector: field.any, role: field.any, key: field.any, fetch: field.any },
}

export const readSubscriptions = field.listOf((value, at): Subscription | null => {
  const read = takeAll(at, value, SUBSCRIPTION)
  if (!read) return null
  const { schema_name: schema, tag, description = '', context_match: matches = [] } = read
  if (schema === undefined) return reportMissing(inside(at, 'schema_name'), message('name-the-schema'))
  return { schema, ...(tag !== undefined && { tag }), matches, description }
})

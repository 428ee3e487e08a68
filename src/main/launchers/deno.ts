import { hash } from 'node:crypto'
import type { JsonObject } from '#shared/json'
import { type Entry, FAIL, GIVE_RESULT, type Launch, type LaunchOptions, tellThrown } from './launcher.ts'

/** It must fit into the part of the output that is kept. */
const LARGEST_RESULT = 240 * 1024

/** Each method of `context.api` is a request, named as in the examples of the format. */
const MAKE_API = `
const makeApi = (ask) => Object.freeze({
  getBreadcrumb: (id) => ask('store.get', { id }),
  createBreadcrumb: (record) => ask('store.create', { record }),
  updateBreadcrumb: (id, version, changes) => ask('store.update', { id, version, changes }),
  deleteBreadcrumb: (id) => ask('store.delete', { id }),
  searchBreadcrumbs: (query) => ask('store.search', { query: query ?? {} }),
  vectorSearch: (query) => ask('store.search', { query: { ...query, meaning: query?.q ?? query?.query ?? query?.text } }),
  getSecret: (id, reason) => ask('secret.get', { id, reason: String(reason ?? '') }),
  decryptSecret: (id, reason) => ask('secret.get', { id, reason: String(reason ?? '') }),
})`

/** How a program in Deno reads its job and replies, makes requests, and ends. */
export const DENO_IO = String.raw`
const { parse, stringify } = JSON
const { exit, stdout } = Deno
const write = stdout.writeSync.bind(stdout)
const encoder = new TextEncoder()
const encode = encoder.encode.bind(encoder)
const read = Deno.stdin.read.bind(Deno.stdin)
const decoder = new TextDecoder()
const decode = decoder.decode.bind(decoder)
const chunk = new Uint8Array(65536)
let lines = ['']
const readLine = async () => {
  while (lines.length === 1) {
    const length = await read(chunk)
    if (length === null) return undefined
    const more = decode(chunk.subarray(0, length), { stream: true }).split('\n')
    lines = [lines[0] + more[0], ...more.slice(1)]
  }
  return lines.shift()
}
const job = parse(await readLine())
const { key = '', secrets, request } = job.opens ? parse(await readLine()) : {}
const mark = job.mark + key
const cut = Function.prototype.call.bind(Uint8Array.prototype.subarray)
const put = (bytes) => {
  for (let at = 0; at < bytes.length; ) at += write(cut(bytes, at))
}
const waiting = { __proto__: null }
let open = 0
let asked = 0
const readReplies = async () => {
  while (open > 0) {
    const { id, value, error } = parse(await readLine())
    const { resolve, reject } = waiting[id]
    delete waiting[id]
    open -= 1
    if (error === undefined) resolve(value)
    else reject(new Error(error))
  }
}
const ask = (method, params) =>
  new Promise((resolve, reject) => {
    const id = ++asked
    put(encode(mark + '?' + stringify({ id, method, params }) + '\n'))
    waiting[id] = { resolve, reject }
    open += 1
    if (open === 1) readReplies()
  })
const end = (document, code) => {
  const bytes = encode('\n' + mark + document + '\n')
  if (bytes.length > ${LARGEST_RESULT}) fail('too-large', { bytes: bytes.length, limit: ${LARGEST_RESULT} })
  put(bytes)
  exit(code)
}
${FAIL}`

/**
 * A module loaded from a file may read files without permission, so Deno runs code from a computed data: address, which
 * may not. Deno reaches only the usual three descriptors, so the result is the line that starts with the mark, which
 * depends on code and arguments and cannot be printed by accident.
 */
const WRAPPER = `${DENO_IO}
${MAKE_API}
const url = 'data:application/' + job.language + ';charset=utf-8,' + encodeURIComponent(job.code.toWellFormed())
let value
try {
  const tool = await import(url)
  const work = [tool.execute, tool.default, tool.main].find((part) => typeof part === 'function')
  if (!work) fail('no-function', { path: job.path, wanted: 'execute(input, context)' })
  value = await work(job.args, job.opens ? { ...job.context, secrets, request, api: makeApi(ask) } : { project: job.project })
} ${tellThrown()}
${GIVE_RESULT}`

const DENO_FLAGS = ['run', '--no-prompt', '--no-config', '--no-lock', '--quiet', '--no-npm', '--no-remote']

/** Runs `execute(input, context)` in a process that reaches only what was granted: no npm, no remote code, no files. */
export function launchCode(entry: Entry, args: JsonObject, options: LaunchOptions): Launch {
  const { path, sha256, code } = entry
  const { project, context, opens } = options
  const language = entry.language ?? (/\.[cm]?js$/i.test(path) ? 'javascript' : 'typescript')
  const job = { path, language, code, args, project, ...(opens && { opens, context }) }
  return launchDeno(WRAPPER, job, { path, sha256 }, options)
}

/** A program of ours in Deno, which reads its job as one line and marks the line of its result. */
export function launchDeno(
  wrapper: string,
  job: object,
  entry: Pick<Entry, 'path' | 'sha256'>,
  options: Pick<LaunchOptions, 'grants' | 'memoryMb'>,
): Launch {
  const mark = `\x1e${hash('sha256', JSON.stringify(job))}`
  const program = `data:application/javascript,${encodeURIComponent(wrapper)}`
  return {
    args: [...DENO_FLAGS, ...listPermissions(options), program],
    stdin: `${JSON.stringify({ mark, ...job })}\n`,
    env: { NO_COLOR: '1', DENO_NO_PACKAGE_JSON: '1', DENO_NO_UPDATE_CHECK: '1' },
    entry: { launcher: 'deno', ...entry, result: { mark } },
  }
}

export function listPermissions({ grants, memoryMb }: Pick<LaunchOptions, 'grants' | 'memoryMb'>): string[] {
  const { read = [], write = [], hosts = [], inner = [] } = grants ?? {}
  return [
    ...(memoryMb === undefined ? [] : [`--v8-flags=--max-old-space-size=${memoryMb}`]),
    ...allow('read', read),
    ...allow('write', write),
    ...(hosts === 'any' ? ['--allow-net'] : allow('net', hosts.map(readHost))),
    ...(hosts.length > 0
      ? [`--deny-net=${INNER.filter((range) => !inner.some((origin) => isIn(range, origin))).join(',')}`]
      : []),
  ]
}

/** This computer and the local network. Deno checks the address that a name resolves to. */
const INNER = [
  ...['0.0.0.0/8', '10.0.0.0/8', '100.64.0.0/10', '127.0.0.0/8', '169.254.0.0/16', '172.16.0.0/12', '192.0.0.0/24'],
  ...['192.168.0.0/16', '198.18.0.0/15', '224.0.0.0/4', '240.0.0.0/4', '[::]', '[::1]'],
]

/** The ranges of private networks; a name other than `localhost` may be in any of them. */
const PRIVATE = ['10.0.0.0/8', '100.64.0.0/10', '172.16.0.0/12', '192.168.0.0/16']

/** Whether a granted host of this computer or the local network needs this range. All other names stay out of it. */
function isIn(range: string, origin: string): boolean {
  const { hostname } = new URL(origin)
  if (hostname === 'localhost' || hostname.endsWith('.localhost')) return range === '127.0.0.0/8' || range === '[::1]'
  if (hostname.startsWith('[')) return range === hostname
  if (!/^[\d.]+$/.test(hostname)) return PRIVATE.includes(range)
  const [start = '', bits] = range.split('/')
  const prefix = (address: string) => Math.floor(toNumber(address) / 2 ** (32 - Number(bits)))
  return bits !== undefined && prefix(hostname) === prefix(start)
}

const toNumber = (address: string) => address.split('.').reduce((sum, part) => sum * 256 + Number(part), 0)

/** Deno splits a name at its comma, so such a name is left out. A flag without a value would allow everything. */
function allow(what: string, values: readonly string[]): string[] {
  const named = values.filter((value) => value !== '' && !value.includes(','))
  return named.length === 0 ? [] : [`--allow-${what}=${named.join(',')}`]
}

function readHost(origin: string): string {
  const { protocol, hostname, port } = new URL(origin)
  return `${hostname}:${port || (protocol === 'http:' ? '80' : '443')}`
}

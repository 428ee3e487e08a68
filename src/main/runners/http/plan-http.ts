import type { HeaderPart, HttpAction } from '#shared/call/action'
import { readWebAddress, type WebAddress } from '#shared/call/web-address'
import { isObject, type Json, type JsonObject } from '#shared/json'
import { type Message, message } from '#shared/messages/message'
import { HTTP_METHODS, type HttpHeaderSpec, type HttpSpec } from '#shared/skill/http-spec'
import { type NotPlanned, type PlanContext, type Planned, refuse } from '../runner.ts'

const LARGEST_BODY_BYTES = 4 * 2 ** 20
const TOKEN = /^[A-Za-z0-9!#$%&'*+.^_`|~-]{1,128}$/
const HEADER_TEXT = /^[\t\x20-\x7e]*$/
/** Only Skillet writes these headers: they decide where a request goes and where it ends. */
const OWN_HEADERS =
  /^(?:host|connection|keep-alive|content-length|transfer-encoding|accept-encoding|upgrade|te|trailer|expect|proxy-.*)$/i

/** Why no call of this tool can be sent. */
function findSpecProblem({ method, headers, body }: HttpSpec): Message | null {
  if (!HTTP_METHODS.includes(method)) return message('http-method', { method, methods: HTTP_METHODS.join(', ') })
  const hasNoBody = method === 'GET' || method === 'HEAD'
  if (hasNoBody && body.type !== 'none') return message('http-body-method', { method })
  const names = headers.map(({ name }) => name.toLowerCase())
  const wrong = headers.find(
    ({ name }, index) => !TOKEN.test(name) || OWN_HEADERS.test(name) || names.indexOf(name.toLowerCase()) !== index,
  )
  if (wrong) return message('http-header-name', { name: wrong.name })
  return body.type === 'json' ? findUnfit(body.value) : null
}

/** Exactly what would be sent. Resolves no names, because even a lookup would tell somebody. */
export async function planHttp(
  spec: HttpSpec,
  own: JsonObject,
  { given, secretVersion, tempDir }: Pick<PlanContext, 'given' | 'secretVersion' | 'tempDir'>,
): Promise<Planned<HttpAction> | NotPlanned> {
  // Its name is the same each time one call is planned.
  const callId = tempDir.slice(Math.max(tempDir.lastIndexOf('/'), tempDir.lastIndexOf('\\')) + 1)
  const args = { ...spec.fixed, ...(spec.callId !== undefined && callId && { [spec.callId]: callId }), ...own }
  const problem = findSpecProblem(spec) ?? findUnfit(args)
  if (problem !== null) return refuse('ARGS_INVALID', problem)
  const url = fillUrl(spec.url, args)
  if (!url.ok) return refuse('ARGS_INVALID', url.message)
  const { href, origin } = url.address

  const body = spec.body.type === 'json' ? JSON.stringify(fillJson(spec.body.value, args) ?? null) : null
  const size = Buffer.byteLength(body ?? '')
  if (size > LARGEST_BODY_BYTES) {
    return refuse('ARGS_INVALID', message('http-body-too-long', { bytes: size, most: LARGEST_BODY_BYTES }))
  }
  const filled = fillHeaders(spec.headers, args, secretVersion)
  if (!filled.ok)
    return refuse(filled.message.code === 'secret-missing' ? 'TOOL_BROKEN' : 'ARGS_INVALID', filled.message)

  const { headers } = filled
  const addDefault = (name: string, text: string) => {
    if (!headers.some((header) => header.name.toLowerCase() === name)) headers.push({ name, value: [{ text }] })
  }
  addDefault('user-agent', 'Skillet')
  addDefault('accept', '*/*')
  if (body !== null) addDefault('content-type', 'application/json')
  const first = { name: 'host', value: [{ text: new URL(href).host }] }
  if (body !== null || /^(?:POST|PUT|PATCH)$/.test(spec.method)) addDefault('content-length', String(size))
  addDefault('accept-encoding', 'gzip, br')
  addDefault('connection', 'close')

  const isGranted = given.hosts !== 'any' && given.hosts.includes(origin)
  const secrets = listSecrets(headers)
  return {
    ok: true,
    action: { kind: 'http', method: spec.method, url: href, headers: [first, ...headers], body },
    effects: [
      { does: 'send', origin, ...(url.whole !== null && { slot: { in: 'url' } as const }) },
      ...secrets.map((name) => ({ does: 'use-secret', name, to: origin }) as const),
    ],
    grants: { read: [], write: [], hosts: [origin], ...(isGranted && { inner: [origin] }), secrets, tools: [] },
    judged: new Map(
      Object.entries(own)
        .filter(([, value]) => value !== null)
        .map(([param, value]) => [param, [{ value: param === url.whole ? href : value }]]),
    ),
    ...{ notes: [], observed: null },
    // Skillet sends the request itself, so nothing can exceed the grants.
    sandbox: 'enforced',
  }
}

/** A header with a missing argument is dropped. */
function fillHeaders(
  specs: readonly HttpHeaderSpec[],
  args: JsonObject,
  secretVersion: PlanContext['secretVersion'],
): { ok: true; headers: HttpAction['headers'] } | { ok: false; message: Message } {
  const headers: HttpAction['headers'] = []
  for (const { name, value } of specs) {
    const parts: HeaderPart[] = []
    for (const part of value) {
      if ('secret' in part) {
        const version = secretVersion(part.secret)
        if (version === null) return { ok: false, message: message('secret-missing', { name: part.secret }) }
        parts.push({ secret: part.secret, version })
        continue
      }
      const { text, isComplete } = fillText(part.text, args)
      if (!isComplete) break
      if (!HEADER_TEXT.test(text)) return { ok: false, message: message('http-header-value', { name }) }
      parts.push({ text })
    }
    if (parts.length === value.length) headers.push({ name, value: parts })
  }
  return { ok: true, headers }
}

export const listSecrets = (headers: HttpAction['headers']): string[] => [
  ...new Set(headers.flatMap(({ value }) => value.flatMap((part) => ('secret' in part ? [part.secret] : [])))),
]

/** `whole`: the parameter that is the entire address, if there is one. */
export type FilledUrl = { ok: true; address: WebAddress; whole: string | null } | { ok: false; message: Message }

const PLACEHOLDER = /\{([\w.-]+)\}/g
const ONE_PLACEHOLDER = /^\{([\w.-]+)\}$/
const FIXED_ORIGIN = /^(https?:\/\/[^/?#{}]+)(\/[^?#]*)?(?:\?([^#]*))?(?:#[^{}]*)?$/i
const CLIMBS = /(?:^|[/\\])\.\.?(?:$|[/\\])/
const DEEPEST = 100

/** Values are percent-encoded, so none of them can change the host, climb in the path or add a parameter. */
export function fillUrl(template: string, args: JsonObject): FilledUrl {
  const whole = ONE_PLACEHOLDER.exec(template)?.[1]
  if (whole !== undefined) {
    const value = get(args, whole)
    if (value === undefined) return { ok: false, message: message('http-url-missing', { param: whole }) }
    const read = readWebAddress(toText(value))
    return read.ok ? { ...read, whole } : read
  }
  const parts = FIXED_ORIGIN.exec(template)
  if (!parts) return { ok: false, message: message('http-template-origin', { template }) }
  const [, origin = '', path = '/', query] = parts
  for (const segment of path.split('/')) {
    const problem = findSegmentProblem(segment, args)
    if (problem !== null) return { ok: false, message: problem }
  }
  const filledPath = fillText(path, args, encodeURIComponent).text
  const pairs = (query?.split('&') ?? []).map((pair) => fillText(pair, args, encodeURIComponent))
  const given = pairs.filter(({ isComplete }) => isComplete).map(({ text }) => text)
  const read = readWebAddress(`${origin}${filledPath}${given.length > 0 ? `?${given.join('&')}` : ''}`)
  return read.ok ? { ...read, whole: null } : read
}

function findSegmentProblem(segment: string, args: JsonObject): Message | null {
  const values: string[] = []
  for (const [, param = ''] of segment.matchAll(PLACEHOLDER)) {
    const value = get(args, param)
    if (value === undefined || toText(value) === '') return message('http-url-missing', { param })
    values.push(toText(value))
  }
  // Many servers decode %2F and %2E before they resolve the path.
  const decoded = fillText(segment, args).text.replace(/%2e/gi, '.')
  return [decoded, ...values].some((text) => CLIMBS.test(text)) ? message('http-path-climbs', { segment }) : null
}

/** Incomplete if an argument in the text is missing. */
export function fillText(
  template: string,
  args: JsonObject,
  encode = (text: string) => text,
): { text: string; isComplete: boolean } {
  let isComplete = true
  const text = template.replace(PLACEHOLDER, (_, param: string) => {
    const value = get(args, param)
    if (value === undefined) isComplete = false
    return value === undefined ? '' : encode(toText(value))
  })
  return { text, isComplete }
}

/** A string that is one placeholder keeps its argument's type; a member with a missing argument is dropped. */
export function fillJson(template: Json, args: JsonObject): Json | undefined {
  if (typeof template === 'string') {
    const whole = ONE_PLACEHOLDER.exec(template)?.[1]
    return whole === undefined ? fillText(template, args).text : get(args, whole)
  }
  if (Array.isArray(template)) {
    return template.map((item) => fillJson(item, args)).filter((item) => item !== undefined)
  }
  if (!isObject(template)) return template
  const members = Object.entries(template).map(([key, value]) => [key, fillJson(value, args)] as const)
  return Object.fromEntries(members.filter((member): member is [string, Json] => member[1] !== undefined))
}

/** Not recursive: deeply nested values must not overflow the stack. */
export function findUnfit(value: Json): Message | null {
  let level: Json[] = [value]
  for (let depth = 0; level.length > 0; depth += 1) {
    if (depth > DEEPEST) return message('http-too-deep', { most: DEEPEST })
    if (level.some((item) => typeof item === 'string' && !item.isWellFormed())) return message('http-ill-formed')
    level = level.flatMap((item) => (Array.isArray(item) ? item : isObject(item) ? Object.values(item) : []))
  }
  return null
}

/** A list of plain values is joined with commas; other compound values become JSON. */
function toText(value: Json): string {
  if (typeof value === 'string') return value
  const isPlainList = Array.isArray(value) && value.every((item) => typeof item !== 'object')
  return isPlainList ? value.join(',') : JSON.stringify(value)
}

/** Small models write null for "none". */
function get(args: JsonObject, param: string): Json | undefined {
  return Object.hasOwn(args, param) ? (args[param] ?? undefined) : undefined
}

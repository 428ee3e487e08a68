import type { HeaderPart, HttpAction } from '#shared/call/action'
import type { JsonObject } from '#shared/json'
import { type Message, message } from '#shared/messages/message'
import { HTTP_METHODS, type HttpHeaderSpec, type HttpSpec } from '#shared/skill/http-spec'
import { type NotPlanned, type PlanContext, type Planned, refuse } from '../runner.ts'
import { fillJson, fillText, fillUrl, findUnfit } from './fill-template.ts'

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
  const { href, origin, host, port } = url.address

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
  const isDefaultPort = port === (href.startsWith('https:') ? 443 : 80)
  const bracketed = host.includes(':') ? `[${host}]` : host
  const first = { name: 'host', value: [{ text: isDefaultPort ? bracketed : `${bracketed}:${port}` }] }
  const saysLength = body !== null || /^(?:POST|PUT|PATCH)$/.test(spec.method)
  if (saysLength) addDefault('content-length', String(size))
  addDefault('accept-encoding', 'gzip, br')
  addDefault('connection', 'close')

  const isGranted = given.hosts !== 'any' && given.hosts.includes(origin)
  const secrets = [...new Set(headers.flatMap(({ value }) => value.flatMap((part) => listSecret(part))))]
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

type Headers = { ok: true; headers: HttpAction['headers'] } | { ok: false; message: Message }

/** A header with a missing argument is dropped. */
function fillHeaders(
  specs: readonly HttpHeaderSpec[],
  args: JsonObject,
  secretVersion: PlanContext['secretVersion'],
): Headers {
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

function listSecret(part: HeaderPart): string[] {
  return 'secret' in part ? [part.secret] : []
}

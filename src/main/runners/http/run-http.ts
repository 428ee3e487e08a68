import { isUtf8 } from 'node:buffer'
import { type Lookup, resolveHost } from '#main/network/resolve-host'
import { keepEnds } from '#main/runners/process/output-ring'
import type { Grants, HeaderPart, HttpAction } from '#shared/call/action'
import type { HttpDetail } from '#shared/call/plan'
import { readWebAddress, type WebAddress } from '#shared/call/web-address'
import { isDeeper, type Json, parseJson } from '#shared/json'
import { type Message, message, textOf } from '#shared/messages/message'
import { toVisible, toVisibleLines } from '#shared/visible'
import { type Ended, type RunIo, type Runnable, streamOf } from '../runner.ts'
import { type Mask, maskSecrets, type Secret } from './mask-secrets.ts'
import { listSecrets } from './plan-http.ts'
import { type HttpLimits, type Incoming, type Outgoing, sendRequest } from './send-request.ts'

/** Lets tests replace name resolution and certificates. */
export interface HttpPorts {
  limits?: Partial<HttpLimits>
  lookup?: Lookup
  ca?: string
}

/** How a request ended, with all secrets masked. Of a failed one `text` is the beginning, with hidden characters spelled out. */
type Came = Omit<Ended, 'ms' | 'stdout' | 'stderr'> & { text: string }

const LIMITS: HttpLimits = {
  ...{ headersMs: 30_000, headerBytes: 32 * 1024, headerCount: 200 },
  ...{ bodyBytes: 8 * 2 ** 20, redirects: 5 },
}
const REPORTED =
  /^(?:content-type|content-language|etag|last-modified|location|link|retry-after|allow|www-authenticate|warning|x-request-id|(?:x-)?ratelimit.*)$/i
const SECRET_VALUE = /^[\x21-\x7e](?:[\t\x20-\x7e]*[\x21-\x7e])?$/
const LONGEST_BEGINNING = 4_096
const LONGEST_REASON = 200
const LONGEST_TIMER_MS = 2 ** 31 - 1

/** Sends what was approved to the hosts that were granted. Never rejects. */
export async function runHttp(plan: Runnable<HttpAction>, io: RunIo, ports: HttpPorts = {}): Promise<Ended> {
  const startedAt = performance.now()
  const timeout = AbortSignal.timeout(Math.min(plan.timeoutMs, LONGEST_TIMER_MS))
  const signal = AbortSignal.any([io.signal, timeout])
  const came = await exchange(plan, io, ports, signal).catch((error: unknown): Came => {
    if (io.signal.aborted) return { how: 'canceled', text: '' }
    if (!timeout.aborted) throw error
    return fail('timed-out', message('http-timed-out', { ms: plan.timeoutMs }))
  })
  const { text, result, ...ended } = came
  const stdout = keepEnds(text, io.keptBytes)
  const whole = result !== undefined && !stdout.truncated && { result }
  return { ...ended, ...whole, ms: performance.now() - startedAt, stdout, stderr: streamOf('') }
}

const fail = (how: Ended['how'], why: Message): Came => ({ how, text: '', failure: { code: why.code, message: why } })

async function exchange(
  { action, grants }: Runnable<HttpAction>,
  io: RunIo,
  { limits: given, lookup, ca }: HttpPorts,
  signal: AbortSignal,
): Promise<Came> {
  signal.throwIfAborted()
  const limits = { ...LIMITS, ...given }
  const redirects: string[] = []
  const prepared = await prepare(action, grants, io, ca)
  if (!prepared.ok) return fail('not-started', prepared.message)
  const { mask } = prepared
  const { host, origin } = prepared.outgoing.address
  const mayBeInner = grants.inner?.includes(origin) ?? false
  const resolved = await resolveHost(host, { mayBeInner, signal, lookup })
  if (!resolved.ok) return fail('not-started', resolved.message)
  let outgoing = { ...prepared.outgoing, addresses: resolved.addresses }
  for (;;) {
    const answer = await sendRequest(outgoing, limits, signal)
    if (!answer.ok) return { ...fail('failed', answer.message), ...remarkOn(redirects) }
    const came = report(answer.response, mask, [...redirects])
    const next = readRedirect(answer.response, outgoing)
    if (next === null) return came
    const { text } = came
    if (!next.ok) return { ...came, ...fail('failed', mask.message(next.message)), text }
    if (redirects.length === limits.redirects) {
      return { ...came, ...fail('failed', message('http-redirects', { most: limits.redirects })), text }
    }
    outgoing = next.outgoing
    redirects.push(mask.text(outgoing.address.href))
  }
}

type Prepared = { ok: true; outgoing: Outgoing; mask: Mask } | { ok: false; message: Message }

async function prepare(action: HttpAction, grants: Grants, io: RunIo, ca: string | undefined): Promise<Prepared> {
  const read = readWebAddress(action.url)
  if (!read.ok) return read
  const { address } = read
  if (address.href !== action.url) return { ok: false, message: message('address-host', { host: address.host }) }
  if (grants.hosts !== 'any' && !grants.hosts.includes(address.origin)) {
    return { ok: false, message: message('http-not-granted', { origin: address.origin }) }
  }
  const secrets: Secret[] = []
  for (const name of listSecrets(action.headers)) {
    const value = grants.secrets.includes(name) ? await io.secret(name) : null
    if (value === null) return { ok: false, message: message('secret-missing', { name }) }
    if (!SECRET_VALUE.test(value)) return { ok: false, message: message('http-secret-value', { name }) }
    secrets.push({ name, value })
  }
  const values = new Map(secrets.map(({ name, value }) => [name, value]))
  const toText = (part: HeaderPart) => ('text' in part ? part.text : (values.get(part.secret) ?? ''))
  const headers = action.headers.map(({ name, value }): [string, string] => [name, value.map(toText).join('')])
  const { method, body } = action
  const outgoing = { address, addresses: [], method, headers, body, ca }
  return { ok: true, outgoing, mask: maskSecrets(secrets) }
}

type Redirect = { ok: true; outgoing: Outgoing } | { ok: false; message: Message }

/** Null if the response is the answer. Only redirects within the same origin are followed, as fetch would. */
function readRedirect({ status, headers, problem }: Incoming, outgoing: Outgoing): Redirect | null {
  const location = findHeader(headers, 'location')
  if (location === undefined || problem || ![301, 302, 303, 307, 308].includes(status)) return null
  const resolved = URL.parse(location, outgoing.address.href)
  const read = readWebAddress(resolved?.href ?? location)
  const target = toVisible(location.slice(0, LONGEST_BEGINNING)).text
  if (!read.ok) return { ok: false, message: message('http-redirect-unreadable', { target }) }
  const { address } = read
  if (address.origin !== outgoing.address.origin) {
    return { ok: false, message: message('http-redirect-elsewhere', { target: address.href, origin: address.origin }) }
  }
  return { ok: true, outgoing: follow(outgoing, address, status) }
}

function follow(outgoing: Outgoing, address: WebAddress, status: number): Outgoing {
  const { method } = outgoing
  const becomesGet = status === 303 ? method !== 'HEAD' : status < 303 && method === 'POST'
  if (!becomesGet) return { ...outgoing, address }
  const headers = outgoing.headers.filter(([name]) => !/^content-/i.test(name))
  return { ...outgoing, address, method: 'GET', headers, body: null }
}

function report({ status, reason, headers, body, problem }: Incoming, mask: Mask, redirects: string[]): Came {
  const type = findHeader(headers, 'content-type') ?? ''
  const { text, binary, ...content } = readMasked(type, body, mask, problem !== undefined)
  const shownReason = toVisible(mask.text(reason).slice(0, LONGEST_REASON)).text
  const refused = status < 400 ? undefined : message('http-status', { status: `${status} ${shownReason}`.trim() })
  const why = problem ?? refused
  const shown = why ? toVisibleLines(text.slice(0, LONGEST_BEGINNING)) : text
  const http = {
    ...{ reason: shownReason, redirects, ...(binary && { binary }) },
    headers: headers
      .filter(([name]) => REPORTED.test(name))
      .map(([name, value]) => ({ name: name.toLowerCase(), value: toVisible(mask.text(value)).text })),
  }
  const told = binary ? textOf(message('http-binary', binary)) : shown
  const came = { ...content, ...remarkOn(redirects), status, http, text: told }
  return why ? { ...fail('failed', why), ...came } : { how: 'done', ...came }
}

/** Only redirects within the same origin were followed. */
const remarkOn = (redirects: readonly string[]) =>
  redirects.length > 0 && { remark: message('http-redirected', { addresses: redirects.join(', ') }) }

function readMasked(
  type: string,
  body: Buffer,
  mask: Mask,
  isCut: boolean,
): { text: string; binary?: NonNullable<HttpDetail['binary']>; result?: Json } {
  const content = readContent(type, body)
  if (content.kind === 'binary') return { text: '', binary: { type: content.type, bytes: content.bytes } }
  const text = mask.text(content.text, { end: isCut })
  if (content.json === undefined || isCut) return { text }
  // Without escapes, the parsed JSON holds the same secrets as its text.
  if (text === content.text && !text.includes('\\')) return { text, result: content.json }
  const result = mask.json(content.json)
  const isSame = JSON.stringify(result) === JSON.stringify(content.json)
  return { text: isSame ? text : JSON.stringify(result), result }
}

function findHeader(headers: Incoming['headers'], name: string): string | undefined {
  return headers.find(([key]) => key.toLowerCase() === name)?.[1]
}

export type Content =
  | { kind: 'text'; text: string; json?: Json }
  /** Described, never shown. */
  | { kind: 'binary'; type: string; bytes: number }

const TEXT_TYPE =
  /^(?:text\/|application\/(?:.*\+)?(?:json|xml|javascript|yaml|x-yaml|x-ndjson|x-www-form-urlencoded)$)/
const JSON_TYPE = /^(?:application|text)\/(?:.*\+)?json$/
const DEEPEST = 200

/** Decides what a body is, by its declared type if that is text, otherwise by its bytes. */
export function readContent(contentType: string, body: Buffer): Content {
  const type = contentType.split(';')[0]?.trim().toLowerCase() ?? ''
  const charset = /;\s*charset\s*=\s*"?([\w.:-]+)/i.exec(contentType)?.[1] ?? 'utf-8'
  const decoder = makeDecoder(charset)
  const hasNul = body.includes(0)
  const isText = TEXT_TYPE.test(type) ? decoder.encoding.startsWith('utf-16') || !hasNul : isUtf8(body) && !hasNul
  if (!isText) return { kind: 'binary', type: type || 'application/octet-stream', bytes: body.length }
  const text = decoder.decode(body)
  const json = JSON_TYPE.test(type) ? parseJson(text) : undefined
  // Later steps read it recursively.
  return { kind: 'text', text, ...(json !== undefined && !isDeeper(json, DEEPEST) && { json }) }
}

function makeDecoder(charset: string): TextDecoder {
  try {
    return new TextDecoder(charset)
  } catch {
    return new TextDecoder()
  }
}

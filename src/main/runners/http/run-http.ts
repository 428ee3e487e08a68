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
import { type HttpLimits, type Incoming, type Outgoing, sendRequest } from './send-request.ts'

/** Lets tests replace name resolution and certificates. */
export interface HttpPorts {
  limits?: Partial<HttpLimits>
  lookup?: Lookup
  ca?: string
}

/** The outcome of a request, with all secrets masked. */
interface Outcome extends HttpDetail {
  how: Ended['how']
  message?: Message
  status?: number
  /** For a failed request its beginning, with hidden characters spelled out. */
  text: string
  result?: Json
}

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
const NOTHING = { reason: '', headers: [], redirects: [], text: '' }

/** Sends what was approved to the hosts that were granted. Never rejects. */
export async function runHttp(plan: Runnable<HttpAction>, io: RunIo, ports: HttpPorts = {}): Promise<Ended> {
  const startedAt = performance.now()
  const timeout = AbortSignal.timeout(Math.min(plan.timeoutMs, LONGEST_TIMER_MS))
  const signal = AbortSignal.any([io.signal, timeout])
  const outcome = await exchange(plan, io, ports, signal).catch((error: unknown): Outcome => {
    if (io.signal.aborted) return { ...NOTHING, how: 'canceled' }
    if (!timeout.aborted) throw error
    return { ...NOTHING, how: 'timed-out', message: message('http-timed-out', { ms: plan.timeoutMs }) }
  })
  return toEnded(outcome, io, performance.now() - startedAt)
}

async function exchange(
  { action, grants }: Runnable<HttpAction>,
  io: RunIo,
  { limits: given, lookup, ca }: HttpPorts,
  signal: AbortSignal,
): Promise<Outcome> {
  signal.throwIfAborted()
  const limits = { ...LIMITS, ...given }
  const redirects: string[] = []
  const prepared = await prepare(action, grants, io, ca)
  if (!prepared.ok) return { ...NOTHING, how: 'not-started', message: prepared.message }
  const { mask } = prepared
  const { host, origin } = prepared.outgoing.address
  const mayBeInner = grants.inner?.includes(origin) ?? false
  const resolved = await resolveHost(host, { mayBeInner, signal, lookup })
  if (!resolved.ok) return { ...NOTHING, how: 'not-started', message: resolved.message }
  let outgoing = { ...prepared.outgoing, addresses: resolved.addresses }
  for (;;) {
    const answer = await sendRequest(outgoing, limits, signal)
    if (!answer.ok) return { ...NOTHING, redirects, how: 'failed', message: answer.message }
    const outcome = { ...report(answer.response, mask), redirects }
    const next = readRedirect(answer.response, outgoing)
    if (next === null) return outcome
    if (!next.ok) return { ...outcome, how: 'failed', message: mask.message(next.message) }
    if (redirects.length === limits.redirects) {
      return { ...outcome, how: 'failed', message: message('http-redirects', { most: limits.redirects }) }
    }
    outgoing = next.outgoing
    redirects.push(mask.text(outgoing.address.href))
  }
}

function toEnded(outcome: Outcome, { keptBytes }: RunIo, ms: number): Ended {
  const { how, message: why, status, text, result, ...http } = outcome
  const shown = http.binary ? textOf(message('http-binary', http.binary)) : text
  const stdout = keepEnds(shown, keptBytes)
  return {
    ...{ how, ms, stdout, stderr: streamOf('') },
    ...(result !== undefined && !stdout.truncated && { result }),
    ...(status !== undefined && { status, http }),
    ...(http.redirects.length > 0 && {
      remark: message('http-redirected', { addresses: http.redirects.join(', ') }),
    }),
    ...(why && { failure: { code: why.code, message: why } }),
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
  for (const name of listSecrets(action)) {
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

function listSecrets({ headers }: HttpAction): string[] {
  const parts = headers.flatMap(({ value }) => value)
  return [...new Set(parts.flatMap((part) => ('secret' in part ? [part.secret] : [])))]
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

function report({ status, reason, headers, body, problem }: Incoming, mask: Mask): Outcome {
  const { text, ...content } = readMasked(findHeader(headers, 'content-type') ?? '', body, mask, problem !== undefined)
  const shownReason = toVisible(mask.text(reason).slice(0, LONGEST_REASON)).text
  const facts = {
    redirects: [],
    ...{ status, reason: shownReason },
    headers: headers
      .filter(([name]) => REPORTED.test(name))
      .map(([name, value]) => ({ name: name.toLowerCase(), value: toVisible(mask.text(value)).text })),
  }
  const beginning = toVisibleLines(text.slice(0, LONGEST_BEGINNING))
  const { binary } = content
  if (problem) return { how: 'failed', message: problem, ...facts, text: beginning, ...(binary && { binary }) }
  if (status < 400) return { how: 'done', ...facts, text, ...content }
  const why = message('http-status', { status: `${status} ${shownReason}`.trim() })
  return { how: 'failed', message: why, ...facts, text: beginning, ...content }
}

function readMasked(
  type: string,
  body: Buffer,
  mask: Mask,
  isCut: boolean,
): Pick<Outcome, 'text' | 'binary' | 'result'> {
  const content = readContent(type, body)
  if (content.kind === 'binary') return { text: '', binary: { type: content.type, bytes: content.bytes } }
  const text = mask.text(content.text, isCut)
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
  const isText = TEXT_TYPE.test(type) ? decoder.encoding.startsWith('utf-16') || !body.includes(0) : looksLikeText(body)
  if (!isText) return { kind: 'binary', type: type || 'application/octet-stream', bytes: body.length }
  const text = decoder.decode(body)
  const json = JSON_TYPE.test(type) ? parseJson(text) : undefined
  // Later steps read it recursively.
  return { kind: 'text', text, ...(json !== undefined && !isDeeper(json, DEEPEST) && { json }) }
}

function looksLikeText(body: Buffer): boolean {
  return isUtf8(body) && !body.includes(0)
}

function makeDecoder(charset: string): TextDecoder {
  try {
    return new TextDecoder(charset)
  } catch {
    return new TextDecoder()
  }
}

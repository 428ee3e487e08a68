import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { readContent } from '#main/runners/http/run-http'
import type { HttpAction } from '#shared/call/action'
import { textOf } from '#shared/messages/message'
import { callHttp, httpSpec, planHttpCall, runPlannedHttp } from '#test/helpers/http-call'
import { startRawServer } from '#test/helpers/raw-server'
import { root } from '#test/helpers/root'

const certificates = join(root, 'test', 'fixtures', 'certificates')
const cert = readFileSync(join(certificates, 'server.pem'), 'utf8')
const key = readFileSync(join(certificates, 'server-key.pem'), 'utf8')

const reply = (status: string, headers: string[], body: string | Buffer = '') =>
  Buffer.concat([Buffer.from([`HTTP/1.1 ${status}`, ...headers, '', ''].join('\r\n')), Buffer.from(body)])

const serve = (answer: Buffer | string) => startRawServer((socket) => void socket.end(answer))

/** What the action says, as bytes: written without the code that sends it. */
function spell({ method, url, headers, body }: HttpAction, secrets: Record<string, string>): string {
  const path = url.replace(/^https?:\/\/[^/]*/, '')
  const lines = headers.map(
    ({ name, value }) =>
      `${name}: ${value.map((part) => ('text' in part ? part.text : secrets[part.secret])).join('')}`,
  )
  return [`${method} ${path} HTTP/1.1`, ...lines, '', body ?? ''].join('\r\n')
}

describe('running a request', () => {
  it('returns status, headers of interest, text and JSON', async () => {
    const { origin } = await serve(
      reply('200 OK', ['Content-Type: application/json', 'Set-Cookie: a=b', 'ETag: "1"'], '{"a": [1]}'),
    )
    expect(await callHttp(httpSpec(`${origin}/x`))).toMatchObject({
      how: 'done',
      status: 200,
      stdout: { text: '{"a": [1]}', bytes: 10, truncated: false },
      result: { a: [1] },
      http: {
        reason: 'OK',
        headers: [
          { name: 'content-type', value: 'application/json' },
          { name: 'etag', value: '"1"' },
        ],
        redirects: [],
      },
    })
  })

  it('sends exactly the bytes that the action says', async () => {
    const server = await serve(reply('204 No Content', []))
    const secrets = { KEY: 'k3y-!"#' }
    const text = fc.string({ unit: 'grapheme', maxLength: 12 })
    const property = fc.asyncProperty(
      fc.constantFrom('GET', 'HEAD', 'OPTIONS', 'POST', 'PUT', 'PATCH', 'DELETE'),
      ...([text, fc.jsonValue({ maxDepth: 3 }), fc.stringMatching(/^[\x21-\x7e]{0,9}$/)] as const),
      async (method, a, b, c) => {
        const hasBody = method !== 'GET' && method !== 'HEAD'
        const spec = httpSpec(`${server.origin}/v/{a}-/x?b={b}&c={c}`, {
          method,
          headers: [{ name: 'X-Key', value: [{ text: '{c}' }, { secret: 'KEY' }] }],
          body: hasBody ? { type: 'json', value: { a: '{a}', b: ['{b}', 'x{c}'] } } : { type: 'none' },
        })
        const planned = await planHttpCall(spec, { a, b, c } as Record<string, string>, { secrets })
        if (!planned.ok) return
        const count = server.received.length
        expect(await runPlannedHttp(planned, { secrets })).toMatchObject({ how: 'done', status: 204 })
        expect(server.received.length).toBe(count + 1)
        expect(server.received[count]?.toString('utf8')).toBe(spell(planned.action, secrets))
      },
    )
    await fc.assert(property, { numRuns: 150 })
  })

  it.each([
    ['gzip', gzipSync('hello')],
    ['br', brotliCompressSync('hello')],
    ['deflate', deflateSync('hello')],
    ['identity', Buffer.from('hello')],
  ])('unpacks %s', async (encoding, body) => {
    const { origin } = await serve(reply('200 OK', [`Content-Encoding: ${encoding}`], body))
    expect(await callHttp(httpSpec(`${origin}/`))).toMatchObject({ how: 'done', stdout: { text: 'hello' } })
  })

  it('treats a 404 as a failure, with the beginning of its body', async () => {
    const body = `no such\u202e page\u0007 ${'x'.repeat(10_000)}`
    const { origin } = await serve(reply('404 Not Found', ['Content-Type: text/plain'], body))
    const ended = await callHttp(httpSpec(`${origin}/`))
    expect(ended).toMatchObject({
      how: 'failed',
      status: 404,
      failure: expect.objectContaining({ code: 'http-status' }),
    })
    expect(textOf(ended.failure?.message ?? '')).toContain('404 Not Found')
    expect(ended.stdout.text).toContain('no such\\u{202E} page\\u{7} xxx')
    expect(ended.stdout.bytes).toBeLessThan(5_000)
  })

  it.each([
    ['HEAD', '200 OK', 'gzip', { how: 'done', status: 200 }],
    ['DELETE', '204 No Content', 'gzip', { how: 'done', status: 204 }],
    ['GET', '304 Not Modified', 'br', { how: 'done', status: 304 }],
    ['GET', '404 Größe fehlt', 'br', { how: 'failed', http: { reason: 'Größe fehlt' } }],
  ] as const)('takes %s and %s with the encoding of a body that is not there', async (method, status, way, ended) => {
    const head = `HTTP/1.1 ${status}\r\nContent-Encoding: ${way}\r\nContent-Length: 0\r\n\r\n`
    const server = await startRawServer((socket) => void socket.end(head))
    const came = await callHttp(httpSpec(`${server.origin}/`, { method }))
    expect(came).toMatchObject({ ...ended, stdout: { text: '' } })
    expect(came.failure?.code).toBe(ended.how === 'done' ? undefined : 'http-status')
  })

  it('returns the JSON of a failure too', async () => {
    const { origin } = await serve(reply('500 Oops', ['Content-Type: application/problem+json'], '{"title":"no"}'))
    expect(await callHttp(httpSpec(`${origin}/`))).toMatchObject({
      how: 'failed',
      status: 500,
      result: { title: 'no' },
    })
  })

  it('names a body that is not text', async () => {
    const { origin } = await serve(reply('200 OK', ['Content-Type: image/png'], Buffer.from([0x89, 0x50, 0, 1])))
    const ended = await callHttp(httpSpec(`${origin}/`))
    expect(ended).toMatchObject({ how: 'done', http: { binary: { type: 'image/png', bytes: 4 } } })
    expect(ended.stdout.text).toBe('The answer is image/png with 4 bytes and is not shown.')
  })

  it('keeps both ends of a long text, and then no JSON', async () => {
    const text = JSON.stringify(Array.from({ length: 5_000 }, (_, index) => index))
    const { origin } = await serve(reply('200 OK', ['Content-Type: application/json'], text))
    const ended = await callHttp(httpSpec(`${origin}/`), {}, { keptBytes: 1_000 })
    expect(ended.stdout).toMatchObject({ bytes: text.length, truncated: true })
    expect(ended.stdout.text).toMatch(/^\[0,1,2.*bytes omitted.*4999\]$/s)
    expect(ended).not.toHaveProperty('result')
  })

  it('uses the name in TLS and in the header when it connects to the given address', async () => {
    const server = await startRawServer((socket) => void socket.end(reply('200 OK', [], 'safe')), { key, cert })
    const lookup = async () => [{ address: '127.0.0.1', family: 4 }]
    const url = `https://skillet.test:${server.port}/`
    expect(await callHttp(httpSpec(url), {}, { lookup, ca: cert })).toMatchObject({
      how: 'done',
      stdout: { text: 'safe' },
    })
    expect(server.received[0]?.toString()).toContain(`host: skillet.test:${server.port}\r\n`)
  })

  it('refuses a certificate for another name, or one that nobody vouches for', async () => {
    const server = await startRawServer((socket) => void socket.end(reply('200 OK', [])), { key, cert })
    const lookup = async () => [{ address: '127.0.0.1', family: 4 }]
    const other = await callHttp(httpSpec(`https://other.test:${server.port}/`), {}, { lookup, ca: cert })
    expect(other).toMatchObject({ how: 'failed', failure: expect.objectContaining({ code: 'http-certificate' }) })
    const unknown = await callHttp(httpSpec(`https://skillet.test:${server.port}/`), {}, { lookup })
    expect(unknown).toMatchObject({ how: 'failed', failure: expect.objectContaining({ code: 'http-certificate' }) })
    expect(server.received.map(String)).not.toContainEqual(expect.stringContaining('GET'))
  })

  it('masks secrets that the server sends back', async () => {
    const secrets = { KEY: 'super+secret/1' }
    const headers = [{ name: 'Authorization', value: [{ text: 'Bearer ' }, { secret: 'KEY' }] }]
    const escaped = [...secrets.KEY]
      .map((letter) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`)
      .join('')
    const body = `{"plain": "super+secret/1", "escaped": "${escaped}", "encoded": "${encodeURIComponent(secrets.KEY)}"}`
    const server = await serve(
      reply('403 super+secret/1', ['Content-Type: application/json', 'ETag: super+secret/1'], body),
    )
    const ended = await callHttp(httpSpec(`${server.origin}/`, { headers }), {}, { secrets })
    expect(server.received[0]?.toString()).toContain('Authorization: Bearer super+secret/1\r\n')
    expect(ended.result).toEqual({ plain: '[secret KEY]', escaped: '[secret KEY]', encoded: '[secret KEY]' })
    expect(JSON.stringify(ended)).not.toMatch(/super.{1,3}secret|\\u0073/)
  })

  it('does not start without a secret it was granted', async () => {
    const server = await serve(reply('200 OK', []))
    const headers = [{ name: 'X', value: [{ secret: 'KEY' }] }]
    const planned = await planHttpCall(httpSpec(`${server.origin}/`, { headers }), {}, { secrets: { KEY: 'x' } })
    if (!planned.ok) throw new Error(textOf(planned.error.message))
    expect(await runPlannedHttp(planned)).toMatchObject({
      how: 'not-started',
      failure: expect.objectContaining({ code: 'secret-missing' }),
    })
    const grants = { ...planned.grants, secrets: [] }
    expect(await runPlannedHttp({ ...planned, grants }, { secrets: { KEY: 'x' } })).toMatchObject({
      how: 'not-started',
    })
    const broken = await runPlannedHttp(planned, { secrets: { KEY: 'x\r\nHost: evil' } })
    expect(broken).toMatchObject({
      how: 'not-started',
      failure: expect.objectContaining({ code: 'http-secret-value' }),
    })
    expect(server.received).toEqual([])
  })

  it('leaves no connection open, even if the server would', async () => {
    const server = await startRawServer(
      (socket) => void socket.write(reply('200 OK', ['Content-Length: 2', 'Connection: keep-alive'], 'ok')),
    )
    expect(await callHttp(httpSpec(`${server.origin}/`))).toMatchObject({ how: 'done', stdout: { text: 'ok' } })
    await expect.poll(() => server.open.size).toBe(0)
  })
})

describe('reading the body of an answer', () => {
  it.each([
    ['text/plain', 'hé', Buffer.from('hé')],
    ['text/plain; charset=iso-8859-1', 'hé', Buffer.from('hé', 'latin1')],
    ['text/html; charset="utf-16le"', 'hé', Buffer.from('hé', 'utf16le')],
    ['text/plain; charset=klingon', 'hé', Buffer.from('hé')],
    ['', 'hé', Buffer.from('hé')],
    ['application/octet-stream', 'hé', Buffer.from('hé')],
    ['application/vnd.x+xml', '<a/>', Buffer.from('<a/>')],
  ])('reads %j as text', (type, text, body) => {
    expect(readContent(type, body)).toEqual({ kind: 'text', text })
  })

  it.each([
    ['image/png', Buffer.from([0x89, 0x50, 0x4e, 0x47, 0xff])],
    ['application/octet-stream', Buffer.from([1, 0, 2])],
    ['text/plain', Buffer.from('a\0b')],
  ])('names %s and shows nothing of it where its bytes are no text', (type, body) => {
    expect(readContent(type, body)).toEqual({ kind: 'binary', type, bytes: body.length })
  })

  it('returns JSON if the type says so and it is valid', () => {
    expect(readContent('application/problem+json; charset=utf-8', Buffer.from('{"a":1}'))).toMatchObject({
      json: { a: 1 },
    })
    expect(readContent('application/json', Buffer.from('{"a":'))).toEqual({ kind: 'text', text: '{"a":' })
    expect(readContent('text/plain', Buffer.from('{"a":1}'))).toEqual({ kind: 'text', text: '{"a":1}' })
  })

  it('leaves JSON as text if it is nested too deeply', () => {
    const text = '['.repeat(100_000) + ']'.repeat(100_000)
    expect(readContent('application/json', Buffer.from(text))).toEqual({ kind: 'text', text })
  })
})

import { describe, expect, it } from 'vitest'
import { textOf } from '#shared/messages/message'
import type { HttpSpec } from '#shared/skill/http-spec'
import { callHttp, httpSpec } from '#test/helpers/http-call'
import { type RawServer, startRawServer } from '#test/helpers/raw-server'

/** Redirects every path but /end. */
function redirectTo(location: string | ((path: string) => string), status = 302): Promise<RawServer> {
  return startRawServer((socket, request) => {
    const path = request.split(' ')[1] ?? ''
    const target = typeof location === 'string' ? location : location(path)
    const head = path === '/end' ? 'HTTP/1.1 200 OK' : `HTTP/1.1 ${status} Moved\r\nLocation: ${target}`
    socket.end(`${head}\r\nContent-Length: 3\r\n\r\nend`, 'latin1')
  })
}

const post: Partial<HttpSpec> = {
  method: 'POST',
  headers: [{ name: 'Authorization', value: [{ secret: 'KEY' }] }],
  body: { type: 'json', value: 'data' },
}
const secrets = { KEY: 'top-secret' }

describe('redirects', () => {
  it.each([
    ['the address of cloud metadata', 'http://169.254.169.254/latest/meta-data/'],
    ['another host', 'https://evil.example/'],
    ['another port', 'http://127.0.0.1:1/'],
    ['another scheme', 'https://127.0.0.1/'],
    ['another host without a scheme', '//evil.example/x'],
  ])('to %s are reported and not followed', async (_what, target) => {
    const server = await redirectTo(target)
    const ended = await callHttp(httpSpec(`${server.origin}/`, post), {}, { secrets })
    expect(ended).toMatchObject({
      how: 'failed',
      status: 302,
      failure: expect.objectContaining({ code: 'http-redirect-elsewhere' }),
    })
    expect(textOf(ended.failure?.message ?? '')).toContain(target.replace(/^\/\//, ''))
    expect(ended.http?.headers).toContainEqual({ name: 'location', value: target })
    expect(server.received).toHaveLength(1)
  })

  it.each([['http://a\\@b/'], ['javascript:alert(1)'], ['http://user@127.0.0.1/'], ['file:///etc/passwd']])(
    'to %s are refused',
    async (target) => {
      const server = await redirectTo(target)
      const ended = await callHttp(httpSpec(`${server.origin}/`))
      expect(ended.how).toBe('failed')
      expect(ended.failure?.code).toMatch(/^http-redirect-(unreadable|elsewhere)$/)
      expect(server.received).toHaveLength(1)
    },
  )

  it('to an address with letters in UTF-8 go where the server meant', async () => {
    const server = await redirectTo((path) => (path === '/' ? Buffer.from('/größe?ä=ö').toString('latin1') : '/end'))
    expect(await callHttp(httpSpec(`${server.origin}/`))).toMatchObject({ how: 'done', stdout: { text: 'end' } })
    expect(server.received.map((bytes) => bytes.toString().split(' ')[1])).toEqual([
      ...['/', '/gr%C3%B6%C3%9Fe?%C3%A4=%C3%B6', '/end'],
    ])
  })

  it('on the same origin are followed, and named', async () => {
    const server = await redirectTo('end')
    const ended = await callHttp(httpSpec(`${server.origin}/start`))
    expect(ended).toMatchObject({ how: 'done', stdout: { text: 'end' }, http: { redirects: [`${server.origin}/end`] } })
    expect(textOf(ended.remark ?? '')).toBe(`The server redirected to ${server.origin}/end.`)
  })

  it.each([
    [301, 'GET', false],
    [302, 'GET', false],
    [303, 'GET', false],
    [307, 'POST', true],
    [308, 'POST', true],
  ])('with %i repeat a POST as %s', async (status, method, keepsBody) => {
    const server = await redirectTo('/end', status)
    expect(await callHttp(httpSpec(`${server.origin}/`, post), {}, { secrets })).toMatchObject({ how: 'done' })
    const [, second = ''] = server.received.map(String)
    expect(second.startsWith(`${method} /end HTTP/1.1\r\n`)).toBe(true)
    expect(second).toContain('Authorization: top-secret\r\n')
    expect(second.endsWith('\r\n\r\n"data"')).toBe(keepsBody)
    expect(/content-/.test(second)).toBe(keepsBody)
  })

  it('with 302 keep the method of a PUT', async () => {
    const server = await redirectTo('/end')
    await callHttp(httpSpec(`${server.origin}/`, { ...post, method: 'PUT' }), {}, { secrets })
    expect(server.received[1]?.toString()).toMatch(/^PUT \/end .*"data"$/s)
  })

  it('in a circle end after five', async () => {
    const server = await redirectTo((path) => `${path}x`)
    const ended = await callHttp(httpSpec(`${server.origin}/`))
    expect(ended).toMatchObject({ how: 'failed', failure: expect.objectContaining({ code: 'http-redirects' }) })
    expect(ended.http?.redirects).toHaveLength(5)
    expect(server.received).toHaveLength(6)
  })

  it('do not show a secret that they carry', async () => {
    const server = await redirectTo('https://evil.example/?got=top-secret')
    const ended = await callHttp(httpSpec(`${server.origin}/`, post), {}, { secrets })
    expect(JSON.stringify(ended)).not.toContain('top-secret')
    expect(textOf(ended.failure?.message ?? '')).toContain('https://evil.example/?got=[secret KEY]')
  })

  it('do not resolve a name again, so rebinding fails', async () => {
    const server = await redirectTo('/end')
    let asked = 0
    const lookup = async () => {
      asked += 1
      return [{ address: asked === 1 ? '127.0.0.1' : '127.0.0.2', family: 4 }]
    }
    const ended = await callHttp(httpSpec(`http://rebinding.example:${server.port}/`), {}, { lookup })
    expect(ended).toMatchObject({ how: 'done', stdout: { text: 'end' } })
    expect(asked).toBe(1)
  })
})

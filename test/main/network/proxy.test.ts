import { execFile } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { createServer as createHttpServer, request } from 'node:http'
import { connect, createServer } from 'node:net'
import { describe, expect, it, onTestFinished } from 'vitest'
import { makeProxy, type ProxyRules } from '#main/network/proxy'
import { type Message, textOf } from '#shared/messages/message'
import { startRawServer } from '#test/helpers/raw-server'

interface TestProxy {
  port: number
  refused: Message[]
  asked: string[]
  stop: AbortController
}

/** Granted is "ok.test" at that port alone; every name leads to this computer, unless the second question is told otherwise. */
async function startProxy(port: number, rules: Partial<ProxyRules> = {}): Promise<TestProxy> {
  const refused: Message[] = []
  const asked: string[] = []
  const stop = new AbortController()
  const granted = [`http://ok.test:${port}`]
  const lookup = async (host: string) => {
    asked.push(host)
    return [{ address: asked.length === 1 ? '127.0.0.1' : '127.0.0.99', family: 4 }]
  }
  const onRefused = (why: Message) => void refused.push(why)
  const proxy = makeProxy({ hosts: granted, inner: granted, signal: stop.signal, onRefused, lookup, ...rules })
  const server = createServer((socket) => proxy.serve(socket)).listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => {
    stop.abort()
    server.close()
  })
  return { port: (server.address() as { port: number }).port, refused, asked, stop }
}

async function get(proxy: TestProxy, url: string, body?: string): Promise<{ status: number; text: string }> {
  const asking = request({
    host: '127.0.0.1',
    port: proxy.port,
    path: url,
    method: body === undefined ? 'GET' : 'POST',
  })
  asking.end(body)
  const [response] = await once(asking, 'response')
  let text = ''
  for await (const chunk of response) text += chunk
  return { status: response.statusCode, text }
}

/** What comes back for these bytes until the other side ends, or until it is as long as asked. */
async function talk(port: number, bytes: (string | Buffer)[], enough = Number.POSITIVE_INFINITY): Promise<Buffer> {
  const socket = connect(port, '127.0.0.1')
  onTestFinished(() => void socket.destroy())
  for (const piece of bytes) socket.write(piece)
  let all = Buffer.alloc(0)
  for await (const chunk of socket) {
    all = Buffer.concat([all, chunk])
    if (all.length >= enough) break
  }
  return all
}

const echo = () => startRawServer((socket, heard) => void socket.end(`HTTP/1.1 200 OK\r\nX-A: b\r\n\r\n${heard}`))

const socks = (host: string, port: number) => {
  const name = Buffer.from(host)
  return Buffer.from([5, 1, 0, 5, 1, 0, 3, name.length, ...name, port >> 8, port & 255])
}

describe('the proxy', () => {
  it('passes a request to a granted host as that host would get it', async () => {
    const { port } = await echo()
    const proxy = await startProxy(port)
    const { status, text } = await get(proxy, `http://ok.test:${port}/a?b`, 'data')
    expect(status).toBe(200)
    expect(text).toMatch(new RegExp(`^POST /a\\?b HTTP/1.1\\r\\n.*Host: ok.test:${port}\\r\\n`, 's'))
    expect(text).not.toMatch(/proxy-|127\.0\.0\.1/i)
    expect([proxy.refused, proxy.asked]).toEqual([[], ['ok.test']])
  })

  it('judges each request of one connection', async () => {
    const { port } = await echo()
    const proxy = await startProxy(port)
    const heard = await talk(proxy.port, [
      `GET http://evil.test/ HTTP/1.1\r\nHost: ok.test:${port}\r\n\r\n`,
      `GET http://ok.test:${port}/ HTTP/1.1\r\nHost: evil.test\r\nConnection: close\r\n\r\n`,
    ])
    expect(heard.toString()).toMatch(/^HTTP\/1.1 403 .*HTTP\/1.1 200 OK/s)
    expect(heard.toString()).not.toMatch(/Host: evil/)
  })

  it('opens tunnels to a granted host', async () => {
    const { port } = await echo()
    const proxy = await startProxy(port)
    const heard = await talk(proxy.port, [`CONNECT ok.test:${port} HTTP/1.1\r\n\r\n`, 'GET /x HTTP/1.1\r\n\r\n'])
    expect(heard.toString()).toMatch(/^HTTP\/1.1 200 Connection established\r\n\r\nHTTP\/1.1 200 OK.*GET \/x/s)
  })

  it('speaks SOCKS5 with names, however its bytes are split', async () => {
    const { port } = await echo()
    const whole = Buffer.concat([socks('ok.test', port), Buffer.from('GET /x HTTP/1.1\r\n\r\n')])
    for (const pieces of [[whole], [...whole].map((byte) => Buffer.from([byte]))]) {
      const heard = await talk((await startProxy(port)).port, pieces)
      expect(heard.subarray(0, 4)).toEqual(Buffer.from([5, 0, 5, 0]))
      expect(heard.toString('latin1')).toContain('GET /x')
    }
  })

  it.each([
    ['another host', 'evil.test'],
    ['another name of the same host', 'sub.ok.test'],
    ['the address of a granted host', '127.0.0.1'],
    ['a user before the host', 'ok.test@evil.test'],
    ['a short address', '127.1'],
    ['a hexadecimal address', '0x7f000001'],
    ['a decimal address', '2130706433'],
    ['a dot at the end', 'ok.test.'],
    ['an address mapped into IPv6', '[::ffff:127.0.0.1]'],
    ['nothing', ''],
  ])('refuses %s in every way, says so and asks no name server', async (_what, host) => {
    const server = await echo()
    const { port } = server
    const proxy = await startProxy(port)
    const http = await talk(proxy.port, [
      `GET http://${host}:${port}/ HTTP/1.1\r\nHost: ok.test\r\nConnection: close\r\n\r\n`,
    ])
    const tunnel = await talk(proxy.port, [`CONNECT ${host}:${port} HTTP/1.1\r\nHost: ok.test\r\n\r\n`])
    expect(http.toString()).toMatch(/^HTTP\/1.1 403 .*Skillet: /s)
    expect(tunnel.toString()).toMatch(/^HTTP\/1.1 403 .*Skillet: /s)
    expect(await talk(proxy.port, [socks(host, port)])).toEqual(Buffer.from([5, 0, 5, 2, 0, 1, 0, 0, 0, 0, 0, 0]))
    expect(proxy.refused).toHaveLength(3)
    expect(proxy.refused.map((why) => textOf(why)).join()).not.toMatch(/[{}]/)
    expect([proxy.asked, server.received]).toEqual([[], []])
  })

  it('refuses a host with a backslash in every way', async () => {
    const proxy = await startProxy(80)
    for (const start of ['GET http://ok.test\\@evil.test/', 'CONNECT ok.test\\@evil.test:80']) {
      const heard = await talk(proxy.port, [`${start} HTTP/1.1\r\nHost: ok.test\r\nConnection: close\r\n\r\n`])
      expect(heard.toString()).toMatch(/^HTTP\/1.1 40[03] /)
    }
    expect((await talk(proxy.port, [socks('ok.test\\@evil.test', 80)]))[3]).toBe(2)
    expect(proxy.asked).toEqual([])
  })

  it('refuses another port, and plain HTTP if https was granted', async () => {
    const { port } = await echo()
    const proxy = await startProxy(port)
    expect(await get(proxy, `http://ok.test:${port + 1}/`)).toMatchObject({ status: 403 })
    const secure = await startProxy(port, { hosts: [`https://ok.test:${port}`], inner: [] })
    expect(await get(secure, `http://ok.test:${port}/`)).toMatchObject({ status: 403 })
  })

  it('refuses a granted name that leads to an inner address, in every way', async () => {
    const server = await echo()
    const proxy = await startProxy(server.port, { inner: [] })
    expect(await get(proxy, `http://ok.test:${server.port}/`)).toMatchObject({ status: 403 })
    expect((await talk(proxy.port, [`CONNECT ok.test:${server.port} HTTP/1.1\r\n\r\n`])).toString()).toContain(' 403 ')
    expect((await talk(proxy.port, [socks('ok.test', server.port)]))[3]).toBe(2)
    expect(proxy.refused.map(({ code }) => code)).toEqual(Array(3).fill('host-inner-by-name'))
    const open = await startProxy(server.port, { hosts: 'any', inner: [] })
    expect(await get(open, `http://ok.test:${server.port}/`)).toMatchObject({ status: 403 })
    expect(server.received).toEqual([])
  })

  it('passes a redirect on, and refuses the host it leads to', async () => {
    const { port } = await startRawServer(
      (socket) => void socket.end('HTTP/1.1 302 Go\r\nLocation: http://169.254.169.254/\r\n\r\n'),
    )
    const proxy = await startProxy(port)
    expect(await get(proxy, `http://ok.test:${port}/`)).toMatchObject({ status: 302 })
    expect(await get(proxy, 'http://169.254.169.254/')).toMatchObject({ status: 403 })
    expect(proxy.refused).toEqual([{ code: 'http-not-granted', values: { origin: 'http://169.254.169.254' } }])
  })

  it.each<[string, string | Buffer]>([
    ['a request of a server', 'GET / HTTP/1.1\r\nHost: ok.test\r\nConnection: close\r\n\r\n'],
    ['another protocol', 'SSH-2.0-x\r\n\r\n'],
    ['SOCKS5 with a password alone', Buffer.from([5, 1, 2])],
    ['SOCKS5 that wants to listen', Buffer.from([5, 1, 0, 5, 2, 0, 3, 1, 97, 0, 80])],
    ['SOCKS5 with an unknown kind of address', Buffer.from([5, 1, 0, 5, 1, 0, 9, 1, 97, 0, 80])],
    ['SOCKS4', Buffer.from([4, 1, 0, 80, 127, 0, 0, 1, 0])],
  ])('answers %s with an end', async (_what, bytes) => {
    const proxy = await startProxy(1)
    const heard = await talk(proxy.port, [bytes, Buffer.from('\r\n\r\n')])
    expect(heard.toString('latin1')).not.toContain('200')
    expect(proxy.asked).toEqual([])
  })

  it('says why a granted host cannot be reached', async () => {
    const proxy = await startProxy(1)
    expect(await get(proxy, 'http://ok.test:1/')).toMatchObject({ status: 502 })
    expect((await talk(proxy.port, ['CONNECT ok.test:1 HTTP/1.1\r\n\r\n'])).toString()).toContain(' 502 ')
    expect((await talk(proxy.port, [socks('ok.test', 1)]))[3]).toBe(4)
    expect(proxy.refused).toEqual([])
  })

  it.each([
    ['status no program knows', 'HTTP/1.1 099 Odd', 502, /not valid HTTP \(99\)/],
    ['change of protocol', 'HTTP/1.1 101 Odd\r\nUpgrade: x\r\nConnection: upgrade', 502, /not valid HTTP \(101\)/],
    ['reason with control characters', 'HTTP/1.1 404 Od\x01\x7fd', 404, /^hi$/],
  ])('survives an answer with a %s', async (_, head, status, text) => {
    const { port } = await startRawServer((socket) => void socket.end(`${head}\r\nContent-Length: 2\r\n\r\nhi`))
    const proxy = await startProxy(port)
    expect(await get(proxy, `http://ok.test:${port}/`)).toEqual({ status, text: expect.stringMatching(text) })
  })

  it('ends every connection when it is stopped', async () => {
    const server = await startRawServer(() => undefined)
    const proxy = await startProxy(server.port)
    const tunnel = talk(proxy.port, [`CONNECT ok.test:${server.port} HTTP/1.1\r\n\r\n`, 'GET / HTTP/1.1\r\n\r\n'])
    const waiting = get(proxy, `http://ok.test:${server.port}/`).catch((error: Error) => error)
    await expect.poll(() => server.received.length).toBeGreaterThan(0)
    proxy.stop.abort()
    await tunnel.catch(() => undefined)
    await waiting
    await expect.poll(() => server.open.size).toBe(0)
  })

  it.skipIf(!existsSync('/usr/bin/curl'))('serves curl in all three ways', async () => {
    const server = createHttpServer((_request, response) => response.end('served')).listen(0, '127.0.0.1')
    await once(server, 'listening')
    onTestFinished(() => void server.close())
    const { port } = server.address() as { port: number }
    const proxy = await startProxy(port, { lookup: async () => [{ address: '127.0.0.1', family: 4 }] })
    const at = `127.0.0.1:${proxy.port}`
    for (const way of [
      ['-x', `http://${at}`],
      ['-p', '-x', `http://${at}`],
      ['-x', `socks5h://${at}`],
    ]) {
      expect(await runCurl([...way, `http://ok.test:${port}/`])).toBe('served')
      expect(await runCurl([...way, `http://evil.test:${port}/`])).not.toBe('served')
    }
    expect(proxy.refused).toHaveLength(3)
  })
})

function runCurl(args: string[]): Promise<string> {
  const { promise, resolve } = Promise.withResolvers<string>()
  execFile('/usr/bin/curl', ['-s', '--max-time', '5', ...args], (_error, stdout) => resolve(stdout))
  return promise
}

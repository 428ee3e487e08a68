import type { Socket } from 'node:net'
import { createGzip, gzipSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { textOf } from '#shared/messages/message'
import { callHttp, type HttpCall, httpSpec, planHttpCall, runPlannedHttp } from '#test/helpers/http-call'
import { startRawServer } from '#test/helpers/raw-server'

const HEAD = 'HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\n'

const call = async (answer: (socket: Socket) => void, options: HttpCall = {}) => {
  const server = await startRawServer(answer)
  return callHttp(httpSpec(`${server.origin}/`), {}, options)
}

/** Writes the same bytes for as long as anybody reads them. */
function writeForever(socket: Socket, chunk: Buffer | string): void {
  const write = () => {
    while (!socket.destroyed && socket.write(chunk));
  }
  socket.on('drain', write)
  write()
}

describe('a server', () => {
  it.each<[string, (socket: Socket) => void, string]>([
    [
      'never ends its headers',
      (socket) => {
        socket.write(HEAD)
        writeForever(socket, 'X-Long: x\r\n')
      },
      'http-headers-too-large',
    ],
    [
      'sends one endless header',
      (socket) => writeForever(socket, `${HEAD}X: ${'x'.repeat(9_000)}`),
      'http-headers-too-large',
    ],
    ['sends too many headers', (socket) => socket.end(`${HEAD}${'a: b\r\n'.repeat(300)}\r\n`), 'http-headers-too-many'],
    [
      'sends two lengths',
      (socket) => socket.end(`${HEAD}Content-Length: 2\r\nContent-Length: 3\r\n\r\nabc`),
      'http-not-http',
    ],
    [
      'sends a length and chunks',
      (socket) => socket.end(`${HEAD}Content-Length: 2\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n`),
      'http-not-http',
    ],
    ['speaks another protocol', (socket) => socket.end('SSH-2.0-OpenSSH_9.2\r\n'), 'http-not-http'],
    [
      'changes to another protocol',
      (socket) => socket.end('HTTP/1.1 101 Switching\r\nUpgrade: x\r\nConnection: upgrade\r\n\r\n'),
      'http-not-http',
    ],
    ['closes without an answer', (socket) => socket.end(), 'http-closed'],
    ['resets without an answer', (socket) => socket.resetAndDestroy(), 'http-closed'],
    ['closes within its headers', (socket) => socket.end('HTTP/1.1 200 OK\r\nContent-Le'), 'http-closed'],
    [
      'sends less than it promised',
      (socket) => socket.end(`${HEAD}Content-Length: 100\r\n\r\nhello`),
      'http-body-short',
    ],
    [
      'sends more than it promised',
      (socket) => socket.end(`${HEAD}Content-Length: 5\r\n\r\nhello world`),
      'http-body-long',
    ],
    [
      'ends within a chunk',
      (socket) => socket.end(`${HEAD}Transfer-Encoding: chunked\r\n\r\n20\r\nhello`),
      'http-body-cut',
    ],
    [
      'sends a chunk without a size',
      (socket) => socket.end(`${HEAD}Transfer-Encoding: chunked\r\n\r\n5\r\nhello\r\nzz\r\n`),
      'http-not-http',
    ],
    ['packs in an unknown way', (socket) => socket.end(`${HEAD}Content-Encoding: zip\r\n\r\nhello`), 'http-encoding'],
    ['packs twice', (socket) => socket.end(`${HEAD}Content-Encoding: gzip, gzip\r\n\r\nhello`), 'http-encoding'],
    ['says gzip and sends text', (socket) => socket.end(`${HEAD}Content-Encoding: gzip\r\n\r\nhello`), 'http-unpack'],
    [
      'ends within what it packed',
      (socket) => {
        socket.write(`${HEAD}Content-Encoding: gzip\r\n\r\n`)
        socket.end(gzipSync('hello '.repeat(1_000)).subarray(0, 30))
      },
      'http-unpack',
    ],
  ])('%s is an honest failure', async (_what, answer, code) => {
    const ended = await call(answer)
    expect(ended).toMatchObject({ how: 'failed', failure: expect.objectContaining({ code }) })
    expect(textOf(ended.failure?.message ?? '')).not.toMatch(/[{}]/)
  })

  it('that changes to another protocol keeps no connection', async () => {
    const server = await startRawServer(
      (socket) => void socket.write('HTTP/1.1 101 Switching\r\nUpgrade: x\r\nConnection: upgrade\r\n\r\n'),
    )
    await callHttp(httpSpec(`${server.origin}/`))
    await expect.poll(() => server.open.size).toBe(0)
  })

  it('that breaks off gets its beginning shown', async () => {
    expect(await call((socket) => socket.end(`${HEAD}Content-Length: 100\r\n\r\nhello`))).toMatchObject({
      how: 'failed',
      status: 200,
      stdout: { text: 'hello' },
    })
  })

  it('that resets midway fails with what came before', async () => {
    const ended = await call((socket) => {
      socket.write(`${HEAD}Content-Length: 100\r\n\r\nhello`, () => socket.resetAndDestroy())
    })
    expect(ended.how).toBe('failed')
    expect(ended.failure?.code).toMatch(/^http-(closed|body-short)$/)
  })

  it('that sends a body of 1 GiB is stopped at the limit, with little memory', async () => {
    let sent = 0
    const chunk = Buffer.alloc(65_536, 'x')
    const before = process.memoryUsage().rss
    const ended = await call((socket) => {
      socket.write(`${HEAD}Content-Length: ${2 ** 30}\r\n\r\n`)
      writeForever(socket, chunk)
      socket.on('close', () => {
        sent = socket.bytesWritten
      })
    })
    expect(ended).toMatchObject({ how: 'failed', failure: expect.objectContaining({ code: 'http-too-large' }) })
    expect(ended.stdout.text).toMatch(/^x+$/)
    expect(sent).toBeLessThan(2 ** 26)
    expect(process.memoryUsage().rss - before).toBeLessThan(2 ** 28)
  })

  it('that sends a gzip bomb is stopped at the limit', async () => {
    const ended = await call((socket) => {
      socket.write(`${HEAD}Content-Encoding: gzip\r\n\r\n`)
      const gzip = createGzip()
      gzip.pipe(socket)
      gzip.on('error', () => {})
      const zeros = Buffer.alloc(2 ** 20, '0')
      const write = () => {
        while (!socket.destroyed && gzip.write(zeros));
      }
      gzip.on('drain', write)
      write()
    })
    expect(ended).toMatchObject({ how: 'failed', failure: expect.objectContaining({ code: 'http-too-large' }) })
  })

  it('that packs endless zeros is stopped at the limit too', async () => {
    const member = gzipSync('')
    const ended = await call(
      (socket) => {
        socket.write(`${HEAD}Content-Encoding: gzip\r\n\r\n`)
        writeForever(socket, Buffer.concat(Array.from({ length: 1_000 }, () => member)))
      },
      { limits: { bodyBytes: 100_000 } },
    )
    expect(ended).toMatchObject({ how: 'failed', failure: expect.objectContaining({ code: 'http-too-large' }) })
  })

  it('that trickles its headers is given up', async () => {
    const ended = await call((socket) => void socket.write('HTTP/1.1 200 OK\r\nX: '), { limits: { headersMs: 100 } })
    expect(ended).toMatchObject({ how: 'failed', failure: expect.objectContaining({ code: 'http-headers-late' }) })
  })

  it('that sends hints forever and no answer is given up', async () => {
    const ended = await call((socket) => writeForever(socket, 'HTTP/1.1 103 Early Hints\r\n\r\n'))
    expect(ended).toMatchObject({ how: 'failed', failure: expect.objectContaining({ code: 'http-not-http' }) })
  })

  it('that trickles its body ends at the call’s time limit', async () => {
    const ended = await call(
      (socket) => {
        socket.write(`${HEAD}Content-Length: 1000\r\n\r\n`)
        const timer = setInterval(() => socket.write('x'), 20)
        socket.on('close', () => clearInterval(timer))
      },
      { timeoutMs: 300 },
    )
    expect(ended).toMatchObject({ how: 'timed-out', failure: expect.objectContaining({ code: 'http-timed-out' }) })
    expect(ended.ms).toBeLessThan(2_000)
  })

  it('that is missing is named', async () => {
    const planned = await planHttpCall(httpSpec('http://127.0.0.1:1/'))
    if (!planned.ok) throw new Error(textOf(planned.error.message))
    expect(await runPlannedHttp(planned)).toMatchObject({
      how: 'failed',
      failure: expect.objectContaining({ code: 'http-refused' }),
    })
  })
})

describe('canceling', () => {
  it.each<[string, (socket: Socket) => void]>([
    ['before the headers', () => undefined],
    ['within the body', (socket) => void socket.write(`${HEAD}Content-Length: 1000\r\n\r\nx`)],
  ])('ends a request %s at once and closes its connection', async (_when, answer) => {
    const controller = new AbortController()
    const { promise: answered, resolve } = Promise.withResolvers<number>()
    const server = await startRawServer((socket) => {
      answer(socket)
      resolve(performance.now())
    })
    const running = callHttp(httpSpec(`${server.origin}/`), {}, { signal: controller.signal })
    await answered
    const canceledAt = performance.now()
    controller.abort()
    expect(await running).toMatchObject({ how: 'canceled' })
    expect(performance.now() - canceledAt).toBeLessThan(200)
    await expect.poll(() => server.open.size).toBe(0)
  })

  it('before the start sends nothing', async () => {
    const server = await startRawServer((socket) => void socket.end())
    const ended = await callHttp(httpSpec(`${server.origin}/`), {}, { signal: AbortSignal.abort() })
    expect(ended).toMatchObject({ how: 'canceled' })
    expect(server.received).toEqual([])
  })
})

describe('inner addresses', () => {
  it.each([
    ['this computer', (port: number) => `http://127.0.0.1:${port}/`],
    ['this computer by IPv6', (port: number) => `http://[::1]:${port}/`],
    ['this computer mapped into IPv6', (port: number) => `http://[::ffff:127.0.0.1]:${port}/`],
    ['this computer by name', (port: number) => `http://localhost:${port}/`],
    ['any address of this computer', (port: number) => `http://0.0.0.0:${port}/`],
  ])('of %s are not reached where nobody granted the host', async (_what, url) => {
    const server = await startRawServer((socket) => void socket.end(`${HEAD}\r\nhi`))
    const ended = await callHttp(httpSpec(url(server.port)), {}, { hosts: [`http://127.0.0.1:${server.port + 1}`] })
    expect(ended).toMatchObject({ how: 'not-started', failure: expect.objectContaining({ code: 'host-inner' }) })
    expect(server.open.size + server.received.length).toBe(0)
  })

  it('are not reached by a name that leads to them', async () => {
    const server = await startRawServer((socket) => void socket.end(`${HEAD}\r\nhi`))
    const lookup = async () => [{ address: '127.0.0.1', family: 4 }]
    const ended = await callHttp(httpSpec(`http://public.example:${server.port}/`), {}, { hosts: [], lookup })
    expect(ended).toMatchObject({
      how: 'not-started',
      failure: expect.objectContaining({ code: 'host-inner-by-name' }),
    })
    expect(server.received).toEqual([])
  })

  it('are not reached by anything outside the plan', async () => {
    const server = await startRawServer((socket) => void socket.end(`${HEAD}\r\nhi`))
    const planned = await planHttpCall(httpSpec(`${server.origin}/`))
    if (!planned.ok) throw new Error(textOf(planned.error.message))
    const grants = { ...planned.grants, hosts: ['http://other.example'] }
    const ended = await runPlannedHttp({ ...planned, grants })
    expect(ended).toMatchObject({ how: 'not-started', failure: expect.objectContaining({ code: 'http-not-granted' }) })
    expect(server.received).toEqual([])
  })
})

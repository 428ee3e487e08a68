import { createServer, type IncomingMessage, request as requestHttp, type ServerResponse } from 'node:http'
import { connect, type Socket } from 'node:net'
import { readWebAddress, type WebAddress } from '#shared/call/web-address'
import { type Message, message, textOf } from '#shared/messages/message'
import { answerWith, type Lookup, type ResolvedAddress, resolveHost } from './resolve-host.ts'

export interface ProxyRules {
  /** Origins that a program may connect to; `any` excludes the inner ones. */
  hosts: readonly string[] | 'any'
  /** Those that may be this computer or on a local network. */
  inner: readonly string[]
  /** Ends all connections. */
  signal: AbortSignal
  /** Programs do not report why a proxy refused, so we do. */
  onRefused(why: Message): void
  lookup?: Lookup
}

type Opened = { ok: true; socket: Socket } | { ok: false; message: Message }

const CONNECT_MS = 30_000
const MOST_CONNECTIONS = 256
/** These headers concern one connection, and this proxy starts another one. */
const HOP_BY_HOP = /^(?:connection|keep-alive|proxy-.*|te|trailer|transfer-encoding|upgrade|expect|host)$/i

/** HTTP, CONNECT and SOCKS5, only to granted hosts. Each name is resolved once, and the checked address is used. */
export function makeProxy(rules: ProxyRules) {
  const sockets = new Set<Socket>()
  const track = (socket: Socket) => {
    sockets.add(socket)
    socket.on('error', () => socket.destroy())
    socket.once('close', () => sockets.delete(socket))
  }
  rules.signal.addEventListener('abort', () => {
    for (const socket of sockets) socket.destroy()
  })

  /** A tunnel carries any protocol, so the scheme of the granted origin does not matter. */
  const openTunnel = async (host: string, port: number): Promise<Opened> => {
    const bracketed = host.includes(':') && !host.startsWith('[') ? `[${host}]` : host
    const readings = ['https', 'http'].map((scheme) => readWebAddress(`${scheme}://${bracketed}:${port}`))
    const granted = readings.find((read) => read.ok && isGranted(rules, read.address.origin)) ?? readings[0]
    const judged = await judge(rules, granted ?? readWebAddress(''))
    if (!judged.ok) return judged
    const socket = connect({ host: judged.address.host, port, lookup: answerWith(judged.addresses) })
    track(socket)
    return waitForConnection(socket, judged.address.origin)
  }

  const server = createServer({ requestTimeout: 0 }, (request, response) => void forward(rules, request, response))
  server.on('connect', (request, socket: Socket, head) => {
    const [, host = '', port = ''] = /^(.*):(\d{1,5})$/.exec(request.url ?? '') ?? []
    void openTunnel(host, Number(port)).then((opened) => {
      if (!opened.ok) return socket.end(spellRefusal(opened.message))
      socket.write('HTTP/1.1 200 Connection established\r\n\r\n')
      if (head.length > 0) opened.socket.write(head)
      return join(socket, opened.socket)
    })
  })
  server.on('upgrade', (_request, socket: Socket) => socket.destroy())

  /** A connection of the confined program. */
  const serve = (socket: Socket): void => {
    if (rules.signal.aborted || sockets.size >= MOST_CONNECTIONS) return void socket.destroy()
    track(socket)
    socket.once('data', (first: Buffer) => {
      socket.pause()
      socket.unshift(first)
      if (first[0] === VERSION) void serveSocks(socket, openTunnel)
      else server.emit('connection', socket)
      process.nextTick(() => socket.resume())
    })
  }
  return { serve }
}

type Judged = { ok: true; address: WebAddress; addresses: ResolvedAddress[] } | { ok: false; message: Message }

async function judge(rules: ProxyRules, read: ReturnType<typeof readWebAddress>): Promise<Judged> {
  const refuse = (why: Message): Judged => {
    rules.onRefused(why)
    return { ok: false, message: why }
  }
  if (!read.ok) return refuse(read.message)
  const { origin, host } = read.address
  // A name that was not granted is not even looked up, because a lookup already tells somebody.
  if (!isGranted(rules, origin)) return refuse(message('http-not-granted', { origin }))
  const mayBeInner = rules.inner.includes(origin)
  const resolved = await resolveHost(host, { mayBeInner, signal: rules.signal, lookup: rules.lookup }).catch(() => null)
  if (resolved === null) return { ok: false, message: message('http-closed', { origin }) }
  return resolved.ok ? { ...resolved, address: read.address } : refuse(resolved.message)
}

const isGranted = ({ hosts }: ProxyRules, origin: string) => hosts === 'any' || hosts.includes(origin)

async function forward(rules: ProxyRules, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const judged = await judge(rules, readWebAddress(request.url ?? ''))
  const refuse = (status: number, why: Message) =>
    void response.writeHead(status, { 'content-type': 'text/plain' }).end(explain(why))
  if (!judged.ok) return refuse(403, judged.message)
  const { address, addresses } = judged
  const { origin } = address
  const fail = () => {
    if (response.headersSent) response.destroy()
    else refuse(502, message('http-closed', { origin }))
  }
  const refuseStatus = (code = 0) => refuse(502, message('http-not-http', { origin, code: String(code) }))
  if (origin.startsWith('https:')) return fail()
  const upstream = requestHttp({
    ...{ host: address.host, port: address.port, path: address.path, method: request.method, agent: false },
    headers: [...keepHeaders(request.rawHeaders), 'Host', new URL(address.href).host, 'Connection', 'close'],
    ...{ timeout: CONNECT_MS, lookup: answerWith(addresses), signal: rules.signal },
  })
  const abort = () => upstream.destroy()
  response.once('close', abort)
  upstream.once('socket', (socket) => socket.once('connect', () => upstream.setTimeout(0)))
  upstream.on('timeout', abort)
  upstream.on('error', fail)
  upstream.on('upgrade', ({ statusCode }, socket) => {
    socket.destroy()
    refuseStatus(statusCode)
  })
  upstream.on('response', (answer) => {
    const { statusCode = 0, statusMessage = '', rawHeaders } = answer
    answer.on('error', fail)
    // For this and for other characters in a reason, `writeHead` would throw.
    if (statusCode < 200) return refuseStatus(statusCode)
    response.writeHead(statusCode, statusMessage.replace(/[^\t\x20-\x7e\x80-\xff]/g, ''), keepHeaders(rawHeaders))
    return void answer.pipe(response)
  })
  request.pipe(upstream)
}

function keepHeaders(raw: readonly string[]): string[] {
  return raw.flatMap((name, index) => (index % 2 || HOP_BY_HOP.test(name) ? [] : [name, raw[index + 1] ?? '']))
}

function waitForConnection(socket: Socket, origin: string): Promise<Opened> {
  const { promise, resolve } = Promise.withResolvers<Opened>()
  const fail = () => {
    resolve({ ok: false, message: message('http-closed', { origin }) })
    socket.destroy()
  }
  socket.setTimeout(CONNECT_MS, fail)
  socket.once('close', fail)
  socket.once('connect', () => {
    socket.setTimeout(0)
    socket.off('close', fail)
    resolve({ ok: true, socket })
  })
  return promise
}

function join(a: Socket, b: Socket): void {
  a.once('close', () => b.destroy())
  b.once('close', () => a.destroy())
  a.pipe(b).pipe(a)
}

function spellRefusal(why: Message): string {
  const text = explain(why)
  const status = why.code === 'http-closed' ? '502 Bad Gateway' : '403 Forbidden'
  const head = [`HTTP/1.1 ${status}`, 'Content-Type: text/plain', `Content-Length: ${Buffer.byteLength(text)}`]
  return [...head, 'Connection: close', '', text].join('\r\n')
}

const explain = (why: Message) => `Skillet: ${textOf(why)}\n`

/** Of SOCKS. */
const VERSION = 5
const CONNECT = 1
const [IPV4, NAME, IPV6] = [1, 3, 4]
const LONGEST_GREETING = 600
const [GRANTED, NOT_ALLOWED, UNREACHABLE, UNSUPPORTED_COMMAND, UNSUPPORTED_ADDRESS] = [0, 2, 4, 7, 8]
const [NO_PASSWORD, NO_METHOD] = [0, 0xff]

/** SOCKS5 (RFC 1928) for TCP without a password. Programs pass names, which we resolve. */
async function serveSocks(socket: Socket, open: (host: string, port: number) => Promise<Opened>): Promise<void> {
  const read = makeReader(socket)
  const answer = (reply: number) => socket.write(Buffer.from([VERSION, reply, 0, IPV4, 0, 0, 0, 0, 0, 0]))
  const refuse = (reply: number) => {
    answer(reply)
    socket.end()
  }
  const methods = await read(2).then((greeting) => read(greeting[1] ?? 0))
  if (!methods.includes(NO_PASSWORD)) return void socket.end(Buffer.from([VERSION, NO_METHOD]))
  socket.write(Buffer.from([VERSION, NO_PASSWORD]))
  const [version, command, , kind] = await read(4)
  if (version !== VERSION || command !== CONNECT) return refuse(UNSUPPORTED_COMMAND)
  const host = await readHost(kind ?? 0, read)
  if (host === null) return refuse(UNSUPPORTED_ADDRESS)
  const port = (await read(2)).readUInt16BE()
  const opened = await open(host, port)
  if (!opened.ok) return refuse(opened.message.code === 'http-closed' ? UNREACHABLE : NOT_ALLOWED)
  answer(GRANTED)
  const rest = read.release()
  if (rest.length > 0) opened.socket.write(rest)
  join(socket, opened.socket)
}

async function readHost(kind: number, read: Reader): Promise<string | null> {
  if (kind === IPV4) return (await read(4)).join('.')
  if (kind === NAME) return (await read((await read(1))[0] ?? 0)).toString('latin1')
  if (kind !== IPV6) return null
  const bytes = await read(16)
  return Array.from({ length: 8 }, (_, index) => bytes.readUInt16BE(index * 2).toString(16)).join(':')
}

interface Reader {
  /** Never settles if the bytes never come; the end of the socket cleans up. */
  (count: number): Promise<Buffer>
  /** The bytes that arrived but were not read. */
  release(): Buffer
}

function makeReader(socket: Socket): Reader {
  let buffer = Buffer.alloc(0)
  let wake = () => {}
  const take = (chunk: Buffer) => {
    buffer = Buffer.concat([buffer, chunk])
    if (buffer.length > LONGEST_GREETING) socket.pause()
    wake()
  }
  socket.on('data', take)
  const read = async (count: number) => {
    while (buffer.length < count) {
      const { promise, resolve } = Promise.withResolvers<void>()
      wake = resolve
      await promise
    }
    const bytes = buffer.subarray(0, count)
    buffer = buffer.subarray(count)
    return bytes
  }
  const release = () => {
    socket.off('data', take)
    return buffer
  }
  return Object.assign(read, { release })
}

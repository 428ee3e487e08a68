import type { Socket } from 'node:net'
import type { Opened } from './proxy.ts'

const VERSION = 5
const CONNECT = 1
const [IPV4, NAME, IPV6] = [1, 3, 4]
const LONGEST_GREETING = 600
const [GRANTED, NOT_ALLOWED, UNREACHABLE, UNSUPPORTED_COMMAND, UNSUPPORTED_ADDRESS] = [0, 2, 4, 7, 8]
const [NO_PASSWORD, NO_METHOD] = [0, 0xff]

/** SOCKS5 (RFC 1928) for TCP without a password. Programs pass names, which we resolve. */
export async function serveSocks(
  socket: Socket,
  open: (host: string, port: number) => Promise<Opened>,
  join: (a: Socket, b: Socket) => void,
): Promise<void> {
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

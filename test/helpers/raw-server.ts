import { createServer, type Server, type Socket } from 'node:net'
import { createServer as createSecureServer } from 'node:tls'
import { onTestFinished } from 'vitest'

export interface RawServer {
  port: number
  origin: string
  /** The bytes of each connection, exactly as they came. */
  received: Buffer[]
  /** Connections that are open at this moment. */
  open: Set<Socket>
}

/** A server that hears bytes and answers bytes; `answer` runs once for each connection, when its headers have come. */
export async function startRawServer(
  answer: (socket: Socket, request: string) => void,
  certificate?: { key: string; cert: string },
): Promise<RawServer> {
  const received: Buffer[] = []
  const open = new Set<Socket>()
  const serve = (socket: Socket) => {
    const index = received.push(Buffer.alloc(0)) - 1
    let hasAnswered = false
    open.add(socket)
    socket.on('error', () => {})
    socket.on('close', () => open.delete(socket))
    socket.on('data', (chunk) => {
      const all = Buffer.concat([received[index] ?? Buffer.alloc(0), chunk])
      received[index] = all
      if (hasAnswered || !isWhole(all)) return
      hasAnswered = true
      answer(socket, all.toString('latin1'))
    })
  }
  const server: Server = certificate ? createSecureServer(certificate, serve) : createServer(serve)
  if (certificate) server.on('tlsClientError', () => {})
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(async () => {
    for (const socket of open) socket.destroy()
    await new Promise((resolve) => server.close(resolve))
  })
  const { port } = server.address() as { port: number }
  return { port, origin: `${certificate ? 'https' : 'http'}://127.0.0.1:${port}`, received, open }
}

function isWhole(bytes: Buffer): boolean {
  const end = bytes.indexOf('\r\n\r\n')
  if (end < 0) return false
  const length = /\r\ncontent-length: (\d+)/i.exec(bytes.subarray(0, end).toString('latin1'))?.[1] ?? '0'
  return bytes.length >= end + 4 + Number(length)
}

import { once } from 'node:events'
import { createServer, type Socket } from 'node:net'

/** Whatever may listen where Ollama is expected; `greet` is called with the first bytes that come. */
export async function openProgram(greet: (socket: Socket) => void) {
  const sockets = new Set<Socket>()
  const visited = Promise.withResolvers<void>()
  const server = createServer((socket) => {
    sockets.add(socket)
    socket.on('error', () => undefined)
    socket.once('data', () => {
      visited.resolve()
      greet(socket)
    })
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  return {
    host: `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`,
    visited: visited.promise,
    close: async () => {
      for (const socket of sockets) socket.destroy()
      server.close()
      await once(server, 'close')
    },
  }
}

import { once } from 'node:events'
import { chmodSync, existsSync, rmSync } from 'node:fs'
import { createServer, type Socket } from 'node:net'
import { writeFile } from '#main/data-folder/write-file'
import { type Answer, openPeer, type Peer } from './line-peer.ts'
import { announcementOf, chooseSocket } from './socket-place.ts'

export interface Listener {
  close(): void
}

/** Handles a connection from its first line to its end. */
export type Serve = (peer: () => Peer) => Answer

/** Listens for other programs of the same person. Null if there is no safe place for the socket. */
export async function listen(home: string, env: NodeJS.ProcessEnv, serve: Serve): Promise<Listener | null> {
  const path = chooseSocket(home, env)
  if (path === null) return null
  const sockets = new Set<Socket>()
  const server = createServer((socket) => {
    sockets.add(socket)
    socket.on('close', () => sockets.delete(socket))
    const peer = openPeer(socket, (...asked) => answer(...asked))
    const answer = serve(() => peer)
  })
  // Only the owner of the record listens, so an existing socket was left by a killed app.
  if (existsSync(path)) rmSync(path)
  server.listen(path)
  await once(server, 'listening')
  if (process.platform !== 'win32') chmodSync(path, 0o600)
  await writeFile(announcementOf(home), [`${JSON.stringify({ path })}\n`])
  return {
    close: () => {
      rmSync(announcementOf(home), { force: true })
      server.close()
      for (const socket of sockets) socket.destroy()
    },
  }
}

import { once } from 'node:events'
import { createConnection } from 'node:net'
import type { Json } from '#shared/json'
import { openPeer, type Peer } from './line-peer.ts'
import { findSocket } from './socket-place.ts'

/** Connects to the app that has this home open; null if there is none. */
export async function connectToApp(home: string, take?: (event: Json) => void): Promise<Peer | null> {
  const path = findSocket(home)
  if (path === null) return null
  const socket = createConnection(path)
  try {
    await once(socket, 'connect')
  } catch {
    // A killed app leaves its socket behind.
    return null
  }
  const refuse = async () => {
    throw new Error('nothing is asked of this end')
  }
  return openPeer(socket, refuse, take)
}

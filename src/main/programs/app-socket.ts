import { hash } from 'node:crypto'
import { once } from 'node:events'
import { chmodSync, existsSync, lstatSync, mkdirSync, readFileSync, realpathSync, rmSync } from 'node:fs'
import { createConnection, createServer, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { dirname, isAbsolute, join } from 'node:path'
import { writeFile } from '#main/data-folder/write-file'
import { isObject, type Json } from '#shared/json'
import { type Answer, openPeer, type Peer } from './line-peer.ts'

/** The longest path of a socket on macOS, which has the shortest limit. */
const LONGEST_PATH = 103

/** A file in the data folder that says where the running app listens. */
export const announcementOf = (home: string) => join(home, 'socket.json')

/** Where the app may listen: in a folder that nobody else can enter. Null if there is none. */
export function chooseSocket(home: string, env: NodeJS.ProcessEnv): string | null {
  const name = hash('sha256', realpathSync(home)).slice(0, 16)
  if (process.platform === 'win32') return `\\\\.\\pipe\\skillet-${name}`
  const own = `skillet-${process.getuid?.()}`
  const runtime = env.XDG_RUNTIME_DIR ?? ''
  const folders = [
    ...(isAbsolute(runtime) ? [join(runtime, 'skillet')] : []),
    ...[tmpdir(), '/tmp'].map((temp) => join(temp, own)),
  ]
  const paths = folders.map((folder) => join(folder, `${name}.sock`))
  return paths.find((path) => Buffer.byteLength(path) <= LONGEST_PATH && makePrivate(dirname(path))) ?? null
}

/** Where the app says it listens; null if it does not, or if somebody else may have created the file. */
export function findSocket(home: string): string | null {
  const path = readAnnounced(announcementOf(home))
  if (path === null || process.platform === 'win32') return path
  const found = lstatSync(path, { throwIfNoEntry: false })
  return isPrivate(dirname(path)) && found?.isSocket() && found.uid === process.getuid?.() ? path : null
}

function readAnnounced(file: string): string | null {
  try {
    const told: unknown = JSON.parse(readFileSync(file, 'utf8'))
    return isObject(told) && typeof told.path === 'string' ? told.path : null
  } catch {
    return null // Without it the app is not open.
  }
}

function makePrivate(folder: string): boolean {
  try {
    mkdirSync(folder, { mode: 0o700 })
  } catch {
    // It exists or cannot be created; the check below decides.
  }
  return isPrivate(folder)
}

/** Owned by us and closed to others, so whoever connects is the same person. */
function isPrivate(folder: string): boolean {
  const found = lstatSync(folder, { throwIfNoEntry: false })
  return found?.isDirectory() === true && found.uid === process.getuid?.() && (found.mode & 0o077) === 0
}

/** Handles a connection from its first line to its end. */
export type Serve = (peer: () => Peer) => Answer

/** Listens for other programs of the same person. Null if there is no safe place for the socket. */
export async function listen(home: string, env: NodeJS.ProcessEnv, serve: Serve): Promise<{ close(): void } | null> {
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

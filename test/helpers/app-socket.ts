import { once } from 'node:events'
import { createConnection } from 'node:net'
import { onTestFinished } from 'vitest'
import type { Core } from '#main/open-core'
import { findSocket, listen } from '#main/programs/app-socket'
import { answerPrograms, type OwnRequests } from '#main/programs/open-programs'
import { makeTempDir } from './temp-dir.ts'

/** The core's socket, as the app opens it, in a runtime folder of the test. */
export async function openSocket(
  core: Core,
  runtime = makeTempDir(),
  own: OwnRequests = {},
): Promise<{ path: string; close(): void }> {
  const listener = await listen(core.home, { XDG_RUNTIME_DIR: runtime }, answerPrograms(core, own))
  const path = findSocket(core.home)
  if (!listener || path === null) throw new Error('nothing listens')
  onTestFinished(() => listener.close())
  return { path, close: listener.close }
}

/** What comes back for these bytes, until the other end closes the line. */
export async function sendRaw(path: string, bytes: string | Buffer): Promise<string> {
  const socket = createConnection(path)
  const heard: Buffer[] = []
  socket.on('data', (chunk: Buffer) => heard.push(chunk))
  socket.on('error', () => {})
  await once(socket, 'connect')
  socket.write(bytes)
  await new Promise((resolve) => socket.once('close', resolve))
  return Buffer.concat(heard).toString('utf8')
}

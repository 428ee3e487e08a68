import { createConnection, type Socket } from 'node:net'
import { join } from 'node:path'
import { message } from '#shared/messages/message'

const WAIT_MS = 2000
const BUS = 'org.freedesktop.DBus'
const HOST = 'org.kde.StatusNotifierWatcher'

/** Closing would hide the window with no way to bring it back. */
export const NO_TRAY = { message: message('no-tray'), remedy: message('get-tray-extension') }

const METHOD_CALL = 1
const METHOD_RETURN = 2
const ERROR = 3

/**
 * Whether the desktop shows tray icons. On Linux an icon may silently not appear, so we ask the session's message bus.
 */
export async function hasTrayHost(env: NodeJS.ProcessEnv = process.env, platform = process.platform): Promise<boolean> {
  if (platform !== 'linux') return true
  const path = findBus(env)
  return path !== null && ask(path)
}

function findBus({ DBUS_SESSION_BUS_ADDRESS: address, XDG_RUNTIME_DIR: folder }: NodeJS.ProcessEnv): string | null {
  const [, kind, place] = /(?:^|;)unix:(?:[^;]*,)?(path|abstract)=([^,;]+)/.exec(address ?? '') ?? []
  if (place === undefined) return folder ? join(folder, 'bus') : null
  try {
    return `${kind === 'abstract' ? '\0' : ''}${decodeURIComponent(place)}`
  } catch {
    // The address is damaged, and no program can use it.
    return null
  }
}

function ask(path: string): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = createConnection(path)
    const end = (isThere: boolean) => {
      socket.destroy()
      resolve(isThere)
    }
    socket.setTimeout(WAIT_MS, () => end(false))
    socket.on('error', () => end(false))
    socket.on('close', () => end(false))
    talk(socket, end)
  })
}

function talk(socket: Socket, end: (isThere: boolean) => void): void {
  let read = Buffer.alloc(0)
  let isLoggedIn = false
  let answers = 0
  const user = Buffer.from(String(process.getuid?.() ?? 0)).toString('hex')
  socket.on('connect', () => socket.write(`\0AUTH EXTERNAL ${user}\r\n`))
  socket.on('data', (data) => {
    read = Buffer.concat([read, data])
    if (!isLoggedIn) {
      const line = read.indexOf('\r\n')
      if (line < 0) return
      if (!read.toString('latin1', 0, line).startsWith('OK')) return end(false)
      isLoggedIn = true
      read = read.subarray(line + 2)
      const asked = [makeCall(1, 'Hello'), makeCall(2, 'NameHasOwner', makeText(HOST))]
      socket.write(Buffer.concat([Buffer.from('BEGIN\r\n'), ...asked]))
    }
    for (let size = sizeOf(read); size > 0 && read.length >= size; size = sizeOf(read)) {
      const message = read.subarray(0, size)
      read = read.subarray(size)
      if (message[1] === METHOD_RETURN || message[1] === ERROR) answers++
      if (answers === 2) return end(message[1] === METHOD_RETURN && message.readUInt32LE(size - 4) === 1)
    }
  })
}

/** Of the first message; 0 if more bytes are needed to tell. */
function sizeOf(read: Buffer): number {
  return read.length < 16 ? 0 : 16 + roundUp(read.readUInt32LE(12)) + read.readUInt32LE(4)
}

function makeCall(serial: number, member: string, text: Buffer = Buffer.alloc(0)): Buffer {
  const fields = [
    makeField(1, 'o', makeText('/org/freedesktop/DBus')),
    makeField(2, 's', makeText(BUS)),
    makeField(3, 's', makeText(member)),
    makeField(6, 's', makeText(BUS)),
    ...(text.length > 0 ? [makeField(8, 'g', Buffer.from('\x01s\0', 'latin1'))] : []),
  ]
  const last = fields.pop() ?? Buffer.alloc(0)
  const array = Buffer.concat([...fields.map(fillUp), last])
  const head = Buffer.alloc(16)
  head.write('l', 0, 'latin1')
  head.set([METHOD_CALL, 0, 1], 1)
  head.writeUInt32LE(text.length, 4)
  head.writeUInt32LE(serial, 8)
  head.writeUInt32LE(array.length, 12)
  return Buffer.concat([fillUp(Buffer.concat([head, array])), text])
}

const makeField = (code: number, type: string, value: Buffer): Buffer =>
  Buffer.concat([Buffer.from([code, 1, type.charCodeAt(0), 0]), value])

function makeText(text: string): Buffer {
  const length = Buffer.alloc(4)
  length.writeUInt32LE(Buffer.byteLength(text))
  return Buffer.concat([length, Buffer.from(`${text}\0`)])
}

/** The next part starts at a multiple of eight. */
const fillUp = (piece: Buffer): Buffer => Buffer.concat([piece], roundUp(piece.length))

const roundUp = (length: number): number => Math.ceil(length / 8) * 8

import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { connect } from 'node:net'
import { join } from 'node:path'

export const hasBusDaemon = process.platform === 'linux' && spawnSync('dbus-daemon', ['--version']).status === 0

/** A session bus of its own, on which somebody keeps tray icons: what a desktop has. */
export async function startSessionBus(folder: string): Promise<{ address: string; stop(): void }> {
  const path = join(folder, 'bus')
  const address = `unix:path=${path}`
  const daemon: ChildProcess = spawn(
    'dbus-daemon',
    ['--session', `--address=${address}`, '--nofork', '--print-address'],
    {
      stdio: ['ignore', 'pipe', 'ignore'],
    },
  )
  if (daemon.stdout) await once(daemon.stdout, 'data')
  const socket = connect(path)
  const user = Buffer.from(String(process.getuid?.() ?? 0)).toString('hex')
  socket.on('error', () => undefined)
  socket.write(`\0AUTH EXTERNAL ${user}\r\n`)
  await once(socket, 'data')
  const owned = once(socket, 'data')
  socket.write('BEGIN\r\n')
  socket.write(makeCall(1, 'Hello', '', Buffer.alloc(0)))
  socket.write(makeCall(2, 'RequestName', 'su', align(makeText('org.kde.StatusNotifierWatcher'), 4, [0, 0, 0, 0])))
  await owned
  socket.on('data', () => undefined)
  return {
    address,
    stop: () => {
      socket.destroy()
      daemon.kill('SIGKILL')
    },
  }
}

function makeCall(serial: number, member: string, signature: string, body: Buffer): Buffer {
  const bus = makeText('org.freedesktop.DBus')
  const fields = [
    makeField(1, 'o', makeText('/org/freedesktop/DBus')),
    makeField(2, 's', bus),
    makeField(6, 's', bus),
    ...(signature ? [makeField(8, 'g', Buffer.from([signature.length, ...Buffer.from(`${signature}\0`)]))] : []),
  ]
  const array = Buffer.concat([...fields.map((field) => align(field, 8)), makeField(3, 's', makeText(member))])
  const head = Buffer.alloc(16)
  head.set([0x6c, 1, 0, 1])
  head.writeUInt32LE(body.length, 4)
  head.writeUInt32LE(serial, 8)
  head.writeUInt32LE(array.length, 12)
  return Buffer.concat([align(Buffer.concat([head, array]), 8), body])
}

const makeField = (code: number, type: string, value: Buffer): Buffer =>
  Buffer.concat([Buffer.from([code, 1, type.charCodeAt(0), 0]), value])

function makeText(text: string): Buffer {
  const length = Buffer.alloc(4)
  length.writeUInt32LE(Buffer.byteLength(text))
  return Buffer.concat([length, Buffer.from(`${text}\0`)])
}

const align = (piece: Buffer, to: number, then: number[] = []): Buffer =>
  Buffer.concat([piece, Buffer.alloc(Math.ceil(piece.length / to) * to - piece.length), Buffer.from(then)])

import { createServer } from 'node:net'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { hasTrayHost } from '#main/electron/tray-host'
import { makeTempDir } from '#test/helpers/temp-dir'

/** A session bus that says of every name whether it has an owner, in pieces as small as a network may make them. */
async function startBus(isOwned: boolean, login = 'OK 0123456789abcdef0123456789abcdef') {
  const path = join(makeTempDir(), 'bus')
  const asked: Buffer[] = []
  const server = createServer((socket) => {
    let isLoggedIn = false
    socket.on('error', () => undefined)
    socket.on('data', (data) => {
      asked.push(data)
      if (!isLoggedIn) {
        isLoggedIn = true
        socket.write(`${login}\r\n`)
        return
      }
      const answers = Buffer.concat([
        makeMessage(2, Buffer.from('\x04\0\0\0:1.7\0', 'latin1')),
        makeMessage(4, Buffer.from('\x04\0\0\0:1.7\0', 'latin1')),
        makeMessage(2, Buffer.from([Number(isOwned), 0, 0, 0])),
      ])
      for (const byte of answers) socket.write(Buffer.from([byte]))
    })
  })
  await new Promise<void>((resolve) => server.listen(path, resolve))
  onTestFinished(() => void server.close())
  return { path, asked: () => Buffer.concat(asked).toString('latin1') }
}

function makeMessage(type: number, body: Buffer): Buffer {
  const fields = Buffer.from([5, 1, 'u'.charCodeAt(0), 0, 2, 0, 0, 0])
  const head = Buffer.alloc(16)
  head.set([0x6c, type, 0, 1])
  head.writeUInt32LE(body.length, 4)
  head.writeUInt32LE(9, 8)
  head.writeUInt32LE(fields.length, 12)
  return Buffer.concat([head, fields, body])
}

describe('a place for tray icons', () => {
  it.each([true, false])('exists if the session bus says so: %s', async (isOwned) => {
    const { path, asked } = await startBus(isOwned)
    expect(await hasTrayHost({ DBUS_SESSION_BUS_ADDRESS: `unix:path=${path},guid=1` }, 'linux')).toBe(isOwned)
    expect(asked()).toContain('AUTH EXTERNAL')
    expect(asked()).toContain('org.kde.StatusNotifierWatcher')
  })

  it('is found through the runtime folder if no address is set', async () => {
    const { path } = await startBus(true)
    expect(await hasTrayHost({ XDG_RUNTIME_DIR: join(path, '..') }, 'linux')).toBe(true)
  })

  it('does not exist without a bus, or with one that refuses entry', async () => {
    expect(await hasTrayHost({}, 'linux')).toBe(false)
    expect(await hasTrayHost({ DBUS_SESSION_BUS_ADDRESS: 'unix:path=/nowhere/bus' }, 'linux')).toBe(false)
    const { path } = await startBus(true, 'REJECTED EXTERNAL')
    expect(await hasTrayHost({ DBUS_SESSION_BUS_ADDRESS: `unix:path=${path}` }, 'linux')).toBe(false)
  })

  it.each(['/nowhere/100%', '/nowhere/%zz', '/nowhere/%ff', `/nowhere/${'a'.repeat(200)}`, '/nowhere/%00'])(
    'does not exist if the address of the bus is damaged: %s',
    async (place) => {
      for (const kind of ['path', 'abstract']) {
        expect(await hasTrayHost({ DBUS_SESSION_BUS_ADDRESS: `unix:${kind}=${place}` }, 'linux')).toBe(false)
      }
    },
  )

  it('exists on the other systems', async () => {
    expect(await hasTrayHost({}, 'darwin')).toBe(true)
    expect(await hasTrayHost({}, 'win32')).toBe(true)
  })
})

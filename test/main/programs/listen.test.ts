import { existsSync, mkdirSync, readFileSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { announcementOf, chooseSocket, connectToApp, findSocket, listen } from '#main/programs/app-socket'
import { supervise } from '#main/runners/process/supervise'
import { openSocket, sendRaw } from '#test/helpers/app-socket'
import { openTestCore } from '#test/helpers/open-test-core'
import { confine, describeEnforced, makeShellCommand } from '#test/helpers/sandbox-here'
import { makeTempDir } from '#test/helpers/temp-dir'

const echo = () => async (method: string, params: object) => ({ method, ...params })

describe('the socket of the running app', () => {
  it('is in a private folder, under a name short enough for the system', async () => {
    const [home, runtime] = [makeTempDir(), makeTempDir()]
    const listener = await listen(home, { XDG_RUNTIME_DIR: runtime }, echo)
    const path = findSocket(home) ?? ''
    expect(path.startsWith(join(runtime, 'skillet'))).toBe(true)
    expect(Buffer.byteLength(path)).toBeLessThan(104)
    expect(statSync(join(path, '..')).mode & 0o777).toBe(0o700)
    expect(statSync(path).mode & 0o777).toBe(0o600)
    const peer = await connectToApp(home)
    expect(await peer?.ask('hello', { n: 1 })).toEqual({ method: 'hello', n: 1 })
    listener?.close()
    await peer?.closed
    expect(existsSync(announcementOf(home))).toBe(false)
    expect(await connectToApp(home)).toBe(null)
  })

  it('goes to the temporary folder if the runtime folder is missing, too long, or open to others', async () => {
    const home = makeTempDir()
    const long = join(makeTempDir(), 'x'.repeat(120))
    mkdirSync(long)
    const shared = makeTempDir()
    mkdirSync(join(shared, 'skillet'), { mode: 0o755 })
    const linked = makeTempDir()
    symlinkSync(makeTempDir(), join(linked, 'skillet'))
    for (const runtime of ['', '/nowhere', 'relative', long, shared, linked]) {
      const path = chooseSocket(home, { XDG_RUNTIME_DIR: runtime })
      expect(path).toMatch(/\/skillet-\d+\/[0-9a-f]{16}\.sock$/)
    }
  })

  it('replaces one that a killed app left, and an app over another home has its own', async () => {
    const [home, other, runtime] = [makeTempDir(), makeTempDir(), makeTempDir()]
    const first = await listen(home, { XDG_RUNTIME_DIR: runtime }, echo)
    const path = findSocket(home) ?? ''
    const announced = readFileSync(announcementOf(home), 'utf8')
    first?.close()
    // As they are left behind when nobody closes them.
    writeFileSync(path, '')
    writeFileSync(announcementOf(home), announced)
    expect(await connectToApp(home)).toBe(null)
    const second = await listen(home, { XDG_RUNTIME_DIR: runtime }, echo)
    const beside = await listen(other, { XDG_RUNTIME_DIR: runtime }, () => async () => 'beside')
    expect(await (await connectToApp(home))?.ask('again', {})).toEqual({ method: 'again' })
    expect(await (await connectToApp(other))?.ask('again', {})).toBe('beside')
    second?.close()
    beside?.close()
  })

  it('is not trusted in a place where others could have put it', async () => {
    const home = makeTempDir()
    const open = makeTempDir()
    const folder = join(open, 'planted')
    mkdirSync(folder, { mode: 0o777 })
    writeFileSync(announcementOf(home), JSON.stringify({ path: join(folder, 'x.sock') }))
    expect(findSocket(home)).toBe(null)
    for (const text of ['', '[]', '{"path": 5}', '{']) {
      writeFileSync(announcementOf(home), text)
      expect(findSocket(home)).toBe(null)
    }
    rmSync(announcementOf(home))
  })
})

describe('what others send to the socket', () => {
  it('ends the line if it is not JSON, and answers an unknown name', async () => {
    const home = makeTempDir()
    const { core } = await openTestCore({ home })
    const { path } = await openSocket(core)
    for (const bytes of ['hello\n', '[]\n', 'null\n', Buffer.from([0xff, 0xfe, 10]), '{"id":1,\n']) {
      expect(await sendRaw(path, bytes)).toBe('')
    }
    await sendRaw(path, '{"id":1,"method":"erase"}\n{"id":2,"method":"run","params":7}\n{"id":3}\nx\n')
    const peer = await connectToApp(home)
    await expect(peer?.ask('erase', {})).rejects.toThrow('there is no erase')
    await expect(peer?.ask('run', { tool: 'say', folder: 'here' })).rejects.toThrow('no call')
    peer?.close()
    await core.close()
  })

  it('ends the line after 32 MiB without a line end, and serves others meanwhile', async () => {
    const home = makeTempDir()
    const listener = await listen(home, { XDG_RUNTIME_DIR: makeTempDir() }, echo)
    const path = findSocket(home) ?? ''
    const flooded = sendRaw(path, Buffer.alloc(33 * 2 ** 20, 'a'))
    const peer = await connectToApp(home)
    expect(await peer?.ask('still', {})).toEqual({ method: 'still' })
    expect(await flooded).toBe('')
    listener?.close()
  })
})

describeEnforced('a command in the sandbox', () => {
  it('does not reach the app’s socket from the sandbox, wherever that is', async () => {
    const [home, runtime] = [makeTempDir(), makeTempDir()]
    const listener = await listen(home, { XDG_RUNTIME_DIR: runtime }, echo)
    const fallback = chooseSocket(home, {}) ?? ''
    const folders = [join(runtime, 'skillet'), dirname(fallback)]
    const looking = `for place in ${folders.join(' ')}; do ls $place 2>/dev/null && echo found; done; echo looked`
    const { stdout } = await supervise(confine(makeShellCommand(looking)))
    expect(stdout.text).toBe('looked\n')
    listener?.close()
  })
})

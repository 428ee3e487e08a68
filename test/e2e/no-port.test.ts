import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdirSync, readFileSync, readlinkSync } from 'node:fs'
import { createServer } from 'node:net'
import { describe, expect, it, onTestFinished } from 'vitest'
import { startFakeOllama } from '#test/helpers/fake-ollama'
import { electronCommand, makeHome } from './launch.ts'

describe.runIf(process.platform === 'linux')('the whole app, without a driver', () => {
  it('listens on no port and holds no process for the network after the window has asked for the models', async () => {
    const ollama = await startFakeOllama()
    onTestFinished(() => ollama.close())
    const { home, remove } = makeHome()
    onTestFinished(remove)
    const { executablePath, args, env } = electronCommand(home, ollama.host)
    const child = spawn(executablePath, [...args, '--no-sandbox'], { env, stdio: 'ignore', detached: true })
    onTestFinished(async () => {
      if (child.exitCode !== null || child.signalCode !== null) return
      const gone = once(child, 'exit')
      process.kill(-(child.pid ?? 0), 'SIGKILL')
      await gone
    })
    const isUp = () => child.exitCode === null && ollama.seen.some(({ path }) => path === '/api/tags')
    await expect.poll(isUp, { timeout: 60_000 }).toBe(true)
    const tree = listTree(child.pid ?? 0)
    expect(tree.length).toBeGreaterThan(2)
    expect(tree.flatMap(listPorts)).toEqual([])
    expect(tree.map((pid) => readOrEmpty(`/proc/${pid}/cmdline`)).join()).not.toContain('network.mojom')
  }, 120_000)

  it('would be noticed if it did listen', async () => {
    const server = createServer()
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    onTestFinished(() => void server.close())
    expect(listPorts(process.pid)).toHaveLength(1)
  })
})

/** A process and all who descend from it. */
function listTree(root: number): number[] {
  const parents = readdirSync('/proc').flatMap((entry): [number, number][] => {
    const parent = /\) \S (\d+) /.exec(readOrEmpty(`/proc/${entry}/stat`))?.[1]
    return /^\d+$/.test(entry) && parent !== undefined ? [[Number(entry), Number(parent)]] : []
  })
  const childrenOf = (pid: number): number[] => {
    return parents.flatMap(([child, parent]) => (parent === pid ? [child, ...childrenOf(child)] : []))
  }
  return [root, ...childrenOf(root)]
}

/** Local addresses of the sockets of a process that wait for connections from the network. */
function listPorts(pid: number): string[] {
  const own = new Set(listSockets(pid))
  return ['tcp', 'tcp6'].flatMap((kind) =>
    readOrEmpty(`/proc/${pid}/net/${kind}`)
      .split('\n')
      .map((line) => line.trim().split(/\s+/))
      .flatMap(([, local = '', , state, , , , , , inode = '']) => (state === '0A' && own.has(inode) ? [local] : [])),
  )
}

function listSockets(pid: number): string[] {
  try {
    return readdirSync(`/proc/${pid}/fd`).flatMap((fd) => {
      return /^socket:\[(\d+)\]$/.exec(readLink(`/proc/${pid}/fd/${fd}`))?.[1] ?? []
    })
  } catch {
    // It has ended meanwhile.
    return []
  }
}

function readLink(file: string): string {
  try {
    return readlinkSync(file)
  } catch {
    return ''
  }
}

function readOrEmpty(file: string): string {
  try {
    return readFileSync(file, 'latin1')
  } catch {
    return ''
  }
}

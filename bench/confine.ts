// What the sandbox adds to the start of a program, and the proxy to a request, beside both without them.

import { mkdtempSync, rmSync } from 'node:fs'
import { Agent, createServer, request } from 'node:http'
import { type AddressInfo, createServer as createRawServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { makeProxy } from '#main/network/proxy'
import { readFolder } from '#main/runners/process/mounts'
import { detectSandbox } from '#main/runners/process/sandbox'
import { type Command, supervise } from '#main/runners/process/supervise'
import { textOf } from '#shared/messages/message'
import { median, printTable, type Report } from './report.ts'

const STARTS = 60
const REQUESTS = 300
const WARM_UP = 5
const SEARCH_PATH = ['/usr/bin', '/bin']

export async function run(): Promise<Report> {
  const folder = mkdtempSync(join(tmpdir(), 'skillet-bench-'))
  const command: Command = {
    ...{ path: '/usr/bin/true', args: [], cwd: folder, env: { PATH: SEARCH_PATH.join(':') } },
    ...{ stdin: null, timeoutMs: 10_000 },
  }
  const sandbox = await detectSandbox(process.platform, SEARCH_PATH)
  const grants = { word: sandbox.word, network: false, writable: [folder], hidden: ['/run'] }
  const confined = async () => {
    const wrapped = sandbox.wrap(command, { ...grants, folders: readFolder(folder, 'write') }, [])
    if (wrapped === null || 'refused' in wrapped) throw new Error(textOf(sandbox.reason))
    const { exitCode } = await supervise({ ...command, wrapped })
    if (exitCode !== 0) throw new Error(`exit code ${exitCode}`)
  }
  const [bareStart, confinedStart] = await measureTurns(STARTS, async () => void (await supervise(command)), confined)
  rmSync(folder, { recursive: true })

  const server = createServer((_request, response) => void response.end('reached'))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const stop = new AbortController()
  const proxy = makeProxy({ hosts: [origin], inner: [origin], signal: stop.signal, onRefused: () => {} })
  const gate = createRawServer((socket) => proxy.serve(socket))
  await new Promise<void>((resolve) => gate.listen(0, '127.0.0.1', resolve))
  const { port } = gate.address() as AddressInfo
  const [bareRequest, proxied] = await measureTurns(
    REQUESTS,
    () => ask({ ...toOptions(origin), path: '/' }),
    () => ask({ host: '127.0.0.1', port, path: `${origin}/` }),
  )
  stop.abort()
  gate.close()
  server.closeAllConnections()
  server.close()
  return {
    name: `Confinement, medians of ${STARTS} starts and ${REQUESTS} requests with a new connection each`,
    rows: [
      { name: 'a program that does nothing: started', value: bareStart, unit: 'ms' },
      { name: 'what the sandbox with its gate adds', value: confinedStart - bareStart, unit: 'ms', goal: 15 },
      { name: 'a request over loopback', value: bareRequest, unit: 'ms' },
      { name: 'what the proxy adds', value: proxied - bareRequest, unit: 'ms', goal: 3 },
    ],
  }
}

const toOptions = (origin: string) => ({ host: '127.0.0.1', port: Number(new URL(origin).port) })

function ask(options: { host: string; port: number; path: string }): Promise<void> {
  return new Promise((resolve, reject) => {
    request({ ...options, agent: new Agent() }, (response) => response.resume().once('end', resolve))
      .once('error', reject)
      .end()
  })
}

/** One of each in turn, so that a busy machine slows both alike. */
async function measureTurns(count: number, bare: () => Promise<void>, ours: () => Promise<void>) {
  const times: [number[], number[]] = [[], []]
  for (let index = -WARM_UP; index < count; index += 1) {
    for (const [which, once] of [bare, ours].entries()) {
      const startedAt = performance.now()
      await once()
      if (index >= 0) times[which]?.push(performance.now() - startedAt)
    }
  }
  return [median(times[0]), median(times[1])] as const
}

if (import.meta.main) printTable(await run())

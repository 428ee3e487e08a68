// What one call of a server's tool costs, beside the official package alone with a process of its own.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Client } from '@modelcontextprotocol/client'
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio'
import { hashListed } from '#main/formats/mcp/read-mcp'
import { mcpRunner } from '#main/runners/mcp/mcp-runner'
import { findBinary } from '#main/runners/process/find-binary'
import { makeTimeLimit } from '#main/runners/process/time-limit'
import type { RunIo } from '#main/runners/runner'
import { makeServers } from '#main/servers/servers'
import type { JsonObject } from '#shared/json'
import type { McpServer } from '#shared/skill/mcp-server'
import { median, printTable, type Report } from './report.ts'

const CALLS = 1000
const WARM_UP = 100
const program = join('node_modules', '@modelcontextprotocol', 'server-everything', 'dist', 'index.js')
const args = { message: 'a text of usual length, which the server repeats' }

export async function run(): Promise<Report> {
  const client = new Client({ name: 'bench', version: '1' })
  const bareStart = performance.now()
  const transport = new StdioClientTransport({ command: process.execPath, args: [program], stderr: 'ignore' })
  await client.connect(transport)
  const { tools } = await client.listTools()
  const bareConnect = performance.now() - bareStart
  const listed = hashListed((tools.find(({ name }) => name === 'echo') ?? {}) as unknown as JsonObject)

  const start = {
    kind: 'command',
    command: process.execPath,
    args: [program],
    env: [],
    folders: [],
    network: false,
  } as const
  const server: McpServer = {
    skill: 'bench',
    name: 'everything',
    start: { ...start, args: [program], env: [], folders: [] },
  }
  const env = { PATH: process.env.PATH ?? '' }
  const machine = { wrap: () => ({}), forCall: () => ({ env }) } as unknown as Parameters<
    typeof makeServers
  >[0]['machine']
  const servers = makeServers({ machine, record: async () => undefined })
  const planned = await mcpRunner.plan(
    { runtime: { kind: 'mcp', server, tool: 'echo', listed }, dir: process.cwd() },
    args,
    { findBinary: (name: string) => findBinary(name, []), sandbox: 'none', secretVersion: () => null } as never,
  )
  if (planned.ok !== true) throw new Error('the call could not be planned')
  const io = {
    ...{ run: 'bench', signal: new AbortController().signal, keptBytes: 2 ** 19, env, caller: { kind: 'person' } },
    ...{ callServer: servers.call, secret: async () => null, output: () => undefined },
  } as unknown as RunIo
  const ours = async () => {
    const { how, failure } = await mcpRunner.run({ ...planned, timeoutMs: 60_000 }, { ...io, limit: makeTimeLimit() })
    if (how !== 'done') throw new Error(failure?.message.code ?? how)
  }
  const bare = async () => void (await client.callTool({ name: 'echo', arguments: args }))
  const ourStart = performance.now()
  await ours()
  const ourConnect = performance.now() - ourStart
  const [plain, through] = await measureTurns(bare, ours)
  const status = readFileSync(`/proc/${transport.pid}/status`, 'utf8')
  const memory = Number(/VmRSS:\s+(\d+)/.exec(status)?.[1] ?? Number.NaN) / 1024
  await Promise.all([client.close(), servers.close()])
  return {
    name: `One call of a server's tool over stdio, median of ${CALLS}, ratios beside the bare package`,
    rows: [
      { name: 'the package alone', value: plain, unit: 'ms' },
      {
        name: 'the same: planned before, compared with its review, called, read',
        value: through,
        unit: 'ms',
        ratio: through / plain,
        goal: 1.5,
      },
      { name: 'the package: start, connect and list', value: bareConnect, unit: 'ms' },
      {
        name: 'the same, and the first call',
        value: ourConnect,
        unit: 'ms',
        ratio: ourConnect / bareConnect,
        goal: 1.5,
      },
      { name: 'memory of an idle server', value: memory, unit: 'MiB' },
    ],
  }
}

async function measureTurns(bare: () => Promise<void>, ours: () => Promise<void>): Promise<[number, number]> {
  const times: [number[], number[]] = [[], []]
  for (let index = -WARM_UP; index < CALLS; index += 1) {
    for (const [which, once] of [bare, ours].entries()) {
      const startedAt = performance.now()
      await once()
      if (index >= 0) times[which]?.push(performance.now() - startedAt)
    }
  }
  return [median(times[0]), median(times[1])]
}

if (import.meta.main) printTable(await run())

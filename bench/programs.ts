// What a call costs another program through `skillet mcp`, beside the same call made by the open app itself.
import { randomBytes, randomUUID } from 'node:crypto'
import { readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Client } from '@modelcontextprotocol/client'
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio'
import { openCore } from '#main/open-core'
import { listen } from '#main/programs/app-socket'
import { answerPrograms } from '#main/programs/open-programs'
import { hashToken } from '#main/programs/pairings'
import { FIXTURES, PROGRAM } from '#test/main/cli/run-cli'
import { median, printTable, type Report } from './report.ts'

const CALLS = 60
const WARM_UP = 10

export async function run(): Promise<Report> {
  const home = join(tmpdir(), `skillet-bench-programs-${randomUUID()}`)
  const opened = await openCore({
    ...{ home, cwd: process.cwd(), skills: [{ path: FIXTURES, origin: 'named' as const }] },
    decide: async () => ({ decision: 'once', by: 'person' }),
  })
  if (!opened.ok) throw new Error('the core could not be opened')
  const { core } = opened
  const token = randomBytes(32).toString('base64url')
  const program = 'bench-1'
  await core.publish({
    ...{ type: 'program.paired', chat: null, program, name: 'Bench', kind: 'other', tokenSha256: hashToken(token) },
  } as const)
  const listener = await listen(home, { XDG_RUNTIME_DIR: home }, answerPrograms(core, {}))
  const transport = new StdioClientTransport({
    ...{ command: process.execPath, args: [PROGRAM, 'mcp', '--home', home], stderr: 'ignore' as const },
    env: { PATH: process.env.PATH ?? '', HOME: home, SKILLET_TOKEN: token, SKILLET_FOLDERS: home },
  })
  const client = new Client({ name: 'bench', version: '1' })
  await client.connect(transport)

  const own = async () => {
    const request = { call: randomUUID(), chat: null, caller: { kind: 'person' as const }, tool: 'say' }
    const { succeeded } = await core.runCall({
      ...{ ...request, args: { text: 'x' }, signal: new AbortController().signal },
    })
    if (!succeeded) throw new Error('the call of the app failed')
  }
  const through = async () => {
    const { isError } = await client.callTool({ name: 'say', arguments: { text: 'x' } })
    if (isError) throw new Error('the call of the program failed')
  }
  const times: [number[], number[]] = [[], []]
  for (let index = -WARM_UP; index < CALLS; index += 1) {
    for (const [which, once] of [own, through].entries()) {
      const startedAt = performance.now()
      await once()
      if (index >= 0) times[which]?.push(performance.now() - startedAt)
    }
  }
  const memory = Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${transport.pid}/status`, 'utf8'))?.[1]) / 1024
  await client.close()
  listener?.close()
  await core.close()
  rmSync(home, { recursive: true, force: true })
  const [app, other] = [median(times[0]), median(times[1])]
  return {
    name: `One call by another program, median of ${CALLS}, beside a call of the open app`,
    rows: [
      { name: 'the app itself', value: app, unit: 'ms' },
      { name: 'through skillet mcp', value: other, unit: 'ms', ratio: other / app, goal: 1.5 },
      { name: 'memory of an idle skillet mcp', value: memory, unit: 'MiB' },
    ],
  }
}

if (import.meta.main) printTable(await run())

import { randomBytes } from 'node:crypto'
import { Client } from '@modelcontextprotocol/client'
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio'
import { onTestFinished } from 'vitest'
import type { Core } from '#main/open-core'
import { hashToken } from '#main/programs/pairings'
import { PROGRAM, plainEnv } from '#test/main/cli/run-cli'
import { makeTempDir } from './temp-dir.ts'

/** As the window pairs it, and the token that only this program has. */
export async function pair(core: Pick<Core, 'publish'>, name = 'Editor'): Promise<{ program: string; token: string }> {
  const token = randomBytes(32).toString('base64url')
  const program = `${name.toLowerCase()}-${randomBytes(4).toString('hex')}`
  await core.publish({
    type: 'program.paired',
    chat: null,
    program,
    name,
    kind: 'other',
    tokenSha256: hashToken(token),
  })
  return { program, token }
}

export interface Started {
  client: Client
  transport: StdioClientTransport
  /** What it wrote to standard error. */
  said(): string
}

interface HowToStart {
  args?: string[]
  mode?: 'auto' | 'legacy'
  /** As the copied lines say it. */
  start?: { command: string; args: string[] }
}

/** `skillet mcp` in a process of its own, with the package's client at its other end. */
export async function startProgram(
  home: string,
  token: string,
  {
    args = [],
    mode = 'auto',
    start = { command: process.execPath, args: [PROGRAM, 'mcp', '--home', home] },
  }: HowToStart = {},
): Promise<Started> {
  const transport = new StdioClientTransport({
    ...{ command: start.command, args: [...start.args, ...args], cwd: makeTempDir() },
    env: { ...plainEnv(home), SKILLET_TOKEN: token, SKILLET_FOLDERS: makeTempDir() },
    stderr: 'pipe',
  })
  let said = ''
  transport.stderr?.on('data', (chunk: Buffer) => {
    said += chunk.toString('utf8')
  })
  const client = new Client({ name: 'Claude Desktop', version: '1' }, { versionNegotiation: { mode } })
  await client.connect(transport)
  onTestFinished(() => client.close())
  return { client, transport, said: () => said }
}

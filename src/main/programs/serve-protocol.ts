import { once } from 'node:events'
import {
  McpServer,
  type McpServerFactory,
  ProtocolError,
  ProtocolErrorCode,
  type Server,
} from '@modelcontextprotocol/server'
import { serveStdio } from '@modelcontextprotocol/server/stdio'
import { isObject, type JsonObject } from '#shared/json'
import { NotPaired, type ProgramPort } from './program-port.ts'
import { makeSkills } from './serve-skills.ts'

const INSTRUCTIONS =
  'Tools of skills that a person trusts on this computer. The person may be asked before a tool runs, and may say no.'

const HEARTBEAT_MS = 15_000

/** A server of the Model Context Protocol, in both eras, for one program. */
export function makeFactory(port: ProgramPort, version: string): McpServerFactory {
  const skills = makeSkills(port)
  return () => {
    const mcp = new McpServer(
      { name: 'skillet', title: 'Skillet', version },
      { capabilities: { tools: { listChanged: true } }, instructions: INSTRUCTIONS },
    )
    skills.attach(mcp)
    mcp.server.setRequestHandler('tools/list', async () => {
      const { tools } = await port.offer().catch(explain)
      return {
        tools: tools.map(({ name, description, params }) => ({
          ...{ name, description },
          inputSchema: { ...params, type: 'object' as const },
        })),
      }
    })
    mcp.server.setRequestHandler('tools/call', async ({ params }, { mcpReq }) => {
      const progressToken = mcpReq._meta?.progressToken
      let progress = 0
      const told = (message: string) => {
        if (progressToken === undefined) return
        const params = { progressToken, progress: ++progress, message }
        // A finished call gets no more progress.
        mcpReq.notify({ method: 'notifications/progress', params }).catch(() => undefined)
      }
      let last = ''
      const io = {
        signal: mcpReq.signal,
        told: (message: string) => {
          last = message
          told(message)
        },
      }
      // Most programs give up on what is silent for a minute, and a person may think for longer.
      const beat = setInterval(() => told(last), HEARTBEAT_MS)
      const called = port.call(params.name, (params.arguments ?? {}) as JsonObject, io)
      const { text, ok, result } = await called.catch(explain).finally(() => clearInterval(beat))
      return {
        content: [{ type: 'text' as const, text }],
        ...(isObject(result) && { structuredContent: result }),
        ...(!ok && { isError: true }),
      }
    })
    return mcp
  }
}

/** A clear message instead of an internal error. */
function explain(error: unknown): never {
  if (error instanceof NotPaired) throw new ProtocolError(ProtocolErrorCode.InvalidRequest, error.message)
  throw error
}

/** Serves the program that started this process, until it closes standard input. */
export async function serveOverStdio(port: ProgramPort, version: string, signal: AbortSignal): Promise<void> {
  const make = makeFactory(port, version)
  let server: Server | null = null
  let known = ''
  const handle = serveStdio(async (context) => {
    const mcp = await make(context)
    server = 'server' in mcp ? mcp.server : mcp
    return mcp
  })
  const tellChanges = async () => {
    const now = JSON.stringify(await port.offer())
    if (now === known) return
    known = now
    await server?.sendToolListChanged()
    await server?.sendResourceListChanged()
  }
  // A program that is not connected or paired yet learns of changes with its next request.
  port.onChange(() => void tellChanges().catch(() => undefined))
  await Promise.race([once(process.stdin, 'close'), once(process.stdin, 'end'), once(signal, 'abort')])
  await handle.close()
  await port.close()
}

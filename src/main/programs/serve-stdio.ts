import { once } from 'node:events'
import type { Server } from '@modelcontextprotocol/server'
import { serveStdio } from '@modelcontextprotocol/server/stdio'
import type { ProgramPort } from './program-port.ts'
import { makeFactory } from './serve-protocol.ts'

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

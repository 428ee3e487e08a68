import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import type { CoreOptions } from '#main/open-core'
import { connectSkill } from '#main/servers/connect-skill'
import type { Fact } from '#shared/facts'
import type { Json } from '#shared/json'
import { textOf } from '#shared/messages/message'
import { openShop } from '#test/helpers/installed-skill'
import { root } from '#test/helpers/root'

export interface ServerEntry {
  command: string
  args: string[]
  env?: Record<string, string>
  folders?: string[]
  network?: boolean
}

/** A server of npm, as the lock brings it along, on the Node that runs the tests. */
export const packaged = (name: string, args: string[] = [], more: Partial<ServerEntry> = {}): ServerEntry => ({
  command: process.execPath,
  args: [join(root, 'node_modules', '@modelcontextprotocol', name, 'dist', 'index.js'), ...args],
  ...more,
})

/** One of our own, which does what its argument says. */
export const hostile = (...words: string[]): ServerEntry => ({
  command: process.execPath,
  args: [join(root, 'test', 'fixtures', 'mcp', 'hostile-server.mjs'), ...words],
})

/** One of the era without a handshake. */
export const newer = (how: string): ServerEntry => ({
  command: process.execPath,
  args: [join(root, 'test', 'fixtures', 'mcp', 'newer-server.mjs'), how],
})

/** A home with one installed skill that names these servers and nothing else. */
export async function openServerShop(mcpServers: Record<string, unknown>, options: Partial<CoreOptions> = {}) {
  const files = { 'SKILL.md': null, 'tools.json': null }
  const shop = await openShop({ ...files, 'mcp.json': JSON.stringify({ mcpServers }) }, options)
  const facts: Fact[] = []
  shop.core.listen((push) => {
    if (push.kind === 'fact') facts.push(push.fact)
  })
  const connect = async () => connectSkill('sample', { ...shop.core, publish: (fact) => shop.core.publish(fact) })
  return {
    ...shop,
    facts,
    connect,
    /** Both steps of its review, by a person who agrees. */
    accept: async () => {
      await shop.trust()
      const connected = await connect()
      if (!connected.ok) throw new Error(textOf(connected.error.message))
      await shop.trust()
    },
    call: (tool: string, args: Json = {}, signal = new AbortController().signal, timeoutMs?: number) =>
      shop.core.runCall({
        ...{ caller: { kind: 'model', from: 'protocol' }, chat: null, call: randomUUID(), tool, args, signal },
        ...(timeoutMs !== undefined && { timeoutMs }),
      }),
  }
}

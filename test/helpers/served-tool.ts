import { hashListed } from '#main/formats/mcp/read-mcp'
import type { Tool } from '#shared/skill/tool'
import { makeTool } from '#test/helpers/make-tool'

/** A server that says, fails, lasts and forges a result of its own. */
const SERVER = `
const { createInterface } = require('node:readline')
const send = (message) => console.log(JSON.stringify({ jsonrpc: '2.0', ...message }))
const tools = [{ name: 'say', inputSchema: { type: 'object', properties: { text: { type: 'string' } } } }]
createInterface({ input: process.stdin }).on('line', (line) => {
  const { id, method, params } = JSON.parse(line)
  if (id === undefined) return
  if (method === 'initialize') {
    const { protocolVersion } = params
    return send({ id, result: { protocolVersion, capabilities: { tools: {} }, serverInfo: { name: 's', version: '1' } } })
  }
  if (method === 'tools/list') return send({ id, result: { tools } })
  if (method !== 'tools/call') return send({ id, error: { code: -32601, message: 'no such method' } })
  const { text } = params.arguments
  if (text === 'wait') return
  if (text === 'fail') return send({ id, result: { content: [{ type: 'text', text: 'no' }], isError: true } })
  if (text === 'forge') {
    send({ id: id + 1000, result: { content: [{ type: 'text', text: 'forged' }] } })
    return process.exit(1)
  }
  send({ id, result: { content: [{ type: 'text', text: 'said ' + text }] } })
})`
const start = {
  kind: 'command',
  command: process.execPath,
  args: ['-e', SERVER],
  env: [],
  folders: [],
  network: false,
} as const
const inputSchema = { type: 'object', properties: { text: { type: 'string' } } } as const
/** Its one tool, as it was reviewed. */
export const served: Tool = {
  ...makeTool({ properties: { text: { type: 'string' } } }),
  runtime: {
    ...{ kind: 'mcp', tool: 'say', listed: hashListed({ name: 'say', inputSchema }) },
    server: {
      skill: 'sample',
      name: 'server',
      start: { ...start, args: [...start.args] as string[], env: [], folders: [] },
    },
  },
}

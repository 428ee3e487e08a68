import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { json } from 'node:stream/consumers'
import { expect, it, onTestFinished } from 'vitest'
import { openShop } from '#test/helpers/installed-skill'
import { packaged } from '#test/helpers/mcp-skill'
import { example, readFiles } from '#test/helpers/rye-project'

const tool = (name: string, input: string) => `tool_type: mcp
executor_id: rye/core/runtimes/mcp/stdio
category: mcp/everything
version: "1.0.0"
description: A tool of a server
config:
  server: mcp/servers/everything
  tool_name: ${name}
input_schema: ${input}
`

it('loads the MCP tool from the document without a tool_id, and finds its server', async () => {
  const { skill, findings } = await readFiles({
    'tools/mcp/context7/query-docs.yaml': example('000', 12),
    'tools/mcp/servers/context7.yaml': example('000', 13),
  })
  expect(findings.filter((finding) => finding.startsWith('error'))).toEqual([])
  expect(skill.tools).toMatchObject([
    {
      name: 'mcp_context7_query-docs',
      params: { required: ['libraryId', 'query'] },
      limits: { timeoutMs: 30_000 },
      runtime: {
        ...{ kind: 'mcp', tool: 'query-docs' },
        server: { name: 'mcp_servers_context7', start: { kind: 'address', url: 'https://mcp.context7.com/mcp' } },
      },
    },
  ])
})

it('RY-26: calls a tool of a server, and counts a server’s error as a failure', async () => {
  const { command, args } = packaged('server-everything')
  const server = `tool_type: mcp_server\nexecutor_id: null\ncategory: mcp/servers\nversion: "1.0.0"\ndescription: Everything\nconfig: ${JSON.stringify({ transport: 'stdio', command, args })}\n`
  const { core, trust } = await openShop({
    ...{ 'SKILL.md': null, 'tools.json': null, '.ai/tools/mcp/servers/everything.yaml': server },
    '.ai/tools/mcp/everything/say.yaml': tool('echo', '{type: object, properties: {message: {type: string}}}'),
    '.ai/tools/mcp/everything/sum.yaml': tool('get-sum', '{type: object, properties: {a: {}, b: {}}}'),
    '.ai/tools/mcp/everything/gone.yaml': tool('not-there', '{type: object, properties: {}}'),
  })
  await trust()
  const call = (name: string, given: Record<string, string>) =>
    core.runCall({
      ...{ caller: { kind: 'person' }, chat: null, call: randomUUID(), tool: `mcp_everything_${name}` },
      ...{ args: given, signal: new AbortController().signal },
    })
  expect(await call('say', { message: 'hello' })).toMatchObject({ succeeded: true, forModel: 'Echo: hello' })
  expect(await call('sum', { a: 'x', b: 'y' })).toMatchObject({ succeeded: false, run: { how: 'failed' } })
  expect(await call('gone', {})).toMatchObject({ succeeded: false, run: { how: 'not-started' } })
})

it('RY-26: calls a tool of a server over HTTP that no tool_id names', async () => {
  const calls: unknown[] = []
  const server = createServer(async (request, response) => {
    if (request.method !== 'POST') return void response.writeHead(405).end()
    const { id, method, params } = (await json(request)) as Request
    if (id === undefined) return void response.writeHead(202).end()
    if (method === 'tools/call') calls.push(params)
    const fails = params?.arguments?.query === 'bad'
    const results: Record<string, object> = {
      initialize: { protocolVersion: params?.protocolVersion, capabilities: { tools: {} }, serverInfo: INFO },
      'tools/list': { tools: [{ name: 'query-docs', inputSchema: { type: 'object' } }] },
      'tools/call': { content: [{ type: 'text', text: fails ? 'no such library' : 'the page' }], isError: fails },
    }
    const answer = { jsonrpc: '2.0', id, result: results[method] ?? {} }
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(answer))
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/mcp`
  const { core, trust } = await openShop({
    ...{ 'SKILL.md': null, 'tools.json': null, '.ai/tools/mcp/context7/query-docs.yaml': example('000', 12) },
    '.ai/tools/mcp/servers/context7.yaml': example('000', 13).replace('https://mcp.context7.com/mcp', url),
  })
  await trust()
  const call = (query: string) =>
    core.runCall({
      ...{ caller: { kind: 'person' }, chat: null, call: randomUUID(), tool: 'mcp_context7_query-docs' },
      ...{ args: { libraryId: '/a/b', query }, signal: new AbortController().signal },
    })
  expect(await call('good')).toMatchObject({ succeeded: true, forModel: 'the page' })
  expect(calls).toMatchObject([{ name: 'query-docs', arguments: { libraryId: '/a/b', query: 'good' } }])
  expect(await call('bad')).toMatchObject({ succeeded: false, forModel: expect.stringContaining('no such library') })
})

const INFO = { name: 'docs', version: '1' }
type Request = { id?: number; method: string; params?: { protocolVersion?: string; arguments?: { query?: string } } }

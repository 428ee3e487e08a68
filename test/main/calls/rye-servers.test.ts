import { randomUUID } from 'node:crypto'
import { expect, it } from 'vitest'
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

it('loads the MCP tool of the document without a tool_id, and finds its server', async () => {
  const { skill, findings } = await readFiles({
    'tools/mcp/context7/query-docs.yaml': example('000', 12),
    'tools/mcp/servers/context7.yaml': example('000', 13),
  })
  expect(findings.filter((finding) => finding.startsWith('error'))).toEqual([])
  expect(skill.tools).toMatchObject([
    {
      name: 'mcp_context7_query-docs',
      params: { required: ['libraryId', 'query'] },
      runtime: {
        ...{ kind: 'mcp', tool: 'query-docs' },
        server: { name: 'mcp_servers_context7', start: { kind: 'address', url: 'https://mcp.context7.com/mcp' } },
      },
    },
  ])
})

it('RY-26: calls a tool of a server, and counts what the server calls an error as a failure', async () => {
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

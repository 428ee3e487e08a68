import { once } from 'node:events'
import { createServer } from 'node:http'
import { type AddressInfo, createServer as createSocketServer } from 'node:net'
import { describe, expect, it, onTestFinished } from 'vitest'
import { makeGuardedFetch } from '#main/servers/guarded-fetch'
import { openServerShop } from '#test/helpers/mcp-skill'

/** A server of the older era that knows only the session it began last. */
async function openSessions(meanwhile: (method: string) => unknown = () => {}) {
  let session = 1
  const ran: string[] = []
  const server = createServer(async (request, response) => {
    if (request.method !== 'POST') return response.writeHead(405).end()
    const { id, method, params } = JSON.parse(Buffer.concat(await request.toArray()).toString('utf8'))
    const isFirst = method === 'initialize' || method === 'server/discover'
    meanwhile(method)
    if (!isFirst && request.headers['mcp-session-id'] !== `s${session}`) return response.writeHead(404).end()
    if (id === undefined) return response.writeHead(202).end()
    const answers: Record<string, unknown> = {
      initialize: {
        protocolVersion: params?.protocolVersion,
        capabilities: { tools: {}, prompts: {} },
        serverInfo: { name: 'a', version: '1' },
      },
      'tools/list': { tools: [{ name: 'act', inputSchema: { type: 'object', properties: {} } }] },
      'prompts/list': { prompts: [{ name: 'greet' }] },
      'prompts/get': { messages: [{ role: 'user', content: { type: 'text', text: 'hello' } }] },
      'tools/call': { content: [{ type: 'text', text: 'done' }] },
    }
    if (/call|get/.test(method)) ran.push(method)
    const error = { code: -32601, message: 'no such method' }
    const body = answers[method] ? { result: answers[method] } : { error }
    const headers = { 'content-type': 'application/json', 'mcp-session-id': `s${session}` }
    return response.writeHead(200, headers).end(JSON.stringify({ jsonrpc: '2.0', id, ...body }))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  const shop = await openServerShop({
    bad: { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/mcp` },
  })
  await shop.accept()
  const greet = () => shop.handlers['server.prompt']({ skill: 'sample', server: 'bad', name: 'greet', args: '{}' })
  return { ...shop, greet, ran, restart: () => (session += 1) }
}

describe('a server with an address', () => {
  it('is reconnected to after its tools were listed again', async () => {
    const { call, connect } = await openSessions()
    expect(await call('bad_act')).toMatchObject({ forModel: 'done' })
    expect(await connect()).toMatchObject({ ok: true })
    expect(await call('bad_act')).toMatchObject({ forModel: 'done' })
  })

  it('is reconnected to by the first prompt and the first call after it forgot its sessions', async () => {
    const { call, greet, restart, ran } = await openSessions()
    const hello = { ok: true, value: { text: 'hello' } }
    expect(await greet()).toEqual(hello)
    restart()
    expect(await greet()).toEqual(hello)
    restart()
    expect(await call('bad_act')).toMatchObject({ forModel: 'done' })
    expect(ran.filter((method) => method === 'tools/call')).toHaveLength(1)
  })

  it('is asked no third time where it forgets each session at once', async () => {
    const { call, greet, restart, ran } = await openSessions((method) => /call|get/.test(method) && restart())
    expect(await greet()).toMatchObject({ error: { code: 'SERVER_FAILED' } })
    expect((await call('bad_act')).forModel).toContain('The server answered with an error')
    expect(ran).toEqual([])
  })

  it.each([
    ['a status that no response may have', 'HTTP/1.1 999 Go away\r\ncontent-length: 0\r\n\r\n'],
    ['a switch to another protocol', 'HTTP/1.1 101 Switching\r\nupgrade: x\r\nconnection: upgrade\r\n\r\n'],
    ['words beside its status that no response may have', 'HTTP/1.1 200 O\x01K\r\ncontent-length: 0\r\n\r\n'],
  ])('may answer with %s, which is an error like any other', async (_title, answer) => {
    const server = createSocketServer((socket) => socket.once('data', () => socket.end(answer, 'latin1')))
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
    onTestFinished(() => void server.close())
    const home = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`
    await expect(makeGuardedFetch({ home })(home)).rejects.toThrow('closed the connection')
  })
})

import { once } from 'node:events'
import { createServer, type ServerResponse } from 'node:http'
import { type AddressInfo, createServer as createSocketServer } from 'node:net'
import { describe, expect, it, onTestFinished } from 'vitest'
import { makeGuardedFetch } from '#main/servers/guarded-fetch'
import type { JsonObject } from '#shared/json'
import { textOf } from '#shared/messages/message'
import { openServerShop } from '#test/helpers/mcp-skill'

interface Asked {
  method: string
  params?: JsonObject
  session: string | undefined
}

/** Answers with a result, with null if there is no such method, or with a status. */
type Answers = (asked: Asked) => JsonObject | null | number

async function openAddress(answer: Answers, more: () => Record<string, string> = () => ({})) {
  const asked: string[] = []
  const streams = new Set<ServerResponse>()
  const server = createServer(async (request, response) => {
    if (request.method === 'GET') {
      streams.add(response.writeHead(200, { 'content-type': 'text/event-stream' }))
      response.on('close', () => streams.delete(response)).flushHeaders()
      return
    }
    if (request.method !== 'POST') return response.writeHead(405).end()
    const { id, method, params } = JSON.parse(Buffer.concat(await request.toArray()).toString('utf8'))
    asked.push(method)
    const result = answer({ method, params, session: request.headers['mcp-session-id'] as string | undefined })
    if (typeof result === 'number') return response.writeHead(result).end()
    if (id === undefined) return response.writeHead(202).end()
    const body = result ? { result } : { error: { code: -32601, message: 'no such method' } }
    const headers = { 'content-type': 'application/json', ...more() }
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
  const count = (wanted: string) => asked.filter((method) => method === wanted).length
  return { ...shop, greet, count, streams }
}

const TOOLS = { tools: [{ name: 'act', inputSchema: { type: 'object', properties: {} } }] }
const DONE = { content: [{ type: 'text', text: 'done' }] }
const OFFERS = { capabilities: { tools: {}, prompts: {} }, serverInfo: { name: 'a', version: '1' } }

const answerOlder = ({ method, params }: Asked): JsonObject | null =>
  ({
    initialize: { protocolVersion: params?.protocolVersion ?? '', ...OFFERS },
    'tools/list': TOOLS,
    'prompts/list': { prompts: [{ name: 'greet' }] },
    'prompts/get': { messages: [{ role: 'user', content: { type: 'text', text: 'hello' } }] },
    'tools/call': DONE,
  })[method] ?? null

/** A server of the older era that knows only the session it began last. */
async function openSessions(meanwhile: (method: string) => unknown = () => {}) {
  let session = 1
  const ran: string[] = []
  const answer: Answers = (asked) => {
    const { method } = asked
    meanwhile(method)
    const isFirst = method === 'initialize' || method === 'server/discover'
    if (!isFirst && asked.session !== `s${session}`) return 404
    if (/call|get/.test(method)) ran.push(method)
    return answerOlder(asked)
  }
  const shop = await openAddress(answer, () => ({ 'mcp-session-id': `s${session}` }))
  return { ...shop, ran, restart: () => (session += 1) }
}

/** A server of the era without sessions. */
const openNewer = (answer: Answers) =>
  openAddress((asked) => {
    const about = { ttlMs: 0, cacheScope: 'private', resultType: 'complete' }
    const { method } = asked
    if (method === 'server/discover') return { ...about, ...OFFERS, supportedVersions: ['2026-07-28'] }
    if (method === 'tools/list' || method === 'prompts/list') return { ...about, ...answerOlder(asked) }
    return answer(asked)
  })

const MORE = { resultType: 'input_required', requestState: 'begun' }

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

  it('gets one new session where several calls find the old one forgotten, and loses its old connection', async () => {
    const { call, restart, count, streams } = await openSessions()
    expect(await call('bad_act')).toMatchObject({ forModel: 'done' })
    await expect.poll(() => streams.size).toBe(1)
    const begun = count('initialize')
    restart()
    const all = await Promise.all([call('bad_act'), call('bad_act'), call('bad_act')])
    expect(all.map(({ forModel }) => forModel)).toEqual(['done', 'done', 'done'])
    expect(count('initialize')).toBe(begun + 1)
    await expect.poll(() => streams.size).toBe(1)
  })

  it('is not called again where it answered a part of the call before it could not be found', async () => {
    const { call, count } = await openNewer(({ params }) => (params?.requestState ? 404 : MORE))
    expect((await call('bad_act')).run?.how).toBe('failed')
    expect(count('tools/call')).toBe(2)
  })

  it('is not called again where it could not be found although it has no sessions', async () => {
    const { call, count } = await openNewer(() => 404)
    expect((await call('bad_act')).run?.how).toBe('failed')
    expect(count('tools/call')).toBe(1)
  })

  it.each([
    ['a question, which only a tool may ask', MORE, 'only its tools may'],
    ['something of another shape', { ...MORE, resultType: 'complete', messages: 'hello' }, 'Invalid result'],
  ])('stays connected after a prompt that is %s', async (_title, answer, problem) => {
    const { greet, count } = await openNewer(() => answer)
    const greeted = await greet()
    expect(greeted.ok ? '' : textOf(greeted.error.message)).toContain(problem)
    const begun = count('server/discover')
    await greet()
    expect(count('server/discover')).toBe(begun)
  })

  it('stays connected after a result that is refused', async () => {
    let deep: JsonObject = {}
    for (let level = 0; level < 600; level += 1) deep = { deep }
    const answer: Answers = (asked) => (asked.method === 'tools/call' ? deep : answerOlder(asked))
    const { call, count } = await openAddress(answer)
    expect((await call('bad_act')).forModel).toContain('500 levels deep')
    const begun = count('initialize')
    expect((await call('bad_act')).forModel).toContain('500 levels deep')
    expect(count('initialize')).toBe(begun)
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

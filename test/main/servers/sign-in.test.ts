import { once } from 'node:events'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, describe, expect, it, onTestFinished } from 'vitest'
import { connectSkill } from '#main/servers/connect-skill'
import { listenForCallback } from '#main/servers/sign-in'
import { message, textOf } from '#shared/messages/message'
import { keyring } from '#test/helpers/keyring'
import { openServerShop } from '#test/helpers/mcp-skill'

const readBody = async (request: IncomingMessage) => Buffer.concat(await request.toArray()).toString('utf8')

/** A server over HTTP that wants a token, and gives one to whoever comes back with its code. */
let given = 'token-1'
let hasRefresh = false
let registered = 0
/** It greets anybody. */
let isLate = false
const server = createServer(async (request, response) => {
  const origin = `http://${request.headers.host}`
  const { pathname, searchParams } = new URL(request.url ?? '', origin)
  const reply = (value: unknown, status = 200, headers: Record<string, string> = {}) =>
    response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(value))
  if (pathname.startsWith('/.well-known/oauth-protected-resource')) {
    return reply({ resource: `${origin}/mcp`, authorization_servers: [origin] })
  }
  if (pathname.startsWith('/.well-known/')) {
    const endpoints = { authorization_endpoint: `${origin}/authorize`, token_endpoint: `${origin}/token` }
    const more = { response_types_supported: ['code'], code_challenge_methods_supported: ['S256'] }
    return reply({ issuer: origin, ...endpoints, registration_endpoint: `${origin}/register`, ...more })
  }
  if (pathname === '/register') {
    registered += 1
    return reply({ ...JSON.parse(await readBody(request)), client_id: 'skillet-1' }, 201)
  }
  if (pathname === '/authorize') {
    const back = new URL(searchParams.get('redirect_uri') ?? '')
    back.searchParams.set('code', 'the-code')
    back.searchParams.set('state', searchParams.get('state') ?? '')
    return response.writeHead(302, { location: back.href }).end()
  }
  if (pathname === '/token') {
    const isRefresh = new URLSearchParams(await readBody(request)).get('grant_type') === 'refresh_token'
    if (isRefresh && !hasRefresh) return reply({ error: 'invalid_grant' }, 400)
    const more = hasRefresh ? { refresh_token: 'again' } : {}
    return reply({ access_token: given, token_type: 'Bearer', expires_in: 3600, ...more })
  }
  const asked = request.method === 'POST' ? JSON.parse(await readBody(request)) : {}
  const mayEnter = isLate && asked.method !== 'tools/list'
  if (request.headers.authorization !== `Bearer ${given}` && !mayEnter) {
    const metadata = `${origin}/.well-known/oauth-protected-resource/mcp`
    return reply({}, 401, { 'www-authenticate': `Bearer resource_metadata="${metadata}"` })
  }
  if (request.method !== 'POST') return reply({}, 405)
  const { id, method, params } = asked
  if (id === undefined) return response.writeHead(202).end()
  const tools = [{ name: 'who', description: 'Says who.', inputSchema: { type: 'object', properties: {} } }]
  const answers: Record<string, unknown> = {
    initialize: {
      protocolVersion: params?.protocolVersion,
      capabilities: { tools: {}, prompts: {} },
      serverInfo: { name: 'a', version: '1' },
    },
    'tools/list': { tools },
    'prompts/list': { prompts: [{ name: 'greet' }] },
    'tools/call': { content: [{ type: 'text', text: 'signed in' }] },
  }
  if (!answers[method]) return reply({ jsonrpc: '2.0', id, error: { code: -32601, message: 'no such method' } })
  return reply({ jsonrpc: '2.0', id, result: answers[method] })
})
server.listen(0, '127.0.0.1')
await once(server, 'listening')
afterAll(() => {
  server.closeAllConnections()
  server.close()
})
const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/mcp`

const signIn = async (
  shop: Awaited<ReturnType<typeof openServerShop>>,
  openBrowser: (url: string) => Promise<boolean>,
) => connectSkill('sample', { ...shop.core, publish: (fact) => shop.core.publish(fact), openBrowser })

/** Follows what the server answers, as a browser does. */
const browse = async (address: string) => {
  await fetch(address)
  return true
}

describe('a server that requires sign-in', () => {
  it('is signed in to in the browser, once, and then called with the kept token', async () => {
    const shop = await openServerShop({ far: { url } }, { keyring })
    await shop.trust()
    expect(await signIn(shop, browse)).toMatchObject({ ok: true, value: { state: 'changed' } })
    await shop.trust()
    expect(await shop.call('far_who')).toMatchObject({ succeeded: true, forModel: 'signed in' })
    const [kept] = shop.core.secrets.list()
    expect(kept).toMatchObject({ name: expect.stringMatching(/^sign-in\.far\.[0-9a-f]{16}$/), grants: ['sample/far'] })
    expect(JSON.stringify(shop.facts)).not.toContain('token-1')
    // Signed out: nobody is sent anywhere by a call, which says what to do instead.
    await shop.core.close()
    await shop.core.secrets.remove(kept?.name ?? '')
    const again = await openServerShop({ far: { url } }, { home: shop.home, keyring })
    expect((await again.call('far_who')).forModel).toContain('wants you to sign in')
  })

  it('is not connected if the person does not come back, or somebody else answers', async () => {
    const shop = await openServerShop({ far: { url } }, { keyring })
    await shop.trust()
    expect(await signIn(shop, async () => false)).toMatchObject({ ok: false, error: { code: 'SERVER_FAILED' } })
    const forge = async (address: string) => {
      const back = new URL(new URL(address).searchParams.get('redirect_uri') ?? '')
      back.searchParams.set('code', 'the-code')
      back.searchParams.set('state', 'another')
      await fetch(back)
      return true
    }
    expect(await signIn(shop, forge)).toMatchObject({ ok: false, error: { code: 'SERVER_FAILED' } })
    expect(shop.skill()).toMatchObject({ state: 'trusted', tools: [] })
  })
})

/** With a token that has expired since. */
const signedIn = async (refreshes: boolean) => {
  given = 'token-1'
  hasRefresh = refreshes
  const shop = await openServerShop({ far: { url } }, { keyring })
  await shop.trust()
  expect(await signIn(shop, browse)).toMatchObject({ ok: true })
  await shop.trust()
  expect(await shop.call('far_who')).toMatchObject({ succeeded: true })
  given = 'token-2'
  return shop
}

describe('an expired token', () => {
  it('is renewed silently if the server allows it', async () => {
    const shop = await signedIn(true)
    expect(await shop.call('far_who')).toMatchObject({ succeeded: true, forModel: 'signed in' })
  })

  it('is reported with the remedy if it cannot be renewed, and nobody is sent anywhere', async () => {
    const shop = await signedIn(false)
    const outcome = await shop.call('far_who')
    expect(outcome).toMatchObject({ succeeded: false, forModel: expect.stringContaining('wants you to sign in') })
    // Until then the tool is not offered, and says what it needs.
    expect(shop.skill()).toMatchObject({
      tools: [],
      withheld: [{ name: 'far_who', diagnostic: { code: 'SERVER_SIGN_IN' } }],
    })
    const again = await shop.call('far_who')
    expect(again).toMatchObject({ error: { code: 'TOOL_BROKEN' } })
    expect(again.forModel).toMatch(/Sign in needed.*press Sign in/)
    expect(await signIn(shop, browse)).toMatchObject({ ok: true })
    expect(shop.skill()).toMatchObject({ tools: [{ name: 'far_who' }], withheld: [] })
    expect(await shop.call('far_who')).toMatchObject({ succeeded: true })
  })
})

describe('a sign-in', () => {
  it('can still be renewed after the tools were listed again', async () => {
    given = 'token-1'
    hasRefresh = true
    registered = 0
    const shop = await openServerShop({ far: { url } }, { keyring })
    await shop.trust()
    expect(await signIn(shop, browse)).toMatchObject({ ok: true })
    await shop.trust()
    expect(await signIn(shop, async () => false)).toMatchObject({ ok: true })
    given = 'token-2'
    expect(await shop.call('far_who')).toMatchObject({ succeeded: true })
    expect(registered).toBe(1)
  })

  it('that is needed only for its tools opens the browser once', async () => {
    isLate = true
    onTestFinished(() => {
      isLate = false
    })
    const shop = await openServerShop({ far: { url } }, { keyring })
    await shop.trust()
    const sent: string[] = []
    const signed = await signIn(shop, async (address) => {
      sent.push(address)
      return browse(address)
    })
    expect(signed).toMatchObject({ ok: true })
    expect(sent).toHaveLength(1)
  })

  it('that cannot be stored says why, before anybody is sent to the browser', async () => {
    const shop = await openServerShop({ far: { url } })
    await shop.trust()
    const sent: string[] = []
    const signed = await signIn(shop, async (address) => sent.push(address) > 0)
    expect(signed.ok ? '' : textOf(signed.error.message)).toContain(textOf(message('secrets-no-keyring')))
    expect(sent).toEqual([])
  })

  it('that ended is named also when a prompt is read, and its tools are not offered until the next', async () => {
    const shop = await signedIn(false)
    const wanted = { skill: 'sample', server: 'far', name: 'greet', args: '{}' }
    const read = await shop.handlers['server.prompt'](wanted)
    expect(read.ok ? '' : textOf(read.error.message)).toContain('wants you to sign in')
    expect(shop.skill()?.tools).toEqual([])
  })
})

describe('the port that the browser returns to', () => {
  it('answers one address under one name, and is closed afterwards', async () => {
    const callback = await listenForCallback()
    expect((await fetch(new URL('/other', callback.url))).status).toBe(404)
    expect((await fetch(callback.url.replace('127.0.0.1', 'localhost')).catch(() => ({ status: 404 }))).status).toBe(
      404,
    )
    expect((await fetch(callback.url, { method: 'POST' })).status).toBe(404)
    // Whether anybody is signed in is not known yet.
    const page = await fetch(`${callback.url}?code=a&state=b`)
    expect(await page.text()).not.toContain('signed in')
    expect(Object.fromEntries((await callback.answer(1000)) ?? [])).toEqual({ code: 'a', state: 'b' })
    callback.close()
    await expect(fetch(callback.url)).rejects.toThrow()
  })

  it('gives up if nobody comes back', async () => {
    const callback = await listenForCallback()
    expect(await callback.answer(1)).toBe(null)
    callback.close()
  })
})

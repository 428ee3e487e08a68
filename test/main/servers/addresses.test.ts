import { once } from 'node:events'
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { describe, expect, it, onTestFinished } from 'vitest'
import { textOf } from '#shared/messages/message'
import { openServerShop } from '#test/helpers/mcp-skill'

async function listen(answer: RequestListener, host = '127.0.0.1') {
  const asked: string[] = []
  const server = createServer((request, response) => {
    asked.push(`${request.method} ${request.url}`)
    answer(request, response)
  })
  server.listen(0, host)
  await once(server, 'listening')
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  return { asked, origin: `http://${host}:${(server.address() as AddressInfo).port}` }
}

const connect = async (url: string) => {
  const shop = await openServerShop({ far: { url } })
  await shop.trust()
  const connected = await shop.connect()
  return connected.ok ? 'connected' : textOf(connected.error.message)
}

describe('a server’s address', () => {
  it.each([307, 302, 301])('is not changed to another host by a redirect with status %i', async (status) => {
    const other = await listen((_request, response) => response.end('{}'), '127.0.0.2')
    const first = await listen((_request, response) =>
      response.writeHead(status, { location: `${other.origin}/mcp` }).end(),
    )
    expect(await connect(`${first.origin}/mcp`)).not.toBe('connected')
    expect(first.asked.length).toBeGreaterThan(0)
    expect(other.asked).toEqual([])
  })

  it('does not lead to a cloud’s metadata, neither by a redirect nor by its sign-in address', async () => {
    const cloud = 'http://169.254.169.254/latest'
    const redirecting = await listen((_request, response) => response.writeHead(307, { location: cloud }).end())
    expect(await connect(`${redirecting.origin}/mcp`)).not.toBe('connected')
    const signing = await listen((_request, response) => {
      const headers = { 'www-authenticate': `Bearer resource_metadata="${cloud}"` }
      response.writeHead(401, headers).end()
    })
    expect(await connect(`${signing.origin}/mcp`)).not.toBe('connected')
    expect(await connect('http://169.254.169.254/mcp')).not.toBe('connected')
  })

  it('may answer with garbage or break off, and both are reported', async () => {
    const garbage = await listen((_request, response) =>
      response.writeHead(200, { 'content-type': 'application/json' }).end('<html>'),
    )
    expect(await connect(`${garbage.origin}/mcp`)).not.toBe('connected')
    const nothing = await listen((request) => request.destroy())
    expect(await connect(`${nothing.origin}/mcp`)).not.toBe('connected')
  })
})

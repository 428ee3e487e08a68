import { once } from 'node:events'
import { request } from 'node:http'
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { expect, it, onTestFinished } from 'vitest'
import type { Core } from '#main/open-core'
import { openPrograms } from '#main/programs/open-programs'
import { openTestCore } from '#test/helpers/open-test-core'
import { pair } from '#test/helpers/program'
import { makeTempDir } from '#test/helpers/temp-dir'
import { FIXTURES, until } from '#test/main/cli/run-cli'

/** An app whose port is switched on. */
async function openApp() {
  const opened = await openTestCore({
    ...{ home: makeTempDir(), skills: [{ path: FIXTURES, origin: 'named' }] },
    decide: async () => ({ decision: 'once', by: 'person' }),
  })
  const { core } = opened
  onTestFinished(() => core.close())
  const programs = await openPrograms(core, { XDG_RUNTIME_DIR: makeTempDir() }, '1', {}, 0)
  onTestFinished(programs.close)
  expect(core.programs.port()).toEqual({ state: 'off' })
  return { ...opened, url: await switchOn(core), ...(await pair(core)) }
}

async function switchOn(core: Core): Promise<URL> {
  await core.publish({ type: 'setting.changed', chat: null, name: 'programPort', value: 'on' })
  return until('the port', () => {
    const port = core.programs.port()
    return port.state === 'open' ? new URL(port.url) : null
  })
}

async function connect(url: URL, token: string): Promise<Client> {
  const client = new Client({ name: 'any', version: '1' }, { versionNegotiation: { mode: 'auto' } })
  await client.connect(
    new StreamableHTTPClientTransport(url, { requestInit: { headers: { authorization: `Bearer ${token}` } } }),
  )
  onTestFinished(() => client.close())
  return client
}

const JSON_HEADERS = { 'content-type': 'application/json', accept: 'application/json, text/event-stream' }

/** Headers that `fetch` does not let anybody choose. */
async function post(url: URL, headers: Record<string, string>, body = '{}'): Promise<number | undefined> {
  const sent = request(url, { method: 'POST', headers: { ...JSON_HEADERS, ...headers } })
  sent.end(body)
  const [response] = await once(sent, 'response')
  // It may be answered before all of it was sent.
  sent.on('error', () => {})
  response.resume()
  return response.statusCode
}

it('serves a program that knows its token, while the port is switched on', async () => {
  const { core, url, token, program, facts } = await openApp()
  const client = await connect(url, token)
  const { tools } = await client.listTools()
  expect(tools.map(({ name }) => name)).toContain('say')
  const answer = await client.callTool({ name: 'say', arguments: { text: 'hello' } })
  expect(answer).toMatchObject({ content: [{ text: 'hello' }] })
  expect(facts.find(({ type }) => type === 'call.requested')).toMatchObject({ chat: program })
  expect(core.programs.isConnected(program)).toBe(true)

  await core.publish({ type: 'program.revoked', chat: null, program })
  await expect(client.listTools()).rejects.toThrow()
  expect(await post(url, { authorization: `Bearer ${token}` })).toBe(401)

  await core.publish({ type: 'setting.changed', chat: null, name: 'programPort', value: 'off' })
  await until('the port to close', () => core.programs.port().state === 'off')
  await expect(post(url, {})).rejects.toThrow('ECONNREFUSED')
})

it('refuses web pages, guessed tokens, other paths and requests that are too long', async () => {
  const { url, token } = await openApp()
  const own = { authorization: `Bearer ${token}` }
  const { port } = url
  for (const origin of ['https://evil.example', 'null', `http://evil.example:${port}`, `https://127.0.0.1:${port}`]) {
    expect(await post(url, { ...own, origin })).toBe(403)
  }
  for (const host of ['evil.example', `evil.example:${port}`, '127.0.0.1', '127.0.0.1:1', `0.0.0.0:${port}`]) {
    expect(await post(url, { ...own, host })).toBe(403)
  }
  for (const authorization of ['', 'Bearer', 'Bearer guessed', `Basic ${token}`, `Bearer ${token}x`, token]) {
    expect(await post(url, { authorization })).toBe(401)
  }
  expect(await post(new URL('/', url), own)).toBe(404)
  expect(await post(new URL('/mcp/x', url), own)).toBe(404)
  const long = JSON.stringify('x'.repeat(5 * 2 ** 20))
  expect(await post(url, own, long)).toBe(413)
  expect(await post(url, { ...own, 'transfer-encoding': 'chunked' }, long)).toBe(413)
  expect(await post(url, own, 'no json')).toBe(400)
})

it('says that the port is in use if another program has it', async () => {
  const { core, url } = await openApp()
  const other = await openTestCore({ home: makeTempDir() })
  onTestFinished(() => other.core.close())
  const programs = await openPrograms(other.core, { XDG_RUNTIME_DIR: makeTempDir() }, '1', {}, Number(url.port))
  onTestFinished(programs.close)
  await other.core.publish({ type: 'setting.changed', chat: null, name: 'programPort', value: 'on' })
  await until('the refusal', () => other.core.programs.port().state === 'failed')
  expect(core.programs.port()).toMatchObject({ state: 'open' })
})

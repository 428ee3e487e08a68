import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { holderOf } from '#main/calls/callable'
import { readAddition } from '#main/servers/add-servers'
import { secretsOf } from '#shared/skill/mcp-server'
import { openShop } from '#test/helpers/installed-skill'
import { keyring } from '#test/helpers/keyring'
import { makeTempDir } from '#test/helpers/temp-dir'

const placeFor = (name: string) => ['$', '{secret:', name, '}'].join('')

describe('what a person types or pastes for a server', () => {
  it.each([
    ['an address', 'https://mcp.example.org/mcp', 'example.org', { url: 'https://mcp.example.org/mcp' }],
    [
      'a command line',
      'npx -y "@example/server-weather@1.2.3" --units \'metric and more\'',
      'weather',
      { command: 'npx', args: ['-y', '@example/server-weather@1.2.3', '--units', 'metric and more'] },
    ],
    ['JSON of Claude Desktop', '{"mcpServers":{"a":{"command":"x","args":["y"]}}}', 'a', { command: 'x', args: ['y'] }],
    [
      'JSON of VS Code',
      '{"servers":{"a":{"type":"http","url":"https://a.example/"}}}',
      'a',
      { url: 'https://a.example/' },
    ],
    ['a piece of it', '"a": {"command": "x"}', 'a', { command: 'x' }],
    ['a piece from the middle of a list', '"a": {"command": "x"},', 'a', { command: 'x' }],
    ['JSON with comments', '{ // servers\n "servers": { "a": { "command": "x" }, } }', 'a', { command: 'x' }],
    [
      'a path in quotes with backslashes',
      '"C:\\Program Files\\tool.exe" --name "a \\"b\\""',
      'tool',
      { command: 'C:\\Program Files\\tool.exe', args: ['--name', 'a "b"'] },
    ],
    ['one server alone', '{"name":"my one","command":"x"}', 'my-one', { command: 'x' }],
    ['nothing', '  ', null, null],
    ['JSON of something else', '{"a":1}', null, null],
  ])('is read: %s', (_title, text, name, entry) => {
    const read = readAddition(text)
    expect(read).toEqual(name === null ? null : [{ name, entry, secrets: [] }])
  })

  it('loses its secrets, and keeps their names', () => {
    const env = { API_KEY: 'sk-123', MODE: 'fast' }
    const headers = { Authorization: 'Bearer abc' }
    expect(
      readAddition(
        JSON.stringify({ mcpServers: { a: { command: 'x', env }, b: { url: 'https://b.example/', headers } } }),
      ),
    ).toEqual([
      {
        name: 'a',
        entry: { command: 'x', env: { API_KEY: placeFor('a.API_KEY'), MODE: 'fast' } },
        secrets: [{ name: 'a.API_KEY', value: 'sk-123' }],
      },
      {
        name: 'b',
        entry: { url: 'https://b.example/', headers: { Authorization: `Bearer ${placeFor('b.Authorization')}` } },
        secrets: [{ name: 'b.Authorization', value: 'abc' }],
      },
    ])
  })

  it('proposes the folders among its arguments', () => {
    const folder = makeTempDir()
    expect(readAddition(`server-files ${folder} /not/there`)?.[0]?.entry).toMatchObject({ folders: [folder] })
  })
})

it('becomes a skill that waits for its review, with its secret only in the key store', async () => {
  const shop = await openShop({}, { keyring })
  const text = JSON.stringify({ mcpServers: { far: { command: 'x', env: { API_KEY: 'sk-123' } } } })
  expect(await shop.handlers['server.add']({ text })).toMatchObject({ ok: true, value: { skills: ['far'] } })
  expect(shop.skill('far')).toMatchObject({ state: 'quarantined', servers: [{ name: 'far' }], tools: [] })
  expect(readFileSync(join(shop.home, 'skills', 'far', 'mcp.json'), 'utf8')).not.toContain('sk-123')
  expect(shop.core.secrets.list()).toMatchObject([{ name: 'far.API_KEY', grants: ['far/far'] }])
  expect(await shop.handlers['server.add']({ text })).toMatchObject({ value: { skills: ['far-2'] } })
  // Or its tools would have the names of the first one's.
  expect(shop.skill('far-2')?.servers).toMatchObject([{ name: 'far-2' }])
  expect(await shop.handlers['server.add']({ text: '{}' })).toMatchObject({ error: { code: 'SERVER_UNREADABLE' } })
})

it('keeps the secrets of two servers with one name apart', async () => {
  const shop = await openShop({}, { keyring })
  const withKey = (key: string) =>
    JSON.stringify({ mcpServers: { far: { command: 'x', env: { API_KEY: key, MODE: 'far' } } } })
  await shop.handlers['server.add']({ text: withKey('sk-1') })
  await shop.handlers['server.add']({ text: withKey('sk-2') })
  const values = ['far', 'far-2'].map(async (skill) => {
    const [server] = shop.skill(skill)?.servers ?? []
    if (!server) throw new Error('there is no server')
    return Promise.all(secretsOf(server).map((name) => shop.core.secrets.use(name, holderOf(server))))
  })
  expect(await Promise.all(values)).toEqual([['sk-1'], ['sk-2']])
})

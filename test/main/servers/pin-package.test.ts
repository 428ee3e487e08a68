import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { textOf } from '#shared/messages/message'
import { openServerShop } from '#test/helpers/mcp-skill'

it('installs what npx names once, at one version and without install scripts, and starts it from there', async () => {
  const memory = { command: 'npx', args: ['-y', '@modelcontextprotocol/server-memory@2026.8.31'] }
  const shop = await openServerShop({ memory })
  await shop.trust()
  const connected = await shop.connect()
  if (!connected.ok) throw new Error(textOf(connected.error.message))
  const fetched = shop.facts.find((fact) => fact.type === 'fetch.started')
  expect(fetched).toMatchObject({ argv: expect.arrayContaining(['npm', 'install', '--ignore-scripts']) })
  const named = JSON.parse(readFileSync(join(shop.source, 'mcp.json'), 'utf8')).mcpServers.memory
  expect(named.command).toBe('node')
  expect(named.args[0]).toContain(join(shop.home, 'packages', '@modelcontextprotocol+server-memory@2026.8.31-'))
  expect(existsSync(named.args[0])).toBe(true)
  expect(shop.skill()).toMatchObject({ state: 'changed' })
  await shop.trust()
  expect(await shop.call('memory_read_graph')).toMatchObject({ succeeded: true })
  expect(shop.facts.filter(({ type }) => type === 'fetch.started')).toHaveLength(1)
}, 120_000)

it.each([
  [['--package', 'x', '-c', 'rm -rf .']],
  [['-y', 'git+https://a.example/x.git']],
  [['-y', '../somewhere']],
  [['-y']],
])('installs nothing for %j', async (args) => {
  const shop = await openServerShop({ odd: { command: 'npx', args } })
  await shop.trust()
  expect(await shop.connect()).toMatchObject({ ok: false, error: { code: 'SERVER_FAILED' } })
  expect(shop.facts.some(({ type }) => type === 'fetch.started' || type === 'server.started')).toBe(false)
})

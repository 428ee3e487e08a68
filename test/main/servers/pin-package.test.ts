import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { expect, it, onTestFinished, vi } from 'vitest'
import { textOf } from '#shared/messages/message'
import { openServerShop } from '#test/helpers/mcp-skill'
import { root } from '#test/helpers/root'
import { makeTempDir } from '#test/helpers/temp-dir'

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

const hasUv = process.env.PATH?.split(':').some((folder) => existsSync(join(folder, 'uv')))

it.skipIf(!hasUv)(
  'installs what uvx names in its own environment, without building anything',
  async () => {
    const time = { command: 'uvx', args: ['mcp-server-time==2026.10.19', '--local-timezone', 'UTC'] }
    const shop = await openServerShop({ time })
    await shop.trust()
    const connected = await shop.connect()
    if (!connected.ok) throw new Error(textOf(connected.error.message))
    const named = JSON.parse(readFileSync(join(shop.source, 'mcp.json'), 'utf8')).mcpServers.time
    expect(named.command).toContain(join(shop.home, 'packages', 'mcp-server-time@2026.10.19-'))
    expect(named.args.slice(1)).toEqual(['--local-timezone', 'UTC'])
    await shop.trust()
    expect(await shop.call('time_get_current_time', { timezone: 'UTC' })).toMatchObject({ succeeded: true })
  },
  120_000,
)

it.skipIf(hasUv)('says plainly if uv is missing', async () => {
  const shop = await openServerShop({ time: { command: 'uvx', args: ['mcp-server-time'] } })
  await shop.trust()
  const connected = await shop.connect()
  expect(connected.ok ? '' : textOf(connected.error.message)).toMatch(/uv/)
  expect(shop.facts.some(({ type }) => type === 'fetch.started' || type === 'server.started')).toBe(false)
})

/** An npm that does this. */
function putNpm(...lines: string[]) {
  const folder = makeTempDir()
  writeFileSync(join(folder, 'npm'), ['#!/bin/bash', ...lines, ''].join('\n'), { mode: 0o755 })
  vi.stubEnv('PATH', `${folder}${delimiter}${process.env.PATH}`)
  onTestFinished(() => void vi.unstubAllEnvs())
  return openServerShop({ odd: { command: 'npx', args: ['-y', 'left-pad'] } })
}

it('says what ended an installation that said nothing', async () => {
  const shop = await putNpm('kill -9 $$')
  await shop.trust()
  const connected = await shop.connect()
  expect(connected.ok ? '' : textOf(connected.error.message)).toMatch(/left-pad could not be installed.* SIGKILL$/)
})

it('writes the installed version into a file that begins with a byte order mark', async () => {
  const shop = await putNpm(
    'folder="$3/node_modules/left-pad"',
    'mkdir -p "$folder"',
    `cp ${join(root, 'test', 'fixtures', 'mcp')}/*.mjs "$folder"`,
    'echo "{}" > "$3/package-lock.json"',
    `echo '{"version":"1.0.0","bin":"hostile-server.mjs"}' > "$folder/package.json"`,
  )
  const file = join(shop.source, 'mcp.json')
  writeFileSync(file, `\uFEFF${readFileSync(file, 'utf8')}`)
  await shop.accept()
  expect(await shop.call('odd_act')).toMatchObject({ forModel: 'done' })
})

it.each([
  [['--package', 'x', '-c', 'rm -rf .']],
  [['-y', 'git+https://a.example/x.git']],
  [['-y', '../somewhere']],
  [['-y']],
  [['--from', 'git+https://a.example/x', 'x'], 'uvx'],
  [['./folder'], 'uvx'],
])('installs nothing for %j', async (args, command = 'npx') => {
  const shop = await openServerShop({ odd: { command, args } })
  await shop.trust()
  expect(await shop.connect()).toMatchObject({ ok: false, error: { code: 'SERVER_FAILED' } })
  expect(shop.facts.some(({ type }) => type === 'fetch.started' || type === 'server.started')).toBe(false)
})
